import type { Locale } from '@runnel/contract/locale'
import type { Mailer } from '#adapters/mail/mail.ts'
import type { Db } from '#kernel/db.ts'
import { worker } from '#kernel/queue.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { render } from '#kernel/words/render.ts'
import { onDay, say } from '#kernel/words/say.ts'
import { answerMail, contactMail } from './mails.ts'

interface ContactDeps {
  readonly db: Db
  readonly mailer: Mailer
  readonly settings: Pick<SettingsStore, 'current'>
}

/** Mails contact messages to the owner: to the address of the settings, or else to the admins' own. */
export const contactWorkers = ({ db, mailer, settings }: ContactDeps) => [
  worker(contactMail, async ({ messageId }, id) => {
    const message = await db.read
      .selectFrom('contact_messages')
      .select(['email', 'subject', 'message'])
      .where('id', '=', messageId)
      .executeTakeFirst()
    // Its writer may have deleted their account meanwhile.
    if (message === undefined) return say('owner.job.messageDeleted')
    const { contact_email: contactEmail, site_name: fromName, site_locale: own } = settings.current()
    const recipients = contactEmail === '' ? await admins(db) : [{ email: contactEmail, locale: own }]
    for (const { email: to, locale } of recipients) {
      const sender = render(say('owner.mail.contact.note', { email: message.email }), locale ?? own)
      const text = `${message.message}\n\n-- \n${sender}\n`
      await mailer.send({
        id,
        to,
        subject: render(say('owner.mail.contact.subject', { subject: message.subject }), locale ?? own),
        text,
        html: `<pre style="white-space:pre-wrap;font:inherit">${escaped(text)}</pre>`,
        fromName,
        replyTo: message.email,
      })
    }
    return say(recipients.length === 0 ? 'owner.job.noAdminEmail' : 'owner.job.sent')
  }),

  worker(answerMail, async ({ answerId }, id) => {
    const answer = await db.read
      .selectFrom('contact_answers')
      .innerJoin('contact_messages', 'contact_messages.id', 'contact_answers.message_id')
      .leftJoin('users', 'users.id', 'contact_messages.user_id')
      .select([
        'contact_answers.message as answer',
        'contact_messages.email',
        'contact_messages.subject',
        'users.locale',
      ])
      .select(['contact_messages.message', 'contact_messages.created_at as writtenAt'])
      .where('contact_answers.id', '=', answerId)
      .executeTakeFirst()
    // The writer may have deleted their account, and all that they wrote with it.
    if (answer === undefined) return say('owner.job.messageDeleted')
    const { contact_email: contactEmail, site_name: fromName, site_locale: own } = settings.current()
    const text = `${answer.answer}\n\n${quoted(answer, answer.locale ?? own)}\n\n-- \n${fromName}\n`
    await mailer.send({
      id,
      to: answer.email,
      subject: `Re: ${answer.subject}`,
      text,
      html: `<pre style="white-space:pre-wrap;font:inherit">${escaped(text)}</pre>`,
      fromName,
      ...(contactEmail === '' ? {} : { replyTo: contactEmail }),
    })
    return say('owner.job.sent')
  }),
]

/** What they wrote, as mail programs quote. */
const quoted = ({ message, writtenAt }: { message: string; writtenAt: Date }, locale: Locale): string =>
  [
    render(say('mail.contact.quote', { day: onDay(writtenAt.toISOString().slice(0, 10)) }), locale),
    ...message.split(/\r?\n/).map((row) => `> ${row}`),
  ].join('\n')

const admins = (db: Db): Promise<{ email: string; locale: Locale | null }[]> =>
  db.read
    .selectFrom('users')
    .select(['email', 'locale'])
    .where('role', '=', 'admin')
    .where('email', 'not like', '%@localhost.localdomain')
    .execute()

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
