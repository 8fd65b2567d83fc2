import { TaskStatus, type OwnTask } from '@runnel/contract/task/schemas'
import { useMutation, useQuery } from '@tanstack/react-query'
import { to } from '#base/paths.ts'
import { listAt, listQuery, oneOfOr, onPage, words } from '#features/admin/list/url-state.ts'
import { invalidateTasks, task } from '#features/task/task.ts'

/** `pending` and `update` wait for a decision; the others are there to be looked up. */
export const taskViews = ['pending', 'update', 'active', 'paused', 'rejected', 'completed', 'deleted', 'all'] as const
export type TaskView = (typeof taskViews)[number]

/** Which tasks are shown: at first those that wait. */
export const taskList = listAt(
  (query) => to('/app/admin/task', { query }),
  {
    view: oneOfOr(taskViews, 'pending'),
    search: words(100),
    username: words(40),
  },
  'tasks',
)

export type TaskFilter = ReturnType<typeof taskList.useView>['filter']

/** The filter as the server knows it: what waits with a change is no status. */
export const taskQuery = ({ view, search, username }: TaskFilter) =>
  ({
    isByAdmin: 'true',
    status: TaskStatus.options.find((known) => known === view),
    hasUpdate: view === 'update' ? 'true' : undefined,
    search,
    username,
  }) as const

export const useAdminTasks = ({ filter, page }: ReturnType<typeof taskList.useView>) =>
  useQuery({ ...task.query('ownTasks', { query: { ...taskQuery(filter), ...onPage(page) } }), ...listQuery })

/** What a person of the site may decide about a task as it stands; the server enforces it again. */
export type TaskDecision = 'approve' | 'pause' | 'reject' | 'acceptUpdate' | 'denyUpdate'

const open: Readonly<Record<TaskStatus, readonly TaskDecision[]>> = {
  pending: ['approve', 'reject'],
  active: ['pause', 'reject'],
  paused: ['approve', 'reject'],
  completed: [],
  rejected: [],
  deleted: [],
}

export const taskDecisionsFor = ({ status, update }: OwnTask): readonly TaskDecision[] =>
  update ? ['acceptUpdate', 'denyUpdate', ...open[status]] : open[status]

const isDecided = { onSettled: () => invalidateTasks('ownTasks', 'ownTask', 'one') }

interface Change {
  id: string
  status: 'active' | 'paused' | 'rejected'
  reason?: string
  readAt?: string
}

interface ManyChanges {
  tasks: readonly OwnTask[]
  status: 'active' | 'rejected'
  reason?: string
}

/** The decisions as calls; each brings the list up to date, whatever became of it. */
export const useTaskDecisions = () => {
  const change = useMutation({
    ...isDecided,
    mutationFn: ({ id, ...rest }: Change) =>
      task.calls.setStatus({
        params: { id },
        body: { ...rest, isByAdmin: true },
      }),
  })
  const acceptUpdate = useMutation({
    ...isDecided,
    mutationFn: (id: string) => task.calls.acceptUpdate({ params: { id } }),
  })
  const denyUpdate = useMutation({
    ...isDecided,
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      task.calls.denyUpdate({ params: { id }, body: { reason } }),
  })
  const changeMany = useMutation({
    ...isDecided,
    mutationFn: ({ tasks, ...decision }: ManyChanges) =>
      task.calls.decideTasks({
        body: { tasks: tasks.map(({ _id: id, updatedAt: readAt }) => ({ id, readAt })), ...decision },
      }),
  })
  return { change, changeMany, acceptUpdate, denyUpdate }
}
