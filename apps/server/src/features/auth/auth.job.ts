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
import type { Secrets } from '#kernel/secrets.ts'
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
  readonly secrets: Pick<Secrets, 'hmac'>
  readonly settings: Pick<SettingsStore, 'current'>
  readonly publicUrl: string
}

/** Removes sessions that have ended and links that are long dead. */
export const sweepAccounts = defineJob('accounts.sweep', { cron: '17 * * * *' })

/** The letters of accounts, and what cleans up behind them. */
export const authWorkers = (deps: AuthJobDeps): Worker[] => [
  worker(mailVerify, ({ userId }, id) => mailLink(deps, { id, userId, purpose: 'verify' })),
  worker(mailReset, async ({ userId }, id) =>
    userId === null ? say('owner.job.noRecipient') : mailLink(deps, { id, userId, purpose: 'reset' }),
  ),
  worker(mailImportedUser, ({ userId }, id) => mailLink(deps, { id, userId, purpose: 'reset', movedIn })),
  worker(mailEmailChanged, (moved, id) => mailFormer(deps, { ...moved, id })),
  worker(mailNotificationJob, ({ notificationId }, id) => mailNotification(deps, { id, notificationId })),
  worker(mailAccountDeleted, async ({ email, username, locale }, id) => {
    await send(deps, { id, email, locale: locale ?? null }, (sender) => accountDeletedMail(sender, { username }))
    return say('owner.job.sent')
  }),
  worker(sweepAccounts, () => purgeExpiredSecrets(deps)),
]

/** Whoever did not ask for a letter may read it days later. */
const movedIn = { letter: importedUserMail, lifeSeconds: 14 * 86_400 } as const

const letters = { verify: verifyMail, reset: passwordResetMail } as const

interface MailLinkInput {
  readonly id: string
  readonly userId: string
  readonly purpose: Purpose
  readonly movedIn?: typeof movedIn
}

/** Mails a link. Its secret is made here and lives only in the letter; all tries of one job make the same. */
const mailLink = async (deps: AuthJobDeps, { id, userId, purpose, movedIn: other }: MailLinkInput): Promise<Words> => {
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
    const link = { user, purpose, now, lifeSeconds: other?.lifeSeconds, secrets: deps.secrets, jobId: id }
    const secret = await createEmailLink(tx, link)
    return secret === undefined ? undefined : { ...user, secret }
  })
  if (made === undefined) return say('owner.job.noLongerNeeded')
  await send(deps, { ...made, id }, (sender) => (other?.letter ?? letters[purpose])(sender, made))
  return say('owner.job.sent')
}

const mailFormer = async (
  deps: AuthJobDeps,
  { id, userId, formerEmail }: { id: string; userId: string; formerEmail: string },
): Promise<Words> => {
  const user = await deps.db.read
    .selectFrom('users')
    .select(['username', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) return say('owner.job.noLongerNeeded')
  await send(deps, { id, email: formerEmail, locale: user.locale }, (sender) => emailChangedMail(sender, user))
  return say('owner.job.sent')
}

const mailNotification = async (
  deps: AuthJobDeps,
  { id, notificationId }: { id: string; notificationId: string },
): Promise<Words> => {
  const note = await renderNotificationMail(deps.db.read, notificationId)
  if (note === undefined) return say('owner.job.notWanted')
  await send(deps, { ...note, id }, note.write)
  return say('owner.job.sent')
}

interface Recipient {
  readonly email: string
  readonly locale: Locale | null
}

const send = async (
  deps: AuthJobDeps,
  { id, email: to, locale }: Recipient & { readonly id: string },
  write: (sender: Sender) => MailContent,
): Promise<void> => {
  const { site_name: siteName, site_currency: currency, site_locale: own } = deps.settings.current()
  const letter = write({ siteName, currency, publicUrl: deps.publicUrl, locale: locale ?? own })
  await deps.mailer.send({ id, to, fromName: siteName, ...letter })
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
