import type { AdminCampaign } from '@runnel/contract/admin/ptc'
import { CampaignStatus, URL_MAX } from '@runnel/contract/advertise'
import { useMutation, useQuery } from '@tanstack/react-query'
import { to } from '#base/paths.ts'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import { anId, listAt, listQuery, oneOf, onPage, words } from '#features/admin/list/url-state.ts'

export type { AdminCampaign }

/** Which campaigns are shown. */
export const ptcList = listAt(
  (query) => to('/app/admin/ptc', { query }),
  {
    status: oneOf(CampaignStatus.options),
    content: words(100),
    username: words(40),
    url: words(URL_MAX),
    id: anId,
  },
  'campaigns',
)

/** Those that wait for a decision come first by themselves. */
export const usePtcCampaigns = ({ filter, page }: ReturnType<typeof ptcList.useView>) =>
  useQuery({
    ...admin.query('ptc', { query: { ...filter, ...onPage(page) } }),
    ...listQuery,
    select: ({ ads, count }) => ({ items: ads, totalItems: count }),
  })

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

export const decisionsFor = ({ status }: Pick<AdminCampaign, 'status'>): readonly PtcDecision[] => open[status]

const isDecided = { onSettled: () => invalidateAdmin('ptc', 'stats') }

interface Change {
  id: string
  status: 'active' | 'paused' | 'rejected'
  reason?: string
  readAt?: string
}

interface ManyChanges {
  campaigns: readonly AdminCampaign[]
  status: 'active' | 'rejected'
  reason?: string
}

/** The decisions as calls; each brings list and overview up to date, whatever became of it. */
export const usePtcDecisions = () => {
  const change = useMutation({
    ...isDecided,
    mutationFn: ({ id, ...body }: Change) => admin.calls.editPtc({ params: { id }, body }),
  })
  const changeMany = useMutation({
    ...isDecided,
    mutationFn: ({ campaigns, ...decision }: ManyChanges) =>
      admin.calls.decidePtc({
        body: { campaigns: campaigns.map(({ _id: id, updatedAt: readAt }) => ({ id, readAt })), ...decision },
      }),
  })
  const remove = useMutation({
    ...isDecided,
    mutationFn: (id: string) => admin.calls.deletePtc({ params: { id } }),
  })
  return { change, changeMany, remove }
}
