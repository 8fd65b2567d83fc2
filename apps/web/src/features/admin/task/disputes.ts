import type { Result } from '@runnel/contract/route'
import type { task as contract } from '@runnel/contract/task/task'
import { useMutation, useQuery } from '@tanstack/react-query'
import { newIdempotencyKey } from '#api/attempt.ts'
import { to } from '#base/paths.ts'
import { listAt, listQuery, oneOfOr, onPage, words } from '#features/admin/list/url-state.ts'
import { invalidateTasks, task } from '#features/task/task.ts'

export type Dispute = Result<typeof contract.disputed>['items'][number]
export type DisputeStatistic = Result<typeof contract.disputedStatistic>

/** Which disputes are shown. */
export const disputeList = listAt(
  (query) => to('/app/admin/task/submission/disputed', { query }),
  {
    decided: oneOfOr(['no', 'yes'], 'no'),
    username: words(40),
  },
  'disputes',
)

export const useDisputes = ({ filter, page }: ReturnType<typeof disputeList.useView>) =>
  useQuery({ ...task.query('disputed', { query: { ...filter, ...onPage(page) } }), ...listQuery })

export const useDisputeStatistic = () => useQuery({ ...task.query('disputedStatistic'), refetchInterval: 60_000 })

export type Side = 'worker' | 'owner'

interface Judgement {
  dispute: Dispute
  side: Side
  reason: string
}

/** The money follows the decision; owner and worker both read the reason. */
export const useJudging = () =>
  useMutation({
    mutationFn: ({ dispute: { _id, taskId }, side, reason }: Judgement) => {
      const call = { params: { id: taskId }, idempotencyKey: newIdempotencyKey() }
      const body = { submissionIds: [_id], reason, isByAdmin: true }
      return side === 'worker' ? task.calls.accept({ ...call, body }) : task.calls.deny({ ...call, body })
    },
    onSettled: () => invalidateTasks('disputed', 'disputedStatistic'),
  })
