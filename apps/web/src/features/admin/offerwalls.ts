import { PostbackVerdict } from '@runnel/contract/admin-offerwall'
import type { AdminWall, adminOfferwall as contract, WallPreset } from '@runnel/contract/admin-offerwall'
import type { Result } from '@runnel/contract/route'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { history } from '#app/history.ts'
import { to } from '#app/paths.ts'
import { admin, askAgain } from './admin.ts'
import { readDay } from './days.ts'

export type { AdminWall, PostbackVerdict, WallPreset }
export type WallsAnswer = Result<typeof contract.walls>
export type WallDay = Result<typeof contract.wallStatistic>['items'][number]
export type ChargeBack = Result<typeof contract.chargeBacks>['items'][number]
export type Postback = Result<typeof contract.postbacks>['items'][number]

export const pageLimit = 20

export const wallTabs = ['walls', 'statistic', 'charge-backs', 'postbacks'] as const
export type WallTab = (typeof wallTabs)[number]

/** What the page shows; it stands in the address, so that it can be sent to a colleague. */
export interface WallView {
  tab: WallTab
  page?: number | undefined
  from?: string | undefined
  to?: string | undefined
  wallId?: string | undefined
  username?: string | undefined
  verdict?: PostbackVerdict | undefined
  txId?: string | undefined
}

export function readView(query: Readonly<Record<string, string | undefined>>): WallView {
  const wallId = query['wallId']
  return {
    tab: wallTabs.find((known) => known === query['tab']) ?? 'walls',
    page: Math.max(1, Math.trunc(Number(query['page'])) || 1),
    from: readDay(query['from']),
    to: readDay(query['to']),
    wallId: wallId !== undefined && /^[0-9a-f-]{36}$/.test(wallId) ? wallId : undefined,
    username: query['username']?.slice(0, 40),
    verdict: PostbackVerdict.options.find((known) => known === query['verdict']),
    txId: query['txId']?.slice(0, 200),
  }
}

export function show({ tab, ...rest }: WallView): void {
  history.push(to('/app/admin/offerwalls', { query: { ...(tab !== 'walls' && { tab }), ...rest } }))
}

export function useWalls() {
  return useQuery(admin.query('walls'))
}

/** Only what is set: an empty part of a filter is no part of a query. */
function given<Part extends string>(parts: Record<Part, string | undefined>): Partial<Record<Part, string>> {
  const entries = Object.entries(parts).filter(([, value]) => value !== undefined && value !== '')
  // What is left of the entries is text under the same names.
  return Object.fromEntries(entries) as Partial<Record<Part, string>>
}

export function useWallDays({ from, to: last }: WallView) {
  const query = given({ from, to: last })
  return useQuery({ ...admin.query('wallStatistic', { query }), placeholderData: keepPreviousData })
}

export function useChargeBacks({ wallId, username, page = 1 }: WallView) {
  const query = { ...given({ wallId, username }), page: String(page), limit: String(pageLimit) }
  return useQuery({ ...admin.query('chargeBacks', { query }), placeholderData: keepPreviousData })
}

export function usePostbacks({ wallId, verdict, txId, page = 1 }: WallView) {
  const query = {
    ...given({ wallId, txId }),
    ...(verdict && { verdict }),
    page: String(page),
    limit: String(pageLimit),
  }
  return useQuery({
    ...admin.query('postbacks', { query }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  })
}

/** Asks again for all that shows walls. */
export function wallsChanged(): void {
  void askAgain('walls', 'settingAudit')
  void queryClient.invalidateQueries({ queryKey: ['offerwall'] })
}

export function useWallCalls() {
  const remove = useMutation({
    mutationFn: (id: string) => admin.calls.removeWall({ params: { id } }),
    onSettled: wallsChanged,
  })
  const order = useMutation({
    // A wall's place is a number of its own; only those that stand elsewhere than before are written.
    mutationFn: async (walls: readonly AdminWall[]) => {
      for (const [position, wall] of walls.entries()) {
        if (wall.position !== position) await admin.calls.editWall({ params: { id: wall._id }, body: { position } })
      }
    },
    onSettled: wallsChanged,
  })
  return { remove, order }
}

export function useReplay() {
  return useMutation({
    mutationFn: (id: string) => admin.calls.replayPostback({ params: { id } }),
    onSettled: () => askAgain('postbacks', 'chargeBacks', 'wallStatistic'),
  })
}
