import type { Call, Result } from '@runnel/contract/route'
import { withdraw as contract, type WithdrawalStatus } from '@runnel/contract/withdraw'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { silence } from '#api/silent.ts'
import { loadChunk } from '#base/chunk-errors.ts'
import { changeMe } from '#features/user/user.ts'

export { statusName, statusTone } from './status.ts'

const loadFirst = () => import('./FirstWithdrawal.tsx').then((file) => ({ default: file.FirstWithdrawal }))
/** Of no use to whoever has been paid. */
export const FirstWithdrawal = lazy(() => loadChunk(loadFirst))

export const withdraw = connect('withdraw', contract)

export type WithdrawMethods = Result<typeof contract.methods>
export type RequestCall = Call<typeof contract.request>
export type Requested = Result<typeof contract.request>

/** What somebody wants paid, where and how. */
export interface WithdrawFields {
  methodId: string
  address: string
  amount: number
}

export const historyLimit = 10

const ways = withdraw.query('methods', undefined, { live: true })
const seconds = 1_000

/** The ways to be paid with the balance, asked again whenever the balance moves and often enough to keep rates true. */
export const useWithdrawMethods = () => useQuery({ ...ways, refetchInterval: 60 * seconds, refetchOnWindowFocus: true })

export interface HistoryWanted {
  page: number
  status: WithdrawalStatus | undefined
}

/** One's own withdrawals; their status changes before one's eyes. */
export const useHistory = ({ page, status }: HistoryWanted) => {
  const query = { page: String(page), limit: String(historyLimit), ...(status && { status }) }
  return useQuery({
    ...withdraw.query('history', { query }, { live: true }),
    placeholderData: (before: Result<typeof contract.history> | undefined) => before,
  })
}

/** Addresses that somebody keeps for one method. */
export const useSavedAddresses = (methodId: string) => {
  const { data } = useQuery(withdraw.query('addresses'))
  return (data?.addresses ?? []).filter((saved) => saved.methodId === methodId)
}

export const addressesChanged = (): void => {
  void queryClient.invalidateQueries({ queryKey: ['withdraw', 'addresses'] })
}

/** The invoice that a wallet sent for a QR code, once it has. */
export const useScanned = (id: string) =>
  useQuery({ ...withdraw.query('scanned', { params: { id } }, { live: true }), refetchInterval: 2 * seconds })

/** What arrives for a wish. A refusal is shown beside its field, so no toast repeats it. */
export const previewOf = ({ methodId, address, amount }: WithdrawFields) =>
  queryOptions({
    queryKey: withdraw.keyOf('preview', { params: { methodId }, body: { address, amount } }),
    queryFn: ({ signal }) =>
      withdraw.calls.preview({ params: { methodId }, body: { address, amount }, signal: silence(signal) }),
    staleTime: 20 * seconds,
    gcTime: 60 * seconds,
  })

/** Asks what arrives anew, since the price has moved from what was shown. */
export const invalidatePreview = (): void => {
  for (const name of ['preview', 'methods']) void queryClient.invalidateQueries({ queryKey: ['withdraw', name] })
}

/** Shows everywhere what a request has just changed. */
export const applyRequested = ({ balance }: Requested): void => {
  queryClient.setQueryData<WithdrawMethods>(ways.queryKey, (known) => known && { ...known, balance })
  changeMe((me) => ({ ...me, user: { ...me.user, balance } }))
  invalidateWithdraw()
}

/** Asks for all that a withdrawal changes. */
export const invalidateWithdraw = (): void => {
  const changed = [
    ['withdraw', 'methods'],
    ['withdraw', 'history'],
    ['user', 'statement'],
    ['user', 'me'],
  ]
  for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey })
}
