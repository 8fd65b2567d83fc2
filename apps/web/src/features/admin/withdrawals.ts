import { currencies } from '@runnel/contract/admin'
import type { AdminWithdrawal } from '@runnel/contract/admin'
import { WithdrawalStatus } from '@runnel/contract/withdraw'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { history } from '#app/history.ts'
import { to } from '#app/paths.ts'
import { admin, askAgain } from './admin.ts'

export const pageLimit = 20

/** Which withdrawals are shown; it stands in the address, so that a list can be sent to a colleague. */
export interface Filter {
  status?: WithdrawalStatus | undefined
  currency?: (typeof currencies)[number] | undefined
  username?: string | undefined
  address?: string | undefined
}

type QueryText = Readonly<Record<string, string | undefined>>

export function readFilter({ status, currency, username, address }: QueryText): Filter {
  return {
    status: WithdrawalStatus.options.find((option) => option === status),
    currency: currencies.find((option) => option === currency),
    username: username?.slice(0, 40),
    address: address?.slice(0, 128),
  }
}

export function readPage({ page }: QueryText): number {
  return Math.max(1, Math.trunc(Number(page)) || 1)
}

/** Shows other withdrawals, from the first page on unless told otherwise. */
export function show(filter: Filter, page?: number): void {
  history.push(to('/app/admin/withdrawals', { query: { ...filter, page } }))
}

export function useWithdrawals(filter: Filter, page: number) {
  const query = { ...filter, page: String(page), limit: String(pageLimit) }
  return useQuery({
    ...admin.query('withdrawals', { query }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  })
}

/** What a person may decide about a withdrawal as it stands; the server enforces it again. */
export type Decision = 'approve' | 'reject' | 'paid' | 'refund'

export function decisionsFor({ status, processor }: Pick<AdminWithdrawal, 'status' | 'processor'>): Decision[] {
  if (status === 'review') return ['approve', 'reject']
  if (status === 'approved') return processor === 'manual' ? ['paid', 'reject'] : ['reject']
  return status === 'unknown' ? ['paid', 'refund'] : []
}

const isDecided = { onSettled: () => askAgain('withdrawals', 'stats') }

/** The decisions as calls; each brings list and overview up to date, whatever became of it. */
export function useDecisions() {
  const approve = useMutation({
    ...isDecided,
    mutationFn: (ids: string[]) => admin.calls.approveWithdrawals({ body: { ids } }),
  })
  const reject = useMutation({
    ...isDecided,
    mutationFn: (body: { ids: string[]; reason: string }) => admin.calls.rejectWithdrawals({ body }),
  })
  const paid = useMutation({
    ...isDecided,
    mutationFn: ({ id, txId }: { id: string; txId: string }) =>
      admin.calls.markPaid({ params: { id }, body: { txId } }),
  })
  const refund = useMutation({
    ...isDecided,
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      admin.calls.refundUnknown({ params: { id }, body: { reason } }),
  })
  return { approve, reject, paid, refund }
}

export type Decisions = ReturnType<typeof useDecisions>
