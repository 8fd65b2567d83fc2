import { sql } from 'kysely'
import { later } from '#kernel/clock.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'

/** What left by one source: what users were credited, or what was paid out. */
export interface Outflow {
  readonly source: string
  readonly amount: Units
  readonly count: number
}

const MINUTE = 60
const HOUR = 3_600
/** A transaction that takes longer than this to commit is counted with the next look at its day. */
const LATE_SECONDS = 5 * MINUTE
const MINUTES_KEPT_SECONDS = 3 * 86_400
const HOURS_KEPT_SECONDS = 400 * 86_400
/** How far it looks back at most, where nothing was rolled up for long or ever: what is usual is made of these days. */
const LOOK_BACK_SECONDS = 15 * 86_400

/** Transfers as outflows: what the site pays by purpose, what escrows pay by kind, and payouts. */
const leaving = sql`
  SELECT at, amount, CASE kind WHEN 'ptc' THEN 'ptc' WHEN 'task' THEN 'task' WHEN 'withdraw-paid' THEN 'payout'
      ELSE substr(debit, 7) END AS source
  FROM transfers
  WHERE (kind IN ('ptc', 'task', 'withdraw-paid')
    OR debit IN ('house:faucet', 'house:bonus', 'house:challenge', 'house:coupon', 'house:link', 'house:offerwall',
      'house:referral', 'house:leaderboard'))`

/** Minutes that are rolled up, and each transfer since: a moment, a source and what left then. */
const recent = (from: Date) => sql`
  SELECT minute AS at, source, amount, count FROM outflow_minutes
    WHERE minute >= ${from} AND minute < coalesce((SELECT until FROM outflow_rolled), '-infinity')
  UNION ALL SELECT at, source, amount, 1 FROM (${leaving}
    AND at >= greatest(${from}::timestamptz, coalesce((SELECT until FROM outflow_rolled), '-infinity'))) live`

/** What left by each source since a moment that is a full minute. */
export const outflowSince = async (db: Read, from: Date): Promise<Outflow[]> => {
  const { rows } = await sql<Outflow>`
    SELECT source, sum(amount)::bigint AS amount, sum(count)::bigint AS count FROM (${recent(from)}) r
    GROUP BY source`.execute(asExecutor(db))
  return rows
}

/**
 * What left by one source since a moment that is a full minute, to the unit. Minutes that may still change are added up
 * from their transfers: one that began in them may have committed after they were rolled up.
 */
export const outflowOf = async (tx: Tx, { source, from }: { source: string; from: Date }): Promise<Units> => {
  const { rows } = await sql<{ amount: Units }>`
    WITH edge AS MATERIALIZED (SELECT greatest(${from}::timestamptz, coalesce(
      (SELECT until - make_interval(secs => ${LATE_SECONDS}) FROM outflow_rolled), '-infinity')) AS at)
    SELECT coalesce(sum(amount), 0)::bigint AS amount FROM (
      SELECT amount FROM outflow_minutes WHERE source = ${source} AND minute >= ${from}
        AND minute < (SELECT at FROM edge)
      UNION ALL SELECT amount FROM (${leaving} AND at >= (SELECT at FROM edge)) live
        WHERE source = ${source}) r`.execute(tx)
  return rows[0]?.amount ?? 0
}

export interface Windows {
  readonly source: string
  readonly hourAmount: Units
  readonly hourCount: number
  readonly dayAmount: Units
  readonly dayCount: number
}

/**
 * What left by each source in the last 60 minutes and the last 24 hours; where a source was let run again in that time,
 * only what left since.
 */
export const outflowWindows = async (db: Read, resumed: ReadonlyMap<string, Date>, now: Date): Promise<Windows[]> => {
  const { rows } = await sql<Windows>`
    WITH since AS (SELECT * FROM unnest(${[...resumed.keys()]}::text[], ${[...resumed.values()]}::timestamptz[])
      AS s(source, resumed)),
    r AS (SELECT r.* FROM (${recent(later(now, -24 * HOUR))}) r LEFT JOIN since s ON s.source = r.source
      WHERE r.at > coalesce(s.resumed, '-infinity'))
    SELECT source, coalesce(sum(amount) FILTER (WHERE at > ${later(now, -HOUR)}), 0)::bigint AS "hourAmount",
      coalesce(sum(count) FILTER (WHERE at > ${later(now, -HOUR)}), 0)::bigint AS "hourCount",
      sum(amount)::bigint AS "dayAmount", sum(count)::bigint AS "dayCount"
    FROM r GROUP BY source`.execute(asExecutor(db))
  return rows
}

/** What is usual by source at this hour of the day, on average; an hour in which nothing left counts as nothing. */
export interface Usual extends Outflow {
  readonly days: number
}

const USUAL_DAYS = 14

/**
 * What usually leaves in this hour and the one before, whichever is more, on the last 14 days, of which as many count
 * as have been rolled up.
 */
