import { TaskStatus, type OwnTask } from '@runnel/contract/task/schemas'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { history } from '#base/history.ts'
import { to } from '#base/paths.ts'
import { invalidateTasks, listLimit, applyDepositBalance, task, type OwnTasks } from '#features/task/calls.ts'

/** Which of the own tasks are shown; it stands in the address. */
export interface OwnFilter {
  status?: TaskStatus | undefined
  search?: string | undefined
}

type QueryText = Readonly<Record<string, string | undefined>>

export function readOwnFilter({ status, search }: QueryText): OwnFilter {
  return { status: TaskStatus.options.find((known) => known === status), search: search?.slice(0, 100) }
}

export function showOwn(filter: OwnFilter, page?: number): void {
  history.push(to('/app/task/advertise/manage', { query: { ...filter, page } }))
}

export function useOwnTasks(filter: OwnFilter, page: number) {
  const { status, search } = filter
  const query = { ...(status && { status }), ...(search && { search }), page: String(page), limit: String(listLimit) }
  return useQuery({ ...task.query('ownTasks', { query }, { live: true }), placeholderData: keepPreviousData })
}

export function useOwnTask(id: string) {
  return useQuery(task.query('ownTask', { params: { id } }, { live: true }))
}

/** Shows a changed task wherever it stands. */
export function applyTask(changed: OwnTask): void {
  queryClient.setQueriesData<OwnTasks>(
    { queryKey: task.keyOf('ownTasks') },
    (known) => known && { ...known, items: known.items.map((item) => (item._id === changed._id ? changed : item)) },
  )
  queryClient.setQueryData(task.keyOf('ownTask', { params: { id: changed._id } }), { task: changed })
  void invalidateTasks('one')
}

/** A deleted one is gone from every list, and what was left is in the deposit balance. */
export async function applyDeletedTask(id: string, depositBalance: number): Promise<void> {
  applyDepositBalance(depositBalance)
  queryClient.removeQueries({ queryKey: task.keyOf('ownTask', { params: { id } }) })
  await invalidateTasks('ownTasks', 'categories')
}
