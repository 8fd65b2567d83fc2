import { TripState, type adminOutflow as contract } from '@runnel/contract/admin/outflow'
import { OutflowSource } from '@runnel/contract/outflow'
import type { Call, Result } from '@runnel/contract/route'
import { useMutation, useQuery } from '@tanstack/react-query'
import { to } from '#base/paths.ts'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import { listAt, listQuery, onPage, oneOf, type ListState } from '#features/admin/list/url-state.ts'

export type Outflow = Result<typeof contract.outflow>
export type OutflowRow = Outflow['sources'][number]
export type Trip = Outflow['open'][number]
export type StopCall = Call<typeof contract.stopOutflow>['body']

const readers = { source: oneOf(OutflowSource.options), state: oneOf(TripState.options) }
export const tripList = listAt((query) => to('/app/admin/outflow', { query }), readers, 'trips')
export type TripReaders = typeof readers

/** What leaves right now, kept fresh while somebody looks at it. */
export const useOutflow = () =>
  useQuery({ ...admin.query('outflow'), refetchInterval: 60_000, refetchOnWindowFocus: true })

export const useTrips = ({ filter, page }: ListState<TripReaders>) =>
  useQuery({ ...admin.query('trips', { query: { ...filter, ...onPage(page) } }), ...listQuery })

const isChanged = { onSettled: () => invalidateAdmin('outflow', 'trips', 'stats', 'wallets', 'waiting') }

/** What a person can do about what leaves. */
export const useOutflowActs = () => ({
  look: useMutation({ ...isChanged, mutationFn: () => admin.calls.lookOutflow() }),
  stop: useMutation({ ...isChanged, mutationFn: (body: StopCall) => admin.calls.stopOutflow({ body }) }),
  resume: useMutation({
    ...isChanged,
    mutationFn: ({ id, note }: { id: string; note: string }) =>
      admin.calls.resumeOutflow({ params: { id }, body: note === '' ? {} : { note } }),
  }),
})

export type OutflowActs = ReturnType<typeof useOutflowActs>
