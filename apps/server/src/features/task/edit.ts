import type { Contract } from '@runnel/contract'
import type { Input } from '@runnel/contract/route'
import { refuseOwnTask } from '#features/task/submission/decide-dispute.ts'
import { notify } from '#features/user/user.ts'
import { audit, byCaller } from '#kernel/audit.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { columnsOf, refuseCheap, type TaskTexts } from './create.ts'
import { instructionsHtml } from './instructions.ts'
import { updateTask, type LockedTask, lockAnyTaskRow, lockOwnTaskRow } from './row-locks.ts'

type Routes = Contract['task']
type Edit = Input<Routes['edit']>['body']

/** What an edit did: written at once, waiting for a moderator, or nothing was different. */
export type Edited = 'changed' | 'requested' | 'same'

/** Changes a task that nobody has approved yet; of any other, it asks a moderator to. */
export const editTask = async (
  { tx, caller, settings, now }: Context<Routes['edit']>,
  { id, edit }: { id: string; edit: Edit },
): Promise<Edited> => {
  const task = await lockOwnTaskRow(tx, { id, userId: caller.id })
  if (task.status === 'rejected') {
    refuse('conflict', 'TASK_STATE', say('task.editRejectedTaskCreate'))
  }
  const changes = differences(textOf(task), edit)
  if (Object.keys(changes).length === 0) return 'same'
  if (changes.categoryId !== undefined) {
    await refuseCheap(tx, { categoryId: changes.categoryId, reward: task.reward, currency: settings.site_currency })
  }
  if (task.status === 'pending') {
    await updateTask(tx, task, { ...columnsOf({ ...textOf(task), ...changes }), updated_at: now })
    return 'changed'
  }
  // The moderator decides about words that can be shown.
  if (changes.instructions !== undefined) instructionsHtml(changes.instructions)
  await tx
    .updateTable('task_update_requests')
    .set({ status: 'replaced', decided_at: now })
    .where('task_id', '=', id)
    .where('status', '=', 'open')
    .execute()
  await tx
    .insertInto('task_update_requests')
    .values({
      id: newId(),
      task_id: id,
      changes: JSON.stringify(changes),
      status: 'open',
      reason: null,
      created_at: now,
      decided_by: null,
    })
    .execute()
  return 'requested'
}

/** The words of a task as its owner gave them. */
export const textOf = (task: Pick<LockedTask, Columns>): TaskTexts => ({
  categoryId: task.category_id,
  title: task.title,
  instructions: task.instructions,
  proofs: task.proofs,
  minLevel: task.min_level,
  countries: task.countries,
  minutesToFinish: task.minutes_to_finish,
  hoursToReview: task.hours_to_review,
})

type Columns =
  | 'category_id'
  | 'title'
  | 'instructions'
  | 'proofs'
  | 'min_level'
  | 'countries'
  | 'minutes_to_finish'
  | 'hours_to_review'

const fieldNames = [
  'categoryId',
  'title',
  'instructions',
  'proofs',
  'minLevel',
  'countries',
  'minutesToFinish',
  'hoursToReview',
] as const satisfies readonly (keyof TaskTexts)[]

const differences = (before: TaskTexts, edit: Edit): Partial<TaskTexts> =>
  pick(edit, (name) => edit[name] !== undefined && normal(edit[name]) !== normal(before[name]))

/** Lists of countries are the same in any order; proofs are not, and neither are the names of their fields. */
const normal = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    Array.isArray(part) && part.every((item) => typeof item === 'string')
      ? [...new Set(part)].sort()
      : typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a.localeCompare(b)))
        : part,
  )

const pick = (words: Edit, isWanted: (name: keyof TaskTexts) => boolean): Partial<TaskTexts> =>
  Object.fromEntries(fieldNames.filter(isWanted).map((name) => [name, words[name]]))

/** What a request would change: these fields as they are, and as they would be. */
export const beforeAndAfter = (task: Pick<LockedTask, Columns>, changes: Record<string, unknown>) => {
  // Only `editTask` writes this column, and it writes fields that the contract has parsed.
  const after = changes as Partial<TaskTexts>
  return { before: pick(textOf(task), (name) => after[name] !== undefined), after }
}

type UpdateDecisionContext = Pick<Context<Routes['acceptUpdate']>, 'tx' | 'now' | 'caller' | 'visitor' | 'notifyLive'>

/** Puts the changes of a request into force. */
export const acceptUpdate = async (context: UpdateDecisionContext, id: string): Promise<void> => {
  const { tx, now } = context
  const { task, changes } = await lockUpdateRequest(tx, id)
  refuseOwnTask(context.caller, task)
  if (task.status === 'rejected') refuse('conflict', 'TASK_STATE', say('task.taskBeenRejected'))
  const { after } = beforeAndAfter(task, changes)
  await updateTask(tx, task, { ...columnsOf({ ...textOf(task), ...after }), updated_at: now })
  await decide(context, { id, status: 'accepted', reason: null })
  const values = { title: task.title, taskId: task.id }
  await notify(tx, { userId: task.user_id, kind: 'task-update-accepted', values, now })
  context.notifyLive(task.user_id)
}

/** Leaves the task as it is, for a reason that its owner reads. */
export const denyUpdate = async (
  context: UpdateDecisionContext,
  { id, reason }: { id: string; reason: string },
): Promise<void> => {
  const { tx, now } = context
  const { task } = await lockUpdateRequest(tx, id)
  refuseOwnTask(context.caller, task)
  await decide(context, { id, status: 'denied', reason })
  const values = { title: task.title, taskId: task.id, reason }
  await notify(tx, { userId: task.user_id, kind: 'task-update-denied', values, now })
  context.notifyLive(task.user_id)
}

/** Two moderators meet at the task's row, and the second finds that it is decided. */
const lockUpdateRequest = async (tx: Tx, id: string) => {
  const known = await tx.selectFrom('task_update_requests').select('task_id').where('id', '=', id).executeTakeFirst()
  if (known === undefined) return refuse('notFound', 'NOT_FOUND', say('task.changeRequestFound'))
  const task = await lockAnyTaskRow(tx, known.task_id)
  const request = await tx
    .selectFrom('task_update_requests')
    .select(['status', 'changes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (request.status !== 'open') refuse('conflict', 'ALREADY_DECIDED', say('task.changeRequestAlreadyBeen'))
  return { task, changes: request.changes }
}

const decide = async (
  context: UpdateDecisionContext,
  { id, status, reason }: { id: string; status: 'accepted' | 'denied'; reason: string | null },
): Promise<void> => {
  const { tx, now, caller } = context
  const action = status === 'accepted' ? 'task-update.accept' : 'task-update.deny'
  await audit(tx, { ...byCaller(context), action, target: id, before: undefined, after: { reason } })
  await tx
    .updateTable('task_update_requests')
    .set({ status, reason, decided_at: now, decided_by: caller.id })
    .where('id', '=', id)
    .execute()
}
