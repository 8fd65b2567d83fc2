import type { Mailer } from '#adapters/mail/mail.ts'
import { mailGone, mailMoved, mailMovedIn, mailNote, mailReset, mailVerify } from '#features/user/user.ts'
import type { Clock } from '#kernel/clock.ts'
import { later } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { defineJob, type Worker, worker } from '#kernel/queue.ts'
import type { SettingsRoom } from '#kernel/settings.ts'

import { makeLink, type Purpose } from './links.ts'
import { goneLetter, type Letter, movedInLetter, movedLetter, resetLetter, type Sender, verifyLetter } from './mails.ts'
import { readNote } from './note.ts'

/** What the letters and the sweeping need. */
export interface AuthJobRooms {
  readonly db: Db
  readonly clock: Clock
  readonly mailer: Mailer
  readonly settings: Pick<SettingsRoom, 'current'>
  readonly publicUrl: string
}

/** Removes sessions that have ended and links that are long dead. */
export const sweepAccounts = defineJob('accounts.sweep', { cron: '17 * * * *' })

/** The letters of accounts, and what cleans up behind them. */
export const authWorkers = (rooms: AuthJobRooms): Worker[] => [
  worker(mailVerify, ({ userId }) => mailLink(rooms, { userId, purpose: 'verify' })),
  worker(mailReset, async ({ userId }) =>
    userId === null ? 'nobody to write to' : mailLink(rooms, { userId, purpose: 'reset' }),
  ),
  worker(mailMovedIn, ({ userId }) => mailLink(rooms, { userId, purpose: 'reset', movedIn })),
  worker(mailMoved, ({ userId, formerEmail }) => mailFormer(rooms, userId, formerEmail)),
  worker(mailNote, ({ notificationId }) => mailNotification(rooms, notificationId)),
  worker(mailGone, async ({ email, username }) => {
    await send(rooms, email, (sender) => goneLetter(sender, { username }))
    return 'sent'
  }),
  worker(sweepAccounts, () => sweep(rooms)),
]

/** Whoever did not ask for a letter may read it days later. */
const movedIn = { letter: movedInLetter, lifeSeconds: 14 * 86_400 } as const

const letters = { verify: verifyLetter, reset: resetLetter } as const

/**
 * Mails a link. Its secret is made here and lives only in the letter; a job that is tried again makes another, and
 * the one before it is void.
 */
const mailLink = async (
  rooms: AuthJobRooms,
  { userId, purpose, movedIn: other }: { userId: string; purpose: Purpose; movedIn?: typeof movedIn },
): Promise<string> => {
  const now = rooms.clock()
  const made = await rooms.db.write(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'username', 'email', 'email_verified_at'])
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (user === undefined || (purpose === 'verify' && user.email_verified_at !== null)) return undefined
    return { ...user, secret: await makeLink(tx, { user, purpose, now, lifeSeconds: other?.lifeSeconds }) }
  })
  if (made === undefined) return 'no longer needed'
  await send(rooms, made.email, (sender) => (other?.letter ?? letters[purpose])(sender, made))
  return 'sent'
}

const mailFormer = async (rooms: AuthJobRooms, userId: string, formerEmail: string): Promise<string> => {
  const user = await rooms.db.read.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst()
  if (user === undefined) return 'no longer needed'
  await send(rooms, formerEmail, (sender) => movedLetter(sender, user))
  return 'sent'
}

const mailNotification = async (rooms: AuthJobRooms, notificationId: string): Promise<string> => {
  const note = await readNote(rooms.db.read, notificationId)
  if (note === undefined) return 'not wanted'
  await send(rooms, note.email, note.write)
  return 'sent'
}

const send = async (rooms: AuthJobRooms, to: string, write: (sender: Sender) => Letter): Promise<void> => {
  const { site_name: siteName, site_currency: currency } = rooms.settings.current()
  const letter = write({ siteName, currency, publicUrl: rooms.publicUrl })
  await rooms.mailer.send({ to, fromName: siteName, ...letter })
}

/** Links are kept this long after their end, so that an old one can still be told from a made-up one in disputes. */
const LINK_KEEP_SECONDS = 30 * 86_400

const sweep = ({ db, clock }: AuthJobRooms): Promise<string> =>
  db.write(async (tx) => {
    const now = clock()
    const sessions = await tx.deleteFrom('sessions').where('expires_at', '<=', now).executeTakeFirst()
    const links = await tx
      .deleteFrom('mail_tokens')
      .where('expires_at', '<=', later(now, -LINK_KEEP_SECONDS))
      .executeTakeFirst()
    await tx.deleteFrom('login_tickets').where('expires_at', '<=', now).execute()
    await tx.deleteFrom('google_starts').where('expires_at', '<=', now).execute()
    return `${sessions.numDeletedRows} sessions and ${links.numDeletedRows} links removed`
  })
