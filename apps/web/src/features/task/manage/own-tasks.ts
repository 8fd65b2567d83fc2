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

export const readOwnFilter = ({ status, search }: QueryText): OwnFilter => ({
  status: TaskStatus.options.find((known) => known === status),
  search: search?.slice(0, 100),
})

export const showOwn = (filter: OwnFilter, page?: number): void => {
  history.push(to('/app/task/advertise/manage', { query: { ...filter, page } }))
}

export const useOwnTasks = (filter: OwnFilter, page: number) => {
  const { status, search } = filter
  const query = { ...(status && { status }), ...(search && { search }), page: String(page), limit: String(listLimit) }
  return useQuery({ ...task.query('ownTasks', { query }, { live: true }), placeholderData: keepPreviousData })
}

export const useOwnTask = (id: string) => useQuery(task.query('ownTask', { params: { id } }, { live: true }))

/** Shows a changed task wherever it stands. */
export const applyTask = (changed: OwnTask): void => {
  queryClient.setQueriesData<OwnTasks>(
    { queryKey: task.keyOf('ownTasks') },
    (known) => known && { ...known, items: known.items.map((item) => (item._id === changed._id ? changed : item)) },
  )
  queryClient.setQueryData(task.keyOf('ownTask', { params: { id: changed._id } }), { task: changed })
  void invalidateTasks('one')
}

/** A deleted one is gone from every list, and what was left is in the deposit balance. */
export const applyDeletedTask = async (id: string, depositBalance: number): Promise<void> => {
  applyDepositBalance(depositBalance)
  queryClient.removeQueries({ queryKey: task.keyOf('ownTask', { params: { id } }) })
  await invalidateTasks('ownTasks', 'categories')
}
