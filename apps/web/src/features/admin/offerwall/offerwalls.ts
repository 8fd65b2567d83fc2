import {
  PostbackVerdict,
  type AdminWall,
  type adminOfferwall as contract,
  type WallPreset,
} from '@runnel/contract/admin/offerwall'
import type { Result } from '@runnel/contract/route'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { history } from '#base/history.ts'
import { to } from '#base/paths.ts'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import { anId, day, listAt, listQuery, oneOf, onPage, words } from '#features/admin/list/url-state.ts'

export type { AdminWall, PostbackVerdict, WallPreset }
export type WallsAnswer = Result<typeof contract.walls>
export type WallDay = Result<typeof contract.wallStatistic>['items'][number]
export type ChargeBack = Result<typeof contract.chargeBacks>['items'][number]
export type Postback = Result<typeof contract.postbacks>['items'][number]

export const wallTabs = ['walls', 'statistic', 'charge-backs', 'postbacks', 'reports'] as const
export type WallTab = (typeof wallTabs)[number]

export const readTab = (tab: string | undefined): WallTab => wallTabs.find((known) => known === tab) ?? 'walls'

export const showTab = (tab: WallTab): void => {
  history.push(addressOf(tab)({}))
}

const addressOf = (tab: WallTab) => (query: Readonly<Record<string, string | undefined>>) =>
  to('/app/admin/offerwalls', { query: { ...(tab !== 'walls' && { tab }), ...query } })

/** Of which days and which wall the figures are. */
export const wallDays = listAt(addressOf('statistic'), { from: day, to: day, wallId: anId }, 'offerwall-days')

export const chargeBackList = listAt(addressOf('charge-backs'), { wallId: anId, username: words(40) }, 'charge-backs')

export const postbackList = listAt(
  addressOf('postbacks'),
  {
    wallId: anId,
    verdict: oneOf(PostbackVerdict.options),
    txId: words(200),
  },
  'postbacks',
)

export const useWalls = () => useQuery(admin.query('walls'))

/** The walls as choices of a filter. */
export const useWallOptions = () => {
  const { data } = useWalls()
  return (data?.walls ?? []).map(({ _id, name }) => ({ value: _id, label: name }))
}

export const useWallDays = ({ from, to: last }: ReturnType<typeof wallDays.useView>['filter']) =>
  useQuery({ ...admin.query('wallStatistic', { query: { from, to: last } }), placeholderData: keepPreviousData })

export const useChargeBacks = ({ filter, page }: ReturnType<typeof chargeBackList.useView>) =>
  useQuery({ ...admin.query('chargeBacks', { query: { ...filter, ...onPage(page) } }), ...listQuery })

export const usePostbacks = ({ filter, page }: ReturnType<typeof postbackList.useView>) =>
  useQuery({ ...admin.query('postbacks', { query: { ...filter, ...onPage(page) } }), ...listQuery })

/** Asks again for all that shows walls. */
export const wallsChanged = (): void => {
  void invalidateAdmin('walls', 'settingAudit')
  void queryClient.invalidateQueries({ queryKey: ['offerwall'] })
}

export const useWallOrder = () =>
  useMutation({
    // A wall's place is a number of its own; only those that stand elsewhere than before are written.
    mutationFn: async (walls: readonly AdminWall[]) => {
      for (const [position, wall] of walls.entries()) {
        if (wall.position !== position) await admin.calls.editWall({ params: { id: wall._id }, body: { position } })
      }
    },
    onSettled: wallsChanged,
  })

/** Writes the places that the walls had before. */
export const restoreOrder = async (walls: readonly AdminWall[]): Promise<void> => {
  for (const { _id: id, position } of walls) await admin.calls.editWall({ params: { id }, body: { position } })
  wallsChanged()
}

export const useReplay = () =>
  useMutation({
    mutationFn: (id: string) => admin.calls.replayPostback({ params: { id } }),
    onSettled: () => invalidateAdmin('postbacks', 'chargeBacks', 'wallStatistic'),
  })
