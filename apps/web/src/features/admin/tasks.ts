import { TaskStatus } from '@runnel/contract/task-parts'
import type { OwnTask } from '@runnel/contract/task-parts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { history } from '#app/history.ts'
import { to } from '#app/paths.ts'
import { askAgain, task } from '#features/task/task.ts'

export const pageLimit = 20

/** `pending` and `update` wait for a decision; the others are there to be looked up. */
export const taskViews = ['pending', 'update', 'active', 'paused', 'rejected', 'completed', 'deleted', 'all'] as const
export type TaskView = (typeof taskViews)[number]

/** Which tasks are shown; it stands in the address, so that a list can be sent to a colleague. */
export interface TaskFilter {
  view: TaskView
  search?: string | undefined
  username?: string | undefined
}

type QueryText = Readonly<Record<string, string | undefined>>

export function readTaskFilter({ view, search, username }: QueryText): TaskFilter {
  return {
    view: taskViews.find((known) => known === view) ?? 'pending',
    search: search?.slice(0, 100),
    username: username?.slice(0, 40),
  }
}

/** Shows other tasks, from the first page on unless told otherwise. */
export function showTasks({ view, search, username }: TaskFilter, page?: number): void {
  const query = { view: view === 'pending' ? undefined : view, search, username, page }
  history.push(to('/app/admin/task', { query }))
}

export function useAdminTasks({ view, search, username }: TaskFilter, page: number) {
  const status = TaskStatus.options.find((known) => known === view)
  const query = {
    isByAdmin: 'true',
    ...(status && { status }),
    ...(view === 'update' && { hasUpdate: 'true' as const }),
    ...(search && { search }),
    ...(username && { username }),
    page: String(page),
    limit: String(pageLimit),
  } as const
  return useQuery({
    ...task.query('ownTasks', { query }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  })
}

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

export function taskDecisionsFor({ status, update }: OwnTask): readonly TaskDecision[] {
  return update ? ['acceptUpdate', 'denyUpdate', ...open[status]] : open[status]
}

const isDecided = { onSettled: () => askAgain('ownTasks', 'ownTask', 'one') }

interface Change {
  id: string
  status: 'active' | 'paused' | 'rejected'
  reason?: string
  readAt?: string
}

/** The decisions as calls; each brings the list up to date, whatever became of it. */
export function useTaskDecisions() {
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
  return { change, acceptUpdate, denyUpdate }
}
