import type { Locale } from '@runnel/contract/locale'
import { sql } from 'kysely'
import type { Mailer } from '#adapters/mail/mail.ts'
import {
  mailedKinds,
  type NotificationValues,
  mailAccountDeleted,
  mailEmailChanged,
  mailImportedUser,
  mailNotificationJob,
  mailReset,
  mailVerify,
} from '#features/user/user.ts'
import { type Clock, later } from '#kernel/clock.ts'
import type { Read, Db } from '#kernel/db.ts'
import { purgeRows } from '#kernel/postgres/purge-rows.ts'
import { defineJob, type Worker, worker } from '#kernel/queue.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { createEmailLink, type Purpose } from './email-links.ts'
import type { MailContent, Sender } from './mail-layout.ts'
import {
  notificationMail,
  accountDeletedMail,
  importedUserMail,
  emailChangedMail,
  passwordResetMail,
  verifyMail,
} from './mail-templates.ts'
import { isOptional } from './security-mail-templates.ts'

/** What the letters and the sweeping need. */
export interface AuthJobDeps {
  readonly db: Db
  readonly clock: Clock
  readonly mailer: Mailer
  readonly settings: Pick<SettingsStore, 'current'>
  readonly publicUrl: string
}

/** Removes sessions that have ended and links that are long dead. */
export const sweepAccounts = defineJob('accounts.sweep', { cron: '17 * * * *' })

/** The letters of accounts, and what cleans up behind them. */
export const authWorkers = (deps: AuthJobDeps): Worker[] => [
  worker(mailVerify, ({ userId }) => mailLink(deps, { userId, purpose: 'verify' })),
  worker(mailReset, async ({ userId }) =>
    userId === null ? say('owner.job.noRecipient') : mailLink(deps, { userId, purpose: 'reset' }),
  ),
  worker(mailImportedUser, ({ userId }) => mailLink(deps, { userId, purpose: 'reset', movedIn })),
  worker(mailEmailChanged, ({ userId, formerEmail }) => mailFormer(deps, userId, formerEmail)),
  worker(mailNotificationJob, ({ notificationId }) => mailNotification(deps, notificationId)),
  worker(mailAccountDeleted, async ({ email, username, locale }) => {
    await send(deps, { email, locale: locale ?? null }, (sender) => accountDeletedMail(sender, { username }))
    return say('owner.job.sent')
  }),
  worker(sweepAccounts, () => purgeExpiredSecrets(deps)),
]

/** Whoever did not ask for a letter may read it days later. */
const movedIn = { letter: importedUserMail, lifeSeconds: 14 * 86_400 } as const

const letters = { verify: verifyMail, reset: passwordResetMail } as const

/**
 * Mails a link. Its secret is made here and lives only in the letter; a job that is tried again makes another, and
 * the one before it is void.
 */
const mailLink = async (
  deps: AuthJobDeps,
  { userId, purpose, movedIn: other }: { userId: string; purpose: Purpose; movedIn?: typeof movedIn },
): Promise<Words> => {
  const now = deps.clock()
  const made = await deps.db.write(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'username', 'email', 'email_verified_at', 'locale'])
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (user === undefined || (purpose === 'verify' && user.email_verified_at !== null)) return undefined
    return { ...user, secret: await createEmailLink(tx, { user, purpose, now, lifeSeconds: other?.lifeSeconds }) }
  })
  if (made === undefined) return say('owner.job.noLongerNeeded')
  await send(deps, made, (sender) => (other?.letter ?? letters[purpose])(sender, made))
  return say('owner.job.sent')
}

const mailFormer = async (deps: AuthJobDeps, userId: string, formerEmail: string): Promise<Words> => {
  const user = await deps.db.read
    .selectFrom('users')
    .select(['username', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) return say('owner.job.noLongerNeeded')
  await send(deps, { email: formerEmail, locale: user.locale }, (sender) => emailChangedMail(sender, user))
  return say('owner.job.sent')
}

const mailNotification = async (deps: AuthJobDeps, notificationId: string): Promise<Words> => {
  const note = await renderNotificationMail(deps.db.read, notificationId)
  if (note === undefined) return say('owner.job.notWanted')
  await send(deps, note, note.write)
  return say('owner.job.sent')
}

interface Recipient {
  readonly email: string
  readonly locale: Locale | null
}

const send = async (
  deps: AuthJobDeps,
  { email: to, locale }: Recipient,
  write: (sender: Sender) => MailContent,
): Promise<void> => {
  const { site_name: siteName, site_currency: currency, site_locale: own } = deps.settings.current()
  const letter = write({ siteName, currency, publicUrl: deps.publicUrl, locale: locale ?? own })
  await deps.mailer.send({ to, fromName: siteName, ...letter })
}

/** Links are kept this long after their end, so that an old one can still be told from a made-up one in disputes. */
const LINK_KEEP_SECONDS = 30 * 86_400

const purgeExpiredSecrets = async ({ db, clock }: AuthJobDeps): Promise<Words> => {
  const now = clock()
  const sessions = await purgeRows(db, { table: 'sessions', isOver: sql`expires_at <= ${now}` })
  const links = await purgeRows(db, {
    table: 'mail_tokens',
    isOver: sql`expires_at <= ${later(now, -LINK_KEEP_SECONDS)}`,
  })
  await purgeRows(db, { table: 'login_tickets', isOver: sql`expires_at <= ${now}` })
  await purgeRows(db, { table: 'google_starts', isOver: sql`expires_at <= ${now}` })
  await purgeRows(db, { table: 'passkey_challenges', isOver: sql`expires_at <= ${now}` })
  return say('owner.job.sessionsDeleted', { sessions, links })
}

/** A notification as a letter; undefined when its user does not want it, or the mailbox is not proven theirs. */
const renderNotificationMail = async (
  db: Read,
  notificationId: string,
): Promise<(Recipient & { write: (sender: Sender) => MailContent }) | undefined> => {
  const row = await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(['kind', 'values', 'username', 'email', 'email_verified_at', 'notify_by_mail', 'mails_off', 'locale'])
    .where('notifications.id', '=', notificationId)
    .executeTakeFirst()
  const kind = mailedKinds.find((mailed) => mailed === row?.kind)
  if (row === undefined || kind === undefined) return undefined
  const isWanted = row.notify_by_mail && !row.mails_off.includes(kind) && row.email_verified_at !== null
  // About the others everybody is told, since only a thief would rather not, or nobody else would look.
  if (!isWanted && isOptional(kind)) return undefined
  // `notifyAndMail` is the only writer of these kinds, and it takes the values that belong to each.
  const values = row.values as NotificationValues[typeof kind]
  const { email, locale, username } = row
  return { email, locale, write: (sender) => notificationMail(sender, { kind, values, username }) }
}
