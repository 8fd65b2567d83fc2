import type { task as contract } from '@runnel/contract/task'
import type { Result } from '@runnel/contract/route'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { newKey } from '#api/attempt.ts'
import { history } from '#app/history.ts'
import { to } from '#app/paths.ts'
import { askAgain, task } from '#features/task/task.ts'

export type Dispute = Result<typeof contract.disputed>['items'][number]
export type DisputeStatistic = Result<typeof contract.disputedStatistic>

export const pageLimit = 10

/** Which disputes are shown; it stands in the address. */
export interface DisputeFilter {
  decided: 'yes' | 'no'
  username?: string | undefined
}

type QueryText = Readonly<Record<string, string | undefined>>

export function readDisputeFilter({ decided, username }: QueryText): DisputeFilter {
  return { decided: decided === 'yes' ? 'yes' : 'no', username: username?.slice(0, 40) }
}

export function showDisputes({ decided, username }: DisputeFilter, page?: number): void {
  const query = { decided: decided === 'yes' ? 'yes' : undefined, username, page }
  history.push(to('/app/admin/task/submission/disputed', { query }))
}

export function useDisputes({ decided, username }: DisputeFilter, page: number) {
  const query = { decided, ...(username && { username }), page: String(page), limit: String(pageLimit) }
  return useQuery({
    ...task.query('disputed', { query }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  })
}

export function useDisputeStatistic() {
  return useQuery({ ...task.query('disputedStatistic'), refetchInterval: 60_000 })
}

export type Side = 'worker' | 'owner'

interface Judgement {
  dispute: Dispute
  side: Side
  reason: string
}

/** The money follows the decision; owner and worker both read the reason. */
export function useJudging() {
  return useMutation({
    mutationFn: ({ dispute: { _id, taskId }, side, reason }: Judgement) => {
      const call = { params: { id: taskId }, idempotencyKey: newKey() }
      const body = { submissionIds: [_id], reason, isByAdmin: true }
      return side === 'worker' ? task.calls.accept({ ...call, body }) : task.calls.deny({ ...call, body })
    },
    onSettled: () => askAgain('disputed', 'disputedStatistic'),
  })
}
