import type { Call, Result } from '@runnel/contract/route'
import { task as contract } from '@runnel/contract/task/task'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { changeMe } from '#features/user/user.ts'

export const task = connect('task', contract)

export type TaskList = Result<typeof contract.list>
export type TaskOne = Result<typeof contract.one>
export type Submissions = Result<typeof contract.submissions>
export type Review = Result<typeof contract.review>
export type ReviewCall = Call<typeof contract.review>
export type SubmitCall = Call<typeof contract.submit>
export type StartCall = Call<typeof contract.start>
export type CreateCall = Call<typeof contract.create>
export type AddCall = Call<typeof contract.addBalance>
export type EditCall = Call<typeof contract.edit>
export type Categories = Result<typeof contract.categories>
export type OwnTasks = Result<typeof contract.ownTasks>
export type DisputeCall = Call<typeof contract.dispute>
export type Order = NonNullable<NonNullable<Call<typeof contract.list>['query']>['orderBy']>
export type Sent = Result<typeof contract.submit>

export const orders = ['reward', 'newest', 'perMinute'] as const satisfies readonly Order[]
/** As many as the server gives when it is not asked for more. */
export const listLimit = 10
const minute = 60_000

interface Wanted {
  orderBy: Order
  categoryId: string | undefined
  page: number
}

export const useTasks = ({ orderBy, categoryId, page }: Wanted) => {
  const query = { orderBy, ...(categoryId && { categoryId }), page: String(page), limit: String(listLimit) }
  return useQuery({ ...task.query('list', { query }), placeholderData: keepPreviousData, refetchInterval: minute })
}

export const useTask = (id: string) => useQuery(task.query('one', { params: { id } }, { live: true }))

export const useCategories = () => useQuery(task.query('categories'))

/** Shows what became of a submission wherever it stands. */
export const applySubmission = ({ submission }: Sent): void => {
  const key = task.keyOf('one', { params: { id: submission.taskId } })
  queryClient.setQueryData<TaskOne>(key, (known) => known && { ...known, submission })
  void invalidateTasks('one', 'submissions', 'list')
}

export const applyDepositBalance = (depositBalance: number): void => {
  changeMe((me) => ({ ...me, user: { ...me.user, depositBalance } }))
  void queryClient.invalidateQueries({ queryKey: ['user', 'statement'] })
}

/** Asks again for what a decision changes. */
export const invalidateTasks = (...endpoints: (keyof typeof contract)[]): Promise<unknown> =>
  Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: task.keyOf(endpoint) })))