export const usualOutflow = async (db: Read, now: Date): Promise<Usual[]> => {
  const { rows } = await sql<Usual>`
    WITH known AS (SELECT least(${USUAL_DAYS},
        floor(extract(epoch FROM ${now}::timestamptz - since) / 86400))::int AS days FROM outflow_rolled),
    hours AS (SELECT h.source, extract(hour FROM h.hour AT TIME ZONE 'UTC') AS at, sum(h.amount) AS amount,
        sum(h.count) AS count
      FROM generate_series(1, ${USUAL_DAYS}) AS back,
        LATERAL (SELECT * FROM outflow_hours o WHERE o.hour IN (
          date_trunc('hour', ${now}::timestamptz, 'UTC') - make_interval(days => back),
          date_trunc('hour', ${now}::timestamptz, 'UTC') - make_interval(days => back, hours => 1))) h
      GROUP BY 1, 2)
    SELECT source, (max(amount) / days)::bigint AS amount, (max(count) / days)::bigint AS count, days
    FROM hours, known WHERE days > 0 GROUP BY source, days`.execute(asExecutor(db))
  return rows
}

/** For how many days what is usual is known. */
export const usualDays = async (db: Read, now: Date): Promise<number> => {
  const row = await db.selectFrom('outflow_rolled').select('since').executeTakeFirst()
  if (row === undefined) return 0
  const days = Math.floor((now.getTime() - row.since.getTime()) / 86_400_000)
  return Math.max(0, Math.min(USUAL_DAYS, days))
}

/** Full hours of the last day by source, oldest first. */
export const outflowHours = async (db: Read, now: Date): Promise<(Outflow & { readonly at: Date })[]> => {
  const { rows } = await sql<Outflow & { at: Date }>`
    SELECT date_trunc('hour', at, 'UTC') AS at, source, sum(amount)::bigint AS amount, sum(count)::bigint AS count
    FROM (${recent(later(fullHour(now), -23 * HOUR))}) r GROUP BY 1, 2 ORDER BY 1, 2`.execute(asExecutor(db))
  return rows
}

const fullHour = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 3_600_000) * 3_600_000)
const fullMinute = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 60_000) * 60_000)

/**
 * Adds up the minutes that are over, and their hours, so that nobody adds them up again. The newest are added up anew
 * each time: a transfer bears the time at which its transaction began, and may commit a while later.
 */
export const rollOutflow = async (tx: Tx, now: Date): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('outflow roll-up'))`.execute(tx)
  const known = await tx.selectFrom('outflow_rolled').selectAll().executeTakeFirst()
  const until = fullMinute(now)
  if (known !== undefined && known.until >= until) return
  const first = fullHour(later(now, -LOOK_BACK_SECONDS))
  const next = known === undefined ? first : later(known.until, -LATE_SECONDS)
  const from = next < first ? first : next
  // A large site's days are not added up in the time of one statement; usually there are some minutes of one hour.
  for (let begin = from; begin < until; begin = later(begin, HOUR)) await rollMinutes(tx, { begin, until })
  await sql`
    INSERT INTO outflow_hours AS h (hour, source, amount, count)
      SELECT date_trunc('hour', minute, 'UTC'), source, sum(amount)::bigint, sum(count)::bigint FROM outflow_minutes
      WHERE minute >= ${fullHour(from)} GROUP BY 1, 2
    ON CONFLICT (hour, source) DO UPDATE SET amount = EXCLUDED.amount, count = EXCLUDED.count
      WHERE (h.amount, h.count) <> (EXCLUDED.amount, EXCLUDED.count)`.execute(tx)
  await sql`
    INSERT INTO outflow_rolled (since, until)
      VALUES (coalesce((SELECT min(hour) FROM outflow_hours), ${until}), ${until})
    ON CONFLICT (only_row) DO UPDATE SET until = EXCLUDED.until`.execute(tx)
  await sql`DELETE FROM outflow_minutes WHERE minute < ${later(until, -MINUTES_KEPT_SECONDS)}`.execute(tx)
  await sql`DELETE FROM outflow_hours WHERE hour < ${later(until, -HOURS_KEPT_SECONDS)}`.execute(tx)
}

/** Adds up the minutes of an hour, up to where they are over. */
const rollMinutes = async (tx: Tx, { begin, until }: { begin: Date; until: Date }): Promise<void> => {
  const end = later(begin, HOUR)
  await sql`
    INSERT INTO outflow_minutes AS m (minute, source, amount, count)
      SELECT date_trunc('minute', at), source, sum(amount)::bigint, count(*)
      FROM (${leaving} AND at >= ${begin} AND at < ${end < until ? end : until}) left_then GROUP BY 1, 2
    ON CONFLICT (minute, source) DO UPDATE SET amount = EXCLUDED.amount, count = EXCLUDED.count
      WHERE (m.amount, m.count) <> (EXCLUDED.amount, EXCLUDED.count)`.execute(tx)
}
