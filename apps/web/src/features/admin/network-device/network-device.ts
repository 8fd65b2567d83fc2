import { adminPlace as contract } from '@runnel/contract/admin/network-device'
import { useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { to } from '#base/paths.ts'
import {
  anId,
  listAt,
  listQuery,
  onPage,
  oneOf,
  oneOfOr,
  words,
  type ListState,
} from '#features/admin/list/url-state.ts'

const places = connect('admin', contract)

export const leastAccounts = ['1', '2', '3', '5', '10', '50'] as const
export const placeSorts = ['accounts', 'score', 'seen'] as const

const shared = {
  username: words(40),
  minAccounts: oneOfOr(['shared', ...leastAccounts], 'shared'),
  released: oneOf(['false', 'true'] as const),
  sort: oneOfOr(placeSorts, 'accounts'),
}
const networkReaders = { net: words(50), ...shared }
const deviceReaders = { id: anId, ...shared }

export const networkList = listAt((query) => to('/app/admin/ip-user', { query }), networkReaders, 'networks')
export const deviceList = listAt((query) => to('/app/admin/device-analyze', { query }), deviceReaders, 'devices')
export type NetworkReaders = typeof networkReaders
export type DeviceReaders = typeof deviceReaders

/** What is shared, or whatever a search finds: the server tells the two apart where no number is named. */
export const searchParams = <F extends { minAccounts: string }>({ minAccounts, ...filter }: F) =>
  minAccounts === 'shared' ? filter : { ...filter, minAccounts }

export const useNetworks = ({ filter, page }: ListState<NetworkReaders>) =>
  useQuery({
    ...places.query('networks', { query: { ...searchParams(filter), ...onPage(page) } }),
    ...listQuery,
    select: ({ count, ...rest }) => ({ ...rest, totalItems: count }),
  })

export const useDevices = ({ filter, page }: ListState<DeviceReaders>) =>
  useQuery({ ...places.query('devices', { query: { ...searchParams(filter), ...onPage(page) } }), ...listQuery })

export interface ReleaseMutation {
  keys: string[]
  note: string
}

/** What is released ties nobody any more, so scores and lists change. */
const invalidateAll = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['admin'] })

export const useReleaseNetworks = () =>
  useMutation({
    mutationFn: ({ keys, note }: ReleaseMutation) => places.calls.releaseNetworks({ body: { subs: keys, note } }),
    onSettled: invalidateAll,
  })

export const useReleaseDevices = () =>
  useMutation({
    mutationFn: ({ keys, note }: ReleaseMutation) => places.calls.releaseDevices({ body: { ids: keys, note } }),
    onSettled: invalidateAll,
  })
