import type { PushKind } from '@runnel/contract/account/user-kinds'
import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import { localMinute } from '#features/user/user.ts'
import { lockedSql } from '#kernel/account-lock.ts'
import { later } from '#kernel/clock.ts'
import type { Db, Read, Tx } from '#kernel/db.ts'

/** What waits for one device, taken by one node. */
export interface Waiting {
  readonly subscription_id: string
  readonly about: string
  readonly kind: PushKind
  readonly notification_id: string | null
  readonly created_at: Date
  readonly tries: number
}

const BATCH = 50
/** Whoever took them and fell has them taken from him after this. */
const LEASE_SECONDS = 300

/** Takes what is due, so that no other node sends it meanwhile. */
export const takeDue = (db: Db, now: Date): Promise<readonly Waiting[]> =>
  db.write(async (tx) => {
    const { rows } = await sql<Waiting>`
      UPDATE push_outbox AS taken SET due_at = ${later(now, LEASE_SECONDS)}, tries = taken.tries + 1
      FROM (SELECT subscription_id, about FROM push_outbox WHERE due_at <= ${now}
        ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) AS due
      WHERE taken.subscription_id = due.subscription_id AND taken.about = due.about
      RETURNING taken.subscription_id, taken.about, taken.kind, taken.notification_id, taken.created_at,
        taken.tries`.execute(tx)
    return rows
  })

/** The device, its user and what is to be told; undefined where nothing of that is left. */
export const readTold = async (db: Read, { subscription_id, notification_id }: Waiting, now: Date) => {
  const told = await db
    .selectFrom('push_subscriptions as device')
    .innerJoin('sessions', 'sessions.id', 'device.session_id')
    .innerJoin('users', 'users.id', 'device.user_id')
    .leftJoin('push_settings as wishes', 'wishes.user_id', 'device.user_id')
    .leftJoin('notifications as note', (join) => join.on('note.id', '=', notification_id))
    .select(['device.endpoint', 'device.p256dh', 'device.auth', 'users.locale', 'users.role', 'users.tz'])
    .select(['wishes.kinds_off', 'wishes.quiet_from', 'wishes.quiet_until', 'note.kind', 'note.values'])
    .where('device.id', '=', subscription_id)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst()
  // Not asked of PostgreSQL, whose list of time zones is another one: it ends the query at a name that it lacks.
  return told && { ...told, minute: localMinute(now, told.tz) }
}

export type Told = NonNullable<Awaited<ReturnType<typeof readTold>>>

/** Minutes until the quiet hours of the user end; 0 outside of them. */
export const quietMinutes = ({ quiet_from: from, quiet_until: until, minute }: Told): number => {
  if (from === null || until === null || from === until) return 0
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until
  return isQuiet ? (until - minute + 1_440) % 1_440 : 0
}

export const drop = (db: Db, { subscription_id, about }: Waiting): Promise<unknown> =>
  db.write((tx) =>
    tx.deleteFrom('push_outbox').where('subscription_id', '=', subscription_id).where('about', '=', about).execute(),
  )

export const postpone = (db: Db, { subscription_id, about }: Waiting, dueAt: Date): Promise<unknown> =>
  db.write((tx) =>
    tx
      .updateTable('push_outbox')
      .set({ due_at: dueAt })
      .where('subscription_id', '=', subscription_id)
      .where('about', '=', about)
      .execute(),
  )

/** With all that waited for it. */
export const forgetDevice = (db: Db, id: string): Promise<unknown> =>
  db.write((tx) => tx.deleteFrom('push_subscriptions').where('id', '=', id).execute())

/** Who has not come back for so long is not reminded any more. */
const REMIND_SECONDS = 86_400

/** Puts it down for everybody whose next claim is ready, once after each claim and on whichever node. */
export const noteReadyClaims = async (tx: Tx, settings: Settings, now: Date): Promise<void> => {
  const { faucet_timer: timer, dailyClaimLimit: limit } = settings
  await sql`
    WITH ready AS (
      SELECT u.id, u.last_claim_at FROM users u
      WHERE u.id IN (SELECT user_id FROM push_subscriptions) AND NOT ${lockedSql('u', now)}
        AND u.last_claim_at BETWEEN ${later(now, -timer - REMIND_SECONDS)} AND ${later(now, -timer)}
        AND (${limit}::integer = 0 OR ${limit} > coalesce((SELECT count FROM day_counters
          WHERE user_id = u.id AND source = 'faucet' AND day = (${now}::timestamptz AT TIME ZONE 'UTC')::date), 0))
    ), told AS (
      INSERT INTO push_settings (user_id, told_claim_at) SELECT id, last_claim_at FROM ready
      ON CONFLICT (user_id) DO UPDATE SET told_claim_at = excluded.told_claim_at
        WHERE push_settings.told_claim_at IS DISTINCT FROM excluded.told_claim_at
      RETURNING user_id
    )
    INSERT INTO push_outbox (subscription_id, about, kind, created_at, due_at)
    SELECT device.id, 'ready', 'claim-ready', ${now}, ${now} FROM told
    JOIN push_subscriptions device ON device.user_id = told.user_id
    ON CONFLICT DO NOTHING`.execute(tx)
}
