import { NotificationKind } from '@runnel/contract/account/user-kinds'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Mailer } from '#adapters/mail/mail.ts'
import { localDay, mailDigest, nextMorning, userView } from '#features/user/user.ts'
import { lockedSql } from '#kernel/account-lock.ts'
import { type Clock, later } from '#kernel/clock.ts'
import type { Db, Read, Tx } from '#kernel/db.ts'
import { isFinal } from '#kernel/job/failure.ts'
import { defineJob, type Enqueue, type Worker, worker } from '#kernel/queue.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { type DigestContent, digestMail } from './digest-mail.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

interface DigestJobDeps {
  readonly db: Db
  readonly clock: Clock
  readonly enqueue: Enqueue
  readonly mailer: Mailer
  readonly secrets: Secrets
  readonly settings: Pick<SettingsStore, 'current'>
  readonly publicUrl: string
}

/** Finds whose morning has come; some time zones are a quarter of an hour from the next. */
export const digestPlan = defineJob('digest.plan', { cron: '*/15 * * * *', expireSeconds: 600 })

export const digestWorkers = (deps: DigestJobDeps): readonly Worker[] => [
  worker(digestPlan, () => planAll(deps)),
  worker(mailDigest, ({ userId, until }, id) => mailOne(deps, { id, userId, until: new Date(until) })),
]

const BATCH = 100
/** A notification of a transaction that is still open now is told the next time, not lost between the two. */
const OPEN_SECONDS = 60
/** As many as a mail lists. */
const NEWEST = 10

const planAll = async ({ db, clock, enqueue }: DigestJobDeps): Promise<Words> => {
  const counts = { accounts: 0, mails: 0 }
  for (let taken = BATCH; taken === BATCH; counts.accounts += taken) {
    const planned = await db.write((tx) => planSome(tx, { enqueue, now: clock() }))
    taken = planned.accounts
    counts.mails += planned.mails
  }
  return say('owner.job.digestsPlanned', counts)
}

/** Locked and moved on in one transaction with the mails that it queues: no other process finds the same accounts. */
const planSome = async (tx: Tx, { enqueue, now }: { enqueue: Enqueue; now: Date }) => {
  const due = await takeDue(tx, now)
  if (due.length === 0) return { accounts: 0, mails: 0 }
  const next = due.map((one) => ({ user_id: one.userId, due_at: nextMorning(now, one) }))
  await sql`
    UPDATE mail_digests d SET due_at = next.due_at
    FROM jsonb_to_recordset(${JSON.stringify(next)}::jsonb) AS next (user_id uuid, due_at timestamptz)
    WHERE d.user_id = next.user_id`.execute(tx)
  const mailed = due.filter(({ isWanted }) => isWanted)
  const until = later(now, -OPEN_SECONDS).toISOString()
  for (const { userId } of mailed) await enqueue(tx, mailDigest, { userId, until })
  return { accounts: due.length, mails: mailed.length }
}

interface Due {
  readonly userId: string
  readonly rate: 'daily' | 'weekly'
  readonly tz: string
  readonly isWanted: boolean
}

/** Whether an account, as `u`, is one that summaries may be sent to at all. */
const isReachable = (now: Date) => sql<boolean>`
  u.deleted_at IS NULL AND u.email_verified_at IS NOT NULL AND NOT ${lockedSql('u', now)}
    AND NOT EXISTS (SELECT FROM mail_bounces b WHERE b.email = lower(u.email))`

const takeDue = async (tx: Tx, now: Date): Promise<readonly Due[]> => {
  const { rows } = await sql<Due>`
    SELECT d.user_id AS "userId", d.rate, u.tz, ${isReachable(now)} AND coalesce(
      (SELECT n.created_at FROM notifications n WHERE n.user_id = d.user_id ORDER BY n.id DESC LIMIT 1) > d.since,
      false) AS "isWanted"
    FROM mail_digests d JOIN users u ON u.id = d.user_id
    WHERE d.due_at <= ${now} ORDER BY d.due_at LIMIT ${BATCH} FOR UPDATE OF d SKIP LOCKED`.execute(tx)
  return rows
}

interface Wanted {
  /** Of the job. */
  readonly id: string
  readonly userId: string
  readonly until: Date
}

/**
 * Sends one summary. What it tells counts as told before the mail server has it: a process that dies in between sends
 * nothing twice, and what it would have told stays under the bell. A mail that the server has not confirmed is tried
 * again, as every other is.
 */
const mailOne = async (deps: DigestJobDeps, wanted: Wanted): Promise<Words> => {
  const since = await deps.db.write((tx) => moveSince(tx, wanted))
  if (since === undefined) return say('owner.job.noLongerNeeded')
  try {
    return await sendOne(deps, { ...wanted, since })
  } catch (error) {
    if (!isFinal(error)) await deps.db.write((tx) => moveBack(tx, { ...wanted, since }))
    throw error
  }
}

interface Period extends Wanted {
  readonly since: Date
}

const sendOne = async (deps: DigestJobDeps, period: Period): Promise<Words> => {
  const found = await read(deps, period)
  if (found === undefined) return say('owner.job.notWanted')
  const { site_name: siteName, site_currency: currency, site_locale: own } = deps.settings.current()
  const { email, locale, content } = found
  const letter = digestMail({ siteName, currency, publicUrl: deps.publicUrl, locale: locale ?? own }, content)
  await deps.mailer.send({ id: period.id, to: email, fromName: siteName, ...letter })
  return say('owner.job.sent')
}

/** Of two processes with one mail, the second finds that it has been told, as does whoever is late by a day. */
const moveSince = async (tx: Tx, { userId, until }: Omit<Wanted, 'id'>): Promise<Date | undefined> => {
  const { rows } = await sql<{ since: Date }>`
    UPDATE mail_digests d SET since = ${until}
    FROM (SELECT user_id, since FROM mail_digests WHERE user_id = ${userId} FOR UPDATE) AS before
    WHERE d.user_id = before.user_id AND before.since < ${until} RETURNING before.since`.execute(tx)
  return rows[0]?.since
}

const moveBack = (tx: Tx, { userId, since, until }: Period): Promise<unknown> =>
  tx.updateTable('mail_digests').set({ since }).where('user_id', '=', userId).where('since', '=', until).execute()

const read = async ({ db, clock, secrets }: DigestJobDeps, { userId, since, until }: Period) => {
  const now = clock()
  const { rows } = await sql<{ isReachable: boolean }>`
    SELECT ${isReachable(now)} AS "isReachable" FROM users u WHERE u.id = ${userId}`.execute(db.read)
  if (rows[0]?.isReachable !== true) return undefined
  const told = await readTold(db.read, { userId, since, until })
  if (told.count === 0) return undefined
  const { username, email, locale, tz, balance } = await userView(db.read, { userId, now })
  const token = unsubscribeToken(secrets, { userId, now })
  const content: DigestContent = { username, sinceDay: localDay(since, tz), ...told, balance, token }
  return { email, locale, content }
}

const readTold = async (db: Read, { userId, since, until }: Omit<Period, 'id'>) => {
  const told = db
    .selectFrom('notifications')
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .where('created_at', '<=', until)
  const { count } = await told.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await told.select(['kind', 'values']).orderBy('id', 'desc').limit(NEWEST).execute()
  const newest = rows.map(({ kind, values }) => ({ kind: z.parse(NotificationKind, kind), values }))
  return { count, newest }
}
