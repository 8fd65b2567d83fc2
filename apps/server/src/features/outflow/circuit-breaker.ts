import { OutflowSource } from '@runnel/contract/outflow'
import type { OutflowLimit } from '@runnel/contract/settings/outflow-limits'
import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import type { ClosedSourcesCache } from '#kernel/cache/closed-sources.ts'
import { later } from '#kernel/clock.ts'
import type { WriteAccess } from '#kernel/context.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { money, say, together } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import { type Windows, outflowWindows, rollOutflow, usualDays, usualOutflow } from '#money/outflow.ts'
import { alertOwner } from './alert.ts'
import { sourceName } from './closed-source-checks.ts'
import { type TripFinding, openTrip, resumedSince, syncClosed } from './trips.ts'

export interface BreakerDeps {
  readonly closed: Pick<ClosedSourcesCache, 'announce'>
}

const HOUR = 3_600
const DAY = 86_400
/** Fewer days say nothing about what is usual. */
export const USUAL_DAYS_MIN = 3

/** Checks what left, and stops each source that crossed a limit, with payouts. Returns what it stopped. */
export const checkOutflow = async (
  writing: Pick<WriteAccess, 'tx' | 'enqueue'>,
  { settings, now }: { settings: Settings; now: Date },
): Promise<TripFinding[]> => {
  const { tx } = writing
  await rollOutflow(tx, now)
  const crossed = await crossings(tx, settings, now)
  const stopped: TripFinding[] = []
  for (const found of crossed) {
    if (found.isDry && (await isNoted(tx, found, now))) continue
    const id = await openTrip(tx, found, now)
    if (id === undefined) continue
    stopped.push(found)
    const what = found.isDry ? `dry:${found.source}:${found.cause}` : `trip:${id}`
    await alertOwner(writing, { what, sentence: alertText(found), now })
  }
  if (stopped.some(({ isDry }) => !isDry)) await syncClosed(tx, now)
  return stopped
}

const alertText = ({ why, isDry, stopsPayouts }: TripFinding): string =>
  isDry ? say('owner.outflow.circuitBreakerDryRun', { why }) : together(why, stoppedText(stopsPayouts))

const stoppedText = (stopsPayouts: boolean): string =>
  stopsPayouts ? say('owner.outflow.allPayoutsStopped') : say('owner.outflow.stoppedPayoutsContinueWhat')

/** What crosses a limit right now; a source that is stopped is not looked at again. */
const crossings = async (tx: Tx, settings: Settings, now: Date): Promise<TripFinding[]> => {
  const resumed = await resumedSince(tx, later(now, -DAY))
  const [windows, usual, days, open] = [
    await windowsOf(tx, resumed, now),
    await usualOutflow(tx, now),
    await usualDays(tx, now),
    await tx.selectFrom('outflow_trips').select('source').where('state', '=', 'open').execute(),
  ]
  return OutflowSource.options.flatMap((source) => {
    const measured = windows.find((one) => one.source === source)
    if (measured === undefined || open.some((trip) => trip.source === source)) return []
    const known = days >= USUAL_DAYS_MIN ? (usual.find((one) => one.source === source)?.amount ?? 0) : null
    const found = crossing({ source, measured, limits: settings.outflow_limits[source], usual: known }, settings)
    return found === undefined ? [] : [found]
  })
}

/** What left by each source in its windows; payouts count from the moment they were sent. */
export const windowsOf = async (db: Read, resumed: ReadonlyMap<string, Date>, now: Date): Promise<Windows[]> => {
  const windows = await outflowWindows(db, resumed, now)
  const sent = await sentWindows(db, resumed.get('payout'), now)
  const payout = larger(
    sent,
    windows.find(({ source }) => source === 'payout'),
  )
  return [...windows.filter(({ source }) => source !== 'payout'), payout]
}

export interface OutflowMeasurement {
  readonly source: OutflowSource
  readonly measured: Windows
  readonly limits: OutflowLimit
  /** Units that are usual at this hour; null while nothing is. */
  readonly usual: number | null
}

/** What users pay each other: with money of their own they could otherwise stop the payouts of everybody. */
const fromEscrow: ReadonlySet<OutflowSource> = new Set(['ptc', 'task'])

const spanOf = (cause: string): 'hour' | 'day' => (cause.startsWith('hour') ? 'hour' : 'day')

