import { deposit as contract, type Deposit, type DepositStatus } from '@runnel/contract/deposit'
import type { Call, Result } from '@runnel/contract/route'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { changeMe } from '#features/user/user.ts'

export { processorName } from './labels.ts'

export const deposit = connect('deposit', contract)

export type Overview = Result<typeof contract.overview>
export type OpenCall = Call<typeof contract.open>
export type Opened = Result<typeof contract.open>
export type ExchangeCall = Call<typeof contract.exchange>
export type Exchanged = Result<typeof contract.exchange>

export const historyLimit = 10

const pollMs = 4_000

/** The ways to pay in, both balances, and one page of the own deposits; asked again whenever money moves. */
export const useOverview = (page = 1) => {
  const query = { page: String(page), limit: String(historyLimit) }
  return useQuery({
    ...deposit.query('overview', { query }, { live: true }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })
}

/** One deposit; while it may still be paid it is looked at every few seconds. */
export const useDeposit = (id: string) =>
  useQuery({
    ...deposit.query('one', { params: { id } }, { live: true }),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.deposit.status) ? pollMs : false),
    refetchOnWindowFocus: true,
  })

/** Something may still happen to it soon. */
export const isOpen = (status: DepositStatus): boolean =>
  status === 'opening' || status === 'waiting' || status === 'processing'

/** Keeps what the server just said of a deposit, so that the next page need not ask for it first. */
export const applyDeposit = (known: Deposit): void => {
  queryClient.setQueryData(deposit.keyOf('one', { params: { id: known._id } }), { deposit: known })
  invalidateDeposit()
}

/** Shows everywhere what an exchange has just moved. */
export const applyExchanged = ({ balance, depositBalance }: Exchanged): void => {
  queryClient.setQueriesData<Overview>(
    { queryKey: deposit.keyOf('overview') },
    (known) => known && { ...known, balance, depositBalance },
  )
  changeMe((me) => ({ ...me, user: { ...me.user, balance, depositBalance } }))
  invalidateDeposit()
}

/** Asks for all that a deposit or an exchange changes. */
export const invalidateDeposit = (): void => {
  const changed = [
    ['deposit', 'overview'],
    ['advertise', 'list'],
    ['withdraw', 'methods'],
    ['user', 'statement'],
    ['user', 'me'],
  ]
  for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey })
}
