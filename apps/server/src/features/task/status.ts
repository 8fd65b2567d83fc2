import type { SubmissionStatus, TaskStatus } from '@runnel/contract/task/schemas'
import { assert, refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

/** Who moves a task on: its owner, a person of the site, or what happens to it by itself. */
export type TaskStatusActor = 'owner' | 'staff' | 'machine'

type TaskMoves = { readonly [From in TaskStatus]: { readonly [To in TaskStatus]?: readonly TaskStatusActor[] } }

/**
 * From each status to each that may follow, and who may decide it. Places that are bought wake a completed one. A
 * person may pause what its owner has paused: then only a person lets it run again.
 */
export const taskTransitions: TaskMoves = {
  pending: { active: ['staff'], rejected: ['staff'], deleted: ['owner'] },
  active: {
    paused: ['owner', 'staff'],
    rejected: ['staff'],
    completed: ['owner', 'machine'],
    deleted: ['owner'],
  },
  paused: {
    active: ['owner', 'staff'],
    paused: ['staff'],
    rejected: ['staff'],
    completed: ['owner', 'machine'],
    deleted: ['owner'],
  },
  completed: { active: ['owner'], deleted: ['owner'] },
  rejected: { deleted: ['owner'] },
  deleted: {},
}

/** Whether this move is one of the table's. */
export const canTransitionTask = (from: TaskStatus, to: TaskStatus, by: TaskStatusActor): boolean =>
  taskTransitions[from][to]?.includes(by) ?? false

/** Stops every move of a task that the table does not have. The system never tries one. */
export const refuseOtherTaskMoves = (move: { from: TaskStatus; to: TaskStatus; by: TaskStatusActor }): void => {
  const { from, to, by } = move
  if (canTransitionTask(from, to, by)) return
  assert(by !== 'machine', `the machine never moves a task from ${from} to ${to}`)
  const waits = from === 'pending' && by === 'owner'
  refuse('conflict', 'TASK_STATE', waits ? say('task.taskMustApprovedFirst') : say('task.taskChanged', { from, to }))
}

/** No place of such a task is free: what nobody needs any more went back to its owner. */
export const over: readonly TaskStatus[] = ['rejected', 'completed', 'deleted']

/** Who moves a submission on: its worker, the owner of the task, a moderator, or time. */
export type SubmissionActor = 'worker' | 'owner' | 'moderator' | 'machine'

type WorkMoves = {
  readonly [From in SubmissionStatus]: { readonly [To in SubmissionStatus]?: readonly SubmissionActor[] }
}

/**
 * The way of a submission. What leads back to `pending` from a decision is its undo. Better proof that does not come is
 * a denial by itself, which can be disputed like any other. What a moderator has decided stays.
 */
export const submissionTransitions: WorkMoves = {
  started: { pending: ['worker'], withdrawn: ['worker'], expired: ['machine'] },
  pending: { accepted: ['owner', 'machine'], denied: ['owner'], revision: ['owner'] },
  revision: { pending: ['worker', 'owner'], denied: ['machine'] },
  accepted: { pending: ['owner'] },
  denied: { disputed: ['worker'], pending: ['owner'] },
  disputed: { accepted: ['moderator'], denied: ['moderator'] },
  expired: {},
  withdrawn: {},
}

/** Whether this move is one of the table's. */
export const canTransitionSubmission = (from: SubmissionStatus, to: SubmissionStatus, by: SubmissionActor): boolean =>
  submissionTransitions[from][to]?.includes(by) ?? false
