import type { Mailer } from '#adapters/mail/mail.ts'
import { contactMail } from '#features/contact/contact.ts'
import type { Db } from '#kernel/db.ts'
import { worker } from '#kernel/queue.ts'
import type { SettingsRoom } from '#kernel/settings.ts'

interface ContactRooms {
  readonly db: Db
  readonly mailer: Mailer
  readonly settings: Pick<SettingsRoom, 'current'>
}

/** Mails contact messages to the owner: to the address of the settings, or else to the admins' own. */
export const contactWorkers = ({ db, mailer, settings }: ContactRooms) => [
  worker(contactMail, async ({ messageId }) => {
    const message = await db.read
      .selectFrom('contact_messages')
      .select(['email', 'subject', 'message'])
      .where('id', '=', messageId)
      .executeTakeFirstOrThrow()
    const { contact_email: contactEmail, site_name: fromName } = settings.current()
    const recipients = contactEmail === '' ? await adminAddresses(db) : [contactEmail]
    const sender = `Sent by ${message.email} with the contact form. Answer to this mail to reach them.`
    const text = `${message.message}\n\n-- \n${sender}\n`
    for (const to of recipients) {
      await mailer.send({
        to,
        subject: `[Contact] ${message.subject}`,
        text,
        html: `<pre style="white-space:pre-wrap;font:inherit">${escaped(text)}</pre>`,
        fromName,
        replyTo: message.email,
      })
    }
    return recipients.length === 0 ? 'nobody to mail to; the message is stored' : ''
  }),
]

const adminAddresses = async (db: Db): Promise<string[]> => {
  const rows = await db.read
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('email', 'not like', '%@localhost.localdomain')
    .execute()
  return rows.map(({ email }) => email)
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
