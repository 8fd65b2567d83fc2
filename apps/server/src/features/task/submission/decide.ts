import type { Contract } from '@runnel/contract'
import type { Input } from '@runnel/contract/route'
import { changeTaskStatusAsStaff } from '#features/task/change.ts'
import { findLockedOwners } from '#kernel/account-lock.ts'
import type { Context } from '#kernel/context.ts'
import { say, together, type Words } from '#kernel/words/say.ts'
import { isOwnCase } from './decide-dispute.ts'

type Routes = Contract['task']
type Decision = Input<Routes['decideTasks']>['body']
type DecideContext = Pick<
  Context<Routes['decideTasks']>,
  'tx' | 'caller' | 'visitor' | 'now' | 'notifyLive' | 'enqueue'
>

/**
 * Opens or rejects tasks that wait, each as its reader has seen it. Left alone is what somebody else has decided, what
 * its owner has changed since, and what a moderator asks for themselves. Nothing opens for an owner who is locked.
 */
export const decideTasks = async (
  context: DecideContext,
  { tasks, status, reason }: Decision,
): Promise<{ done: number; skipped: number; msg: string }> => {
  const { tx, caller, now } = context
  const read = new Map(tasks.map(({ id, readAt }) => [id, readAt]))
  const ids = [...read.keys()]
  const lockedOwners = status === 'active' ? await findLockedOwners(tx, { of: 'tasks', ids, now }) : undefined
  const waiting = await tx
    .selectFrom('tasks')
    .selectAll()
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const asRead = waiting.filter(
    (task) => read.get(task.id) === task.updated_at.toISOString() && !isOwnCase(caller, task),
  )
  const due = asRead.filter((task) => lockedOwners?.has(task.user_id) !== true)
  // Money moves in the order of the owners' ids, whoever decides what at the same time.
  for (const { id } of due.toSorted((a, b) => a.user_id.localeCompare(b.user_id))) {
    await changeTaskStatusAsStaff(context, { id, status, reason, lockedOwners })
  }
  const [done, skipped] = [due.length, read.size - due.length]
  return { done, skipped, msg: words({ done, skipped, locked: asRead.length - done, status }) }
}

interface Outcome {
  readonly done: number
  readonly skipped: number
  /** So many of those that are skipped, because their owners are locked. */
  readonly locked: number
  readonly status: Decision['status']
}

const words = ({ done, skipped, locked, status }: Outcome): Words =>
  together(
    say('task.decided', { count: done, status }),
    skipped > locked && say('task.decidedSkipped', { count: skipped - locked }),
    locked > 0 && say('ownerLockedSkipped', { count: locked }),
  )
