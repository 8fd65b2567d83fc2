import type { Contract } from '@runnel/contract'
import type { Handlers } from '#kernel/context.ts'
import { newId } from '#kernel/id.ts'
import { say } from '#kernel/words/say.ts'
import { contactMail } from './mails.ts'

export { answerMessage, closeMessage, closeMessages, reopenMessage, stateOf } from './inbox.ts'

export const contact: Handlers<Contract['contact']> = {
  send: async ({ body }, { tx, caller, now, enqueue }) => {
    const { email, subject, message } = body
    const id = newId()
    await tx
      .insertInto('contact_messages')
      .values({ id, user_id: caller?.id ?? null, email, subject, message, created_at: now })
      .execute()
    await enqueue(contactMail, { messageId: id })
    return { msg: say('contact.messageSentReplyEmail') }
  },
}
