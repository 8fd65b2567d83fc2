import type { EarningKind, EarningRate } from '@runnel/contract/home'
import { sql } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { coalescedRead } from '#kernel/reads/coalesced-read.ts'
import { staleWhileRevalidate } from '#kernel/reads/stale-while-revalidate.ts'
import { asExecutor } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { weekStart } from './week.ts'

const KEPT_SECONDS = 300
/** Fewer records than these tell nothing that is typical. */
const RECORDS_MIN = 10
/** So many of the newest records are enough for a median, however large the site is. */
const SAMPLE = 1_000

/** What was paid by one way: how often, how much, and how long it took where that was measured. */
interface PaidWay {
  readonly kind: EarningKind
  readonly count: number
  readonly amount: Units
  readonly seconds: number | null
  readonly perMinute: number | null
}

/**
 * What each way to earn paid in the last 7 days. Counts and sums are those that the breaker keeps by hour; times are
 * medians of a bounded sample, or what a job has learned of each shortlink and task. At most five minutes old.
 */
export const paidLately = staleWhileRevalidate(
  coalescedRead(KEPT_SECONDS, async (db, now) => {
    const from = weekStart(now)
    const [paid, ...timed] = await Promise.all([
      paidByHours(db, from),
      adTimes(db, from),
      offerTimes(db, from),
      linkTimes(db),
      taskTimes(db),
      solveTimes(db, from),
    ])
    return paid.map((way): PaidWay => ({ ...way, ...(timed.find(({ kind }) => kind === way.kind) ?? untimed) }))
  }),
  (_now: Date) => 'rates',
)

/** As the page may say it: nothing of what too few records tell. A claim takes its wait, too. */
export const rateOf = (kind: EarningKind, paid: readonly PaidWay[], faucetTimer: number): EarningRate => {
  const way = paid.find((one) => one.kind === kind)
  if (way === undefined || way.count < RECORDS_MIN) {
    return { kind, count: way?.count ?? 0, reward: null, seconds: null, perMinute: null }
  }
  const reward = Math.round(way.amount / way.count)
  const seconds = kind === 'faucet' ? faucetTimer + (way.seconds ?? 0) : way.seconds
  const perMinute = kind === 'faucet' ? (way.amount / way.count) * (60 / Math.max(1, seconds ?? 1)) : way.perMinute
  const known = seconds !== null && perMinute !== null
  return {
    kind,
    count: way.count,
    reward,
    seconds: known ? seconds : null,
    perMinute: known ? Math.round(perMinute * 10) / 10 : null,
  }
}

type Times = Pick<PaidWay, 'kind' | 'seconds' | 'perMinute'>
const untimed = { seconds: null, perMinute: null }

const paidByHours = async (db: Read, from: string): Promise<Omit<PaidWay, 'seconds' | 'perMinute'>[]> => {
  const { rows } = await sql<{ kind: EarningKind; count: number; amount: Units }>`
    SELECT source AS kind, sum(count)::bigint AS count, sum(amount)::bigint AS amount FROM outflow_hours
    WHERE hour >= ${from}::date::timestamp AT TIME ZONE 'UTC' AND source <> 'payout' GROUP BY source`.execute(
    asExecutor(db),
  )
  return rows
}

/** From opening an ad to being paid for it. */
const adTimes = (db: Read, from: string) =>
  medians(
    db,
    'ptc',
    sql`SELECT reward, extract(epoch FROM paid_at - opened_at) AS seconds FROM ptc_views
      WHERE status = 'paid' AND paid_at >= ${from}::date::timestamp AT TIME ZONE 'UTC'
      ORDER BY paid_at DESC LIMIT ${SAMPLE}`,
  )

/** From the click on an offer to its credit: longer than the work, never shorter. */
const offerTimes = (db: Read, from: string) =>
  medians(
    db,
    'offerwall',
    sql`SELECT amount AS reward, extract(epoch FROM created_at - clicked_at) AS seconds FROM offers
      WHERE status <> 'charged-back' AND clicked_at IS NOT NULL
        AND created_at >= ${from}::date::timestamp AT TIME ZONE 'UTC'
      ORDER BY created_at DESC LIMIT ${SAMPLE}`,
  )

/** A job learns from trusted visits what each shortlink takes. */
const linkTimes = (db: Read) =>
  medians(
    db,
    'link',
    sql`SELECT reward, median_seconds AS seconds FROM link_providers
      WHERE enabled AND removed_at IS NULL AND learnt_from > 0`,
    1,
  )

/** What each task takes is kept with it. */
const taskTimes = (db: Read) =>
  medians(db, 'task', sql`SELECT reward, median_seconds AS seconds FROM tasks WHERE status = 'active'`, 1)

/** How long the captcha of a claim takes. */
const solveTimes = async (db: Read, from: string): Promise<Times> => {
  const { rows } = await sql<{ seconds: number | null }>`
    SELECT ceil(percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) / 1000)::integer AS seconds FROM (
      SELECT unnest(solve_ms) AS ms FROM claim_days WHERE day >= ${from}::date LIMIT ${SAMPLE}) solved`.execute(
    asExecutor(db),
  )
  return { kind: 'faucet', seconds: rows[0]?.seconds ?? null, perMinute: null }
}

/** The medians of rows with `reward` and `seconds`; unknown where fewer than so many have both. */
const medians = async (
  db: Read,
  kind: EarningKind,
  rowsOf: ReturnType<typeof sql>,
  fewest = RECORDS_MIN,
): Promise<Times> => {
  const { rows } = await sql<{ count: number; seconds: number | null; perMinute: number | null }>`
    SELECT count(*) AS count, ceil(percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds))::integer AS seconds,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY reward * 60 / seconds) AS "perMinute"
    FROM (${rowsOf}) known WHERE seconds > 0`.execute(asExecutor(db))
  const [found] = rows
  if (found === undefined || found.count < fewest) return { kind, ...untimed }
  return { kind, seconds: found.seconds, perMinute: found.perMinute === null ? null : Number(found.perMinute) }
}