/** The first limit that a source has crossed, with its sentence. */
export const crossing = (one: OutflowMeasurement, settings: Settings): TripFinding | undefined => {
  const { source, measured, limits, usual } = one
  const { hourAmount, hourCount, dayAmount, dayCount } = measured
  const { outflow_usual_floor: floor, outflow_dry_run: isDry, site_currency: currency } = settings
  const base = { source, usual: null, stopsPayouts: !fromEscrow.has(source), byUser: null, isDry }
  const paid = say('owner.outflow.paid', { name: sourceName(source), source })
  const sum = (units: number) => money(units, currency)
  const over = (cause: 'hour-amount' | 'day-amount', amount: number, limit: number): TripFinding | undefined => {
    if (limit === 0 || amount <= limit) return undefined
    const why = say('owner.outflow.amountAbove', { paid, amount: sum(amount), span: spanOf(cause), limit: sum(limit) })
    return { ...base, cause, measured: amount, limit, why }
  }
  const many = (cause: 'hour-count' | 'day-count', count: number, limit: number): TripFinding | undefined => {
    if (limit === 0 || count <= limit) return undefined
    const why = say('owner.outflow.countAbove', { paid, count, span: spanOf(cause), limit })
    return { ...base, cause, measured: count, limit, why }
  }
  const unusual = (): TripFinding | undefined => {
    if (limits.usualTimes === 0) return undefined
    // On a new site nothing is usual yet, so that the floor is all that may leave.
    const limit = Math.max(floor, (usual ?? 0) * limits.usualTimes)
    if (hourAmount <= limit) return undefined
    if (usual === null) {
      const why = say('owner.outflow.aboveNew', { paid, amount: sum(hourAmount), floor: sum(floor) })
      return { ...base, cause: 'usual', measured: hourAmount, limit, why }
    }
    const amounts = { amount: sum(hourAmount), usual: sum(usual), floor: sum(floor) }
    const why = say('owner.outflow.aboveUsual', { paid, ...amounts, times: limits.usualTimes })
    return { ...base, cause: 'usual', measured: hourAmount, limit, usual, why }
  }
  return (
    over('hour-amount', hourAmount, limits.hourAmount) ??
    over('day-amount', dayAmount, limits.dayAmount) ??
    many('hour-count', hourCount, limits.hourCount) ??
    many('day-count', dayCount, limits.dayCount) ??
    unusual()
  )
}

/** A dry run notes the same thing once in its window. */
const isNoted = async (tx: Tx, { source, cause }: TripFinding, now: Date): Promise<boolean> => {
  const window = cause === 'day-amount' || cause === 'day-count' ? DAY : HOUR
  const row = await tx
    .selectFrom('outflow_trips')
    .select('id')
    .where('source', '=', source)
    .where('state', '=', 'dry')
    .where('cause', '=', cause)
    .where('at', '>', later(now, -window))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Why no payout may leave, read before each one: an open trip, or a limit of payouts that is crossed this moment,
 * which the next look will write down. Undefined: they may.
 */
export const payoutCrossing = async (db: Read, settings: Settings, now: Date): Promise<string | undefined> => {
  const { usualTimes: _usualTimes, ...hard } = settings.outflow_limits.payout
  if (settings.outflow_dry_run || Object.values(hard).every((limit) => limit === 0)) return undefined
  const limits = { ...hard, usualTimes: 0 }
  const windows = await windowsOf(db, await resumedSince(db, later(now, -DAY)), now)
  const measured = windows.find(({ source }) => source === 'payout')
  if (measured === undefined) return undefined
  return crossing({ source: 'payout', measured, limits, usual: null }, settings)?.why
}

/**
 * What was handed to providers in the last hour and day: the ledger knows of a payout only once it has arrived, and on
 * a chain that takes longer than a thief does.
 */
const sentWindows = async (db: Read, resumed: Date | undefined, now: Date): Promise<Windows> => {
  const hour = later(now, -3_600)
  const { rows } = await sql<Windows>`
    SELECT 'payout' AS source, coalesce(sum(w.amount) FILTER (WHERE a.started_at > ${hour}), 0)::bigint AS "hourAmount",
      count(*) FILTER (WHERE a.started_at > ${hour}) AS "hourCount",
      coalesce(sum(w.amount), 0)::bigint AS "dayAmount", count(*) AS "dayCount"
    FROM payout_attempts a JOIN withdrawals w ON w.id = a.withdrawal_id
    WHERE a.started_at > greatest(${later(now, -86_400)}::timestamptz, ${resumed ?? null}::timestamptz)
      AND (a.outcome IS NULL OR a.outcome IN ('paid', 'unknown'))`.execute(asExecutor(db))
  return rows[0] ?? { source: 'payout', hourAmount: 0, hourCount: 0, dayAmount: 0, dayCount: 0 }
}

/** The larger of what was sent and what has arrived. */
const larger = (sent: Windows, arrived: Windows | undefined): Windows =>
  arrived === undefined
    ? sent
    : {
        source: sent.source,
        hourAmount: Math.max(sent.hourAmount, arrived.hourAmount),
        hourCount: Math.max(sent.hourCount, arrived.hourCount),
        dayAmount: Math.max(sent.dayAmount, arrived.dayAmount),
        dayCount: Math.max(sent.dayCount, arrived.dayCount),
      }
