import { mailedKinds, type NotificationValues } from '#features/user/user.ts'
import type { Read } from '#kernel/db.ts'
import { type MailContent, notificationMail, type Sender } from './mail-templates.ts'
import { isOptional } from './security-mail-templates.ts'

/** A notification as a letter; undefined when its user does not want it, or the mailbox is not proven theirs. */
export const renderNotificationMail = async (
  db: Read,
  notificationId: string,
): Promise<{ email: string; write: (sender: Sender) => MailContent } | undefined> => {
  const row = await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(['kind', 'values', 'username', 'email', 'email_verified_at', 'notify_by_mail', 'mails_off'])
    .where('notifications.id', '=', notificationId)
    .executeTakeFirst()
  const kind = mailedKinds.find((mailed) => mailed === row?.kind)
  if (row === undefined || kind === undefined) return undefined
  const isWanted = row.notify_by_mail && !row.mails_off.includes(kind) && row.email_verified_at !== null
  // About the others everybody is told, since only a thief would rather not, or nobody else would look.
  if (!isWanted && isOptional(kind)) return undefined
  // `notifyAndMail` is the only writer of these kinds, and it takes the values that belong to each.
  const values = row.values as NotificationValues[typeof kind]
  return { email: row.email, write: (sender) => notificationMail(sender, { kind, values, username: row.username }) }
}
