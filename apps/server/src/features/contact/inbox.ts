import { notify } from '#features/user/user.ts'
import type { WriteContext } from '#kernel/context.ts'
import { newId } from '#kernel/id.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { answerMail } from './mails.ts'

type Desk = Pick<WriteContext, 'tx' | 'now' | 'caller' | 'enqueue' | 'notifyLive'>

/** A message whose row this transaction holds. */
interface LockedMessage {
  readonly id: string
  readonly user_id: string | null
  readonly subject: string
  readonly answered_at: Date | null
  readonly closed: boolean
}

/** How a message stands: an answer or a decision to give none ends the wait. */
export const stateOf = (message: { readonly answered_at: Date | null; readonly closed: boolean }) => {
  if (message.closed) return 'closed'
  return message.answered_at === null ? 'open' : 'answered'
}

const lockMessageRow = async ({ tx }: Desk, id: string): Promise<LockedMessage> => {
  const message = await tx
    .selectFrom('contact_messages')
    .select(['id', 'user_id', 'subject', 'answered_at', 'closed'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return message ?? refuse('notFound', 'NOT_FOUND', say('contact.messageFound'))
}

/** Answers by mail, and tells the writer's account; a message can be answered more than once. */
export const answerMessage = async (
  context: Desk,
  { id, message }: { id: string; message: string },
): Promise<LockedMessage> => {
  const { tx, now, caller, enqueue, notifyLive } = context
  assert(caller !== undefined, 'an admin is signed in')
  const held = await lockMessageRow(context, id)
  const answerId = newId()
  await tx
    .insertInto('contact_answers')
    .values({ id: answerId, message_id: id, by_user: caller.id, message, at: now })
    .execute()
  await tx.updateTable('contact_messages').set({ answered_at: now, closed: false }).where('id', '=', id).execute()
  await enqueue(answerMail, { answerId })
  if (held.user_id !== null) {
    await notify(tx, { userId: held.user_id, kind: 'contact-answered', values: { subject: held.subject }, now })
    notifyLive(held.user_id)
  }
  return held
}

/** Ends the wait of messages that need no answer; those that do not wait stay as they are. */
export const closeMessages = async ({ tx, now }: Desk, ids: readonly string[]): Promise<string[]> => {
  const closed = await tx
    .updateTable('contact_messages')
    .set({ answered_at: now, closed: true })
    .where('id', 'in', [...ids])
    .where('answered_at', 'is', null)
    .returning('id')
    .execute()
  return closed.map(({ id }) => id)
}

/** Ends the wait of one message. */
export const closeMessage = async (context: Desk, id: string): Promise<void> => {
  const held = await lockMessageRow(context, id)
  if (held.answered_at !== null) refuse('conflict', 'NOT_OPEN', say('contact.messageAlreadyBeenClosed'))
  await closeMessages(context, [id])
}

/** Puts a message back among those that wait; returns how it stood before. */
export const reopenMessage = async (context: Desk, id: string): Promise<string> => {
  const held = await lockMessageRow(context, id)
  if (held.answered_at === null) refuse('conflict', 'OPEN_ALREADY', say('contact.messageAlreadyOpen'))
  await context.tx
    .updateTable('contact_messages')
    .set({ answered_at: null, closed: false })
    .where('id', '=', id)
    .execute()
  return stateOf(held)
}
