import { IDEMPOTENCY_HOURS } from '@runnel/contract/constants'
import { sql } from 'kysely'
import { dayOf, later } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { type Chore, inBatches, oldRows, purgeRows } from '#kernel/postgres/purge-rows.ts'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

/** Days for which each table keeps what no rule reads any more; `docs/history.md` lists them with all other tables. */
export const KEPT_DAYS = {
  challenges: 1,
  mail_tokens: 1,
  /** Yesterday’s say who came first. */
  faucet_kept: 3,
  coupon_guesses: 7,
  faucet_networks: 7,
  ptc_claims: 30,
  /** Those that were read; the others as long as what nobody ever looked at. */
  webhook_messages: 30,
  notifications: 90,
  referral_days: 90,
  reconciliations: 90,
  day_tallies: 90,
  faucet_hours: 90,
  faucet_kept_days: 90,
  owner_alerts: 90,
  mail_bounces: 90,
  devices: 90,
  bonus_claims: 400,
  day_counters: 400,
  link_visits: 400,
  offer_clicks: 400,
  postbacks: 400,
  ptc_views: 400,
  referral_sums: 400,
} as const
const UNREAD_DAYS = 400
/** Tickets that were never paid are looked for among so many days, so that the paid ones before are not read again. */
const SEARCHED_DAYS = 60

const before = (now: Date, days: number): Date => later(now, -days * DAY_SECONDS)

/** What ends by itself within hours, and would grow with every call. */
const hourly = (now: Date): Chore[] => [
  { table: 'invoice_scans', isOver: sql`expires_at < ${now}` },
  { table: 'challenges', isOver: sql`expires_at < ${before(now, KEPT_DAYS.challenges)}` },
  { table: 'sessions', isOver: sql`expires_at < ${now}` },
  { table: 'idempotency_keys', isOver: sql`created_at < ${later(now, -IDEMPOTENCY_HOURS * HOUR_SECONDS)}` },
  { table: 'mail_tokens', isOver: sql`expires_at < ${before(now, KEPT_DAYS.mail_tokens)}` },
  { table: 'rate_limits', isOver: sql`expire < ${now.getTime()}` },
]

/** What would grow for ever, although no rule, page or sum reads it any more; never a fact of the ledger. */
const nightly = (now: Date): Chore[] => {
  const day = (table: keyof typeof KEPT_DAYS) => sql`${dayOf(before(now, KEPT_DAYS[table]))}::date`
  const moment = (table: keyof typeof KEPT_DAYS) => sql`${before(now, KEPT_DAYS[table])}`
  const unpaid = (table: 'ptc_views' | 'link_visits') => sql`opened_at < ${moment(table)}
    AND opened_at >= ${before(now, KEPT_DAYS[table] + SEARCHED_DAYS)}`
  return [
    {
      table: 'notifications',
      isOver: sql`created_at < ${moment('notifications')}
        AND (read_at IS NOT NULL OR created_at < ${before(now, UNREAD_DAYS)})`,
    },
    { table: 'webhook_messages', isOver: sql`created_at < ${moment('webhook_messages')}` },
    { table: 'coupon_guesses', isOver: sql`day < ${day('coupon_guesses')}` },
    { table: 'faucet_kept', isOver: sql`day < ${day('faucet_kept')}` },
    { table: 'faucet_networks', isOver: sql`day < ${day('faucet_networks')}` },
    { table: 'faucet_kept_days', isOver: sql`day < ${day('faucet_kept_days')}` },
    { table: 'faucet_hours', isOver: sql`hour < ${moment('faucet_hours')}` },
    // Only until the ad can be seen again.
    { table: 'ptc_claims', isOver: sql`available_at < ${moment('ptc_claims')}` },
    // What was withheld may still be paid; sums of all days stay with the referrer and with each person.
    { table: 'referral_days', isOver: sql`day < ${day('referral_days')} AND withheld IS NULL` },
    { table: 'referral_sums', isOver: sql`day < ${day('referral_sums')} AND withheld = 0` },
    { table: 'reconciliations', isOver: sql`at < ${moment('reconciliations')} AND balanced` },
    { table: 'mail_bounces', isOver: sql`last_at < ${moment('mail_bounces')}` },
    { table: 'day_tallies', isOver: sql`day < ${day('day_tallies')}` },
    // Those of payouts say that a person knows of them, however old they are.
    { table: 'owner_alerts', isOver: sql`day < ${day('owner_alerts')} AND what NOT LIKE 'paid-%'` },
    { table: 'bonus_claims', isOver: sql`date < ${day('bonus_claims')}` },
    { table: 'ptc_views', isOver: sql`${unpaid('ptc_views')} AND status IN ('open', 'void')` },
    { table: 'link_visits', isOver: sql`${unpaid('link_visits')} AND status IN ('opening', 'open', 'void', 'failed')` },
    { table: 'offer_clicks', isOver: sql`at < ${moment('offer_clicks')}` },
    { table: 'postbacks', isOver: sql`at < ${moment('postbacks')}` },
    // Who used a device is forgotten before (`risk_retention_days`); one that a person has released stays released.
    {
      table: 'devices',
      isOver: sql`first_seen_at < ${moment('devices')} AND released_at IS NULL
        AND NOT EXISTS (SELECT FROM device_users u WHERE u.device_id = devices.id)`,
    },
  ]
}

/** Removes what has expired. Returns how many rows. */
export const purgeExpired = (db: Db, now: Date): Promise<number> => purgeAll(db, hourly(now))

/** Removes what nothing needs any more, and adds old days up to months. Returns how many rows it removed. */
export const purgeHistory = async (db: Db, now: Date): Promise<number> =>
  (await purgeAll(db, nightly(now))) + (await foldDays(db, now))

const purgeAll = async (db: Db, chores: readonly Chore[]): Promise<number> => {
  let removed = 0
  for (const chore of chores) removed += await purgeRows(db, chore)
  return removed
}

/**
 * Adds days that are long over up to one row a month, on its first day: sums over all time stay the same, and nothing
 * reads single days so old.
 */
const foldDays = (db: Db, now: Date): Promise<number> => {
  const isOver = sql`day < date_trunc('month', ${dayOf(before(now, KEPT_DAYS.day_counters))}::date)
    AND extract(day FROM day) <> 1`
  return inBatches(db, async (tx) => {
    const { rows } = await sql<{ n: number }>`
      WITH old AS (
        DELETE FROM day_counters WHERE ctid = ANY (${oldRows({ table: 'day_counters', isOver })}) RETURNING *),
      kept AS (
        INSERT INTO day_counters AS d (user_id, day, source, count, earned, commission, revenue)
          SELECT user_id, date_trunc('month', day)::date, source, sum(count), sum(earned), sum(commission), sum(revenue)
          FROM old GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
        ON CONFLICT (user_id, day, source) DO UPDATE SET count = d.count + EXCLUDED.count,
          earned = d.earned + EXCLUDED.earned, commission = d.commission + EXCLUDED.commission,
          revenue = d.revenue + EXCLUDED.revenue)
      SELECT count(*) AS n FROM old`.execute(tx)
    return rows[0]?.n ?? 0
  })
}
