import { CampaignStatus, URL_MAX } from '@runnel/contract/advertise'
import type { AdminCampaign } from '@runnel/contract/admin-ptc'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { history } from '#app/history.ts'
import { to } from '#app/paths.ts'
import { admin, askAgain } from './admin.ts'

export type { AdminCampaign }

export const pageLimit = 20

/** Which campaigns are shown; it stands in the address, so that a list can be sent to a colleague. */
export interface PtcFilter {
  status?: CampaignStatus | undefined
  content?: string | undefined
  username?: string | undefined
  id?: string | undefined
  url?: string | undefined
}

type QueryText = Readonly<Record<string, string | undefined>>

export function readFilter({ status, content, username, id, url }: QueryText): PtcFilter {
  return {
    status: CampaignStatus.options.find((option) => option === status),
    content: content?.slice(0, 100),
    username: username?.slice(0, 40),
    id: id?.trim().toLowerCase(),
    url: url?.slice(0, URL_MAX),
  }
}

export function readPage({ page }: QueryText): number {
  return Math.max(1, Math.trunc(Number(page)) || 1)
}

/** Shows other campaigns, from the first page on unless told otherwise. */
export function show(filter: PtcFilter, page?: number): void {
  history.push(to('/app/admin/ptc', { query: { ...filter, page } }))
}

/** Those that wait for a decision come first by themselves. */
export function usePtcCampaigns(filter: PtcFilter, page: number) {
  const query = { ...filter, page: String(page), limit: String(pageLimit) }
  return useQuery({
    ...admin.query('ptc', { query }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  })
}

/** What a person may decide about a campaign as it stands; the server enforces it again. */
export type PtcDecision = 'approve' | 'pause' | 'reject' | 'delete'

const open: Readonly<Record<CampaignStatus, readonly PtcDecision[]>> = {
  pending: ['approve', 'reject', 'delete'],
  active: ['pause', 'reject', 'delete'],
  paused: ['approve', 'reject', 'delete'],
  completed: ['delete'],
  rejected: ['delete'],
  deleted: [],
}

export function decisionsFor({ status }: Pick<AdminCampaign, 'status'>): readonly PtcDecision[] {
  return open[status]
}

const isDecided = { onSettled: () => askAgain('ptc', 'stats') }

interface Change {
  id: string
  status: 'active' | 'paused' | 'rejected'
  reason?: string
}

/** The decisions as calls; each brings list and overview up to date, whatever became of it. */
export function usePtcDecisions() {
  const change = useMutation({
    ...isDecided,
    mutationFn: ({ id, status, reason }: Change) =>
      admin.calls.editPtc({ params: { id }, body: { status, ...(reason !== undefined && { reason }) } }),
  })
  const remove = useMutation({
    ...isDecided,
    mutationFn: (id: string) => admin.calls.deletePtc({ params: { id } }),
  })
  return { change, remove }
}
