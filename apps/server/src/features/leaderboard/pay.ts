import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import { fitsBudget, type MayPay, mayPay, OverBudget } from '#features/outflow/outflow.ts'
import { notify } from '#features/user/user.ts'
import { isUnderReview } from '#guard/restrictions.ts'
import { dayOf, later } from '#kernel/clock.ts'
import { createErrorCollector } from '#kernel/collect-errors.ts'
import type { Db, Tx } from '#kernel/db.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import { listOf, money, onDay, say, together, type Words } from '#kernel/words/say.ts'
import type { Units } from '#money/amount.ts'
import { reward } from '#money/reward.ts'
import { uncountedSources } from './count.ts'
import { endOf, type PeriodBoard, periodBoards, previousOf, startOf } from './periods.ts'
import { isRanked, prizesOf } from './ranking.ts'
import { announceWinners } from './winner-news.ts'

/** What paying prizes depends on. */
export interface PayDeps extends MayPay {
  readonly db: Db
  readonly live: Pick<EventBus, 'notify'>
}

/** Of the last ones also those are paid that failed while newer ones were paid. */
const RETRIED = 3
/** Earlier ones aren't paid any more: the counters of days are merged after 400 days. */
const LOOK_BACK_DAYS = 365
const DAY_SECONDS = 86_400
const PERIODS_AT_ONCE = 62
const PATIENCE = '300s'
/** Beside those whom a prize waits for, as many more may be passed over. */
const SPARE = 100

interface Period {
  readonly board: PeriodBoard
  readonly start: string
}

/** Pays the winners of all periods that have ended, each exactly once. Returns what it did. */
export const payPrizes = async (deps: PayDeps, now: Date): Promise<Words> => {
  const notes: Words[] = []
  const run = createErrorCollector()
  const waiting = new Set<PeriodBoard>()
  for (const { board, start } of await unpaidPeriods(deps.db, now)) {
    // Its newer periods stay open with the one that has no room today: those after the newest closed one are found.
    if (waiting.has(board)) continue
    if (!(await mayPay(deps, 'leaderboard', now))) {
      return run.end(together(...notes, say('owner.job.prizesPaused')))
    }
    const note = await run.try(() => closePeriod(deps, { board, start }, now))
    if (note === 'over') waiting.add(board)
    const said = note === 'over' ? say('owner.job.prizesOverBudget') : note
    if (said !== undefined) notes.push(say('owner.job.boardPeriod', { board, day: onDay(start), note: said }))
  }
  return run.end(notes.length === 0 ? say('owner.job.nothingToPay') : together(...notes))
}

/** Of all boards, what ended first comes first: a week that waits for a budget is not overtaken by days every day. */
const unpaidPeriods = async (db: Db, now: Date): Promise<Period[]> => {
  const periods: Period[] = []
  for (const board of periodBoards) {
    await openBoard(db, board, now)
    const unpaid = await unpaidOf(db, board, now)
    periods.push(...unpaid.slice(0, PERIODS_AT_ONCE).map((start) => ({ board, start })))
  }
  return periods.toSorted((a, b) => endOf(a.board, a.start).localeCompare(endOf(b.board, b.start)))
}

/** What ended after the newest closed period of the last year, and what is open among the last ones; oldest first. */
const unpaidOf = async (db: Db, board: PeriodBoard, now: Date): Promise<string[]> => {
  const current = startOf(board, dayOf(now))
  const oldest = dayOf(later(now, -LOOK_BACK_DAYS * DAY_SECONDS))
  const rows = await db.read
    .selectFrom('board_closings')
    .select('start')
    .where('board', '=', board)
    .where('start', '<', current)
    .where('start', '>=', oldest)
    .execute()
  const closed = new Set(rows.map(({ start }) => start))
  const unpaid: string[] = []
  let start = previousOf(board, current)
  for (let back = 0, isAfter = closed.size > 0; start >= oldest; back++, start = previousOf(board, start)) {
    isAfter &&= !closed.has(start)
    if (!isAfter && back >= RETRIED) break
    if (!closed.has(start)) unpaid.unshift(start)
  }
  return unpaid
}

/** What ended before anybody counted is closed without prizes: nobody was told that there would be any. */
export const openBoard = async (db: Db, board: PeriodBoard, now: Date): Promise<void> => {
  const known = await db.read.selectFrom('board_closings').select('start').where('board', '=', board).limit(1).execute()
  if (known.length > 0) return
  const starts: string[] = []
  for (let start = startOf(board, dayOf(now)); starts.length < RETRIED;) {
    start = previousOf(board, start)
    starts.push(start)
  }
  const note = say('owner.job.boardNotOpen')
  const rows = starts.map((start) => ({ board, start, closed_at: now, note }))
  await db.write((tx) =>
    tx
      .insertInto('board_closings')
      .values(rows)
      .onConflict((row) => row.columns(['board', 'start']).doNothing())
      .execute(),
  )
}

/** Undefined: it was closed before, or nobody was to be paid; over: today's budget has no room for it. */
const closePeriod = async (deps: PayDeps, period: Period, now: Date): Promise<Words | 'over' | undefined> => {
  const { db, live } = deps
  const { board, start } = period
  const closed = await db.read
    .selectFrom('board_closings')
    .select('note')
    .where('board', '=', board)
    .where('start', '=', start)
    .executeTakeFirst()
  if (closed !== undefined) return undefined
  const settings = deps.settings.current()
  const prizes = prizesOf(board, settings)
  // The days are over and change no more, so they are added up before anything is held.
  const { winners, passed } = await winnersOf(db, { ...period, prizes, now })
  // Kept for good, so without names, which an account that is deleted takes with it.
  const note = sumNote(winners, settings)
  const isMine = await db.write((tx) => payWinners(tx, { period, winners, note, settings, now })).catch(whereOver)
  if (isMine === 'over') return 'over'
  if (!isMine || winners.length + passed.length === 0) return undefined
  for (const { id } of winners) live.notify(id)
  return together(note, passed.length > 0 && say('owner.job.prizesSkipped', { names: listOf(passed) }))
}

interface Place {
  readonly id: string
  readonly username: string
  readonly hidden: boolean
  readonly value: Units
}
interface Winner extends Place {
  readonly rank: number
  readonly prize: Units
}
/** Who wins, straight from the day counters; an account under review is passed over, and the next moves up. */
const winnersOf = async (
  db: Db,
  { board, start, prizes, now }: Period & { readonly prizes: readonly Units[]; readonly now: Date },
): Promise<{ winners: Winner[]; passed: string[] }> => {
  const winners: Winner[] = []
  const passed: string[] = []
  if (prizes.length === 0) return { winners, passed }
  for (const place of await finalPlaces(db, { board, start, limit: prizes.length + SPARE, now })) {
    const prize = prizes[winners.length]
    if (prize === undefined) break
    if (await isUnderReview(db.read, { userId: place.id, now })) passed.push(place.username)
    else winners.push({ ...place, prize, rank: winners.length + 1 })
  }
  return { winners, passed }
}

const finalPlaces = (db: Db, wanted: Period & { readonly limit: number; readonly now: Date }): Promise<Place[]> =>
  db.write(async (tx) => {
    const { board, start, limit, now } = wanted
    await sql`SELECT set_config('statement_timeout', ${PATIENCE}, true)`.execute(tx)
    const { rows } = await sql<Place>`
      SELECT u.id, u.username, u.hide_name AS hidden, e.value FROM (
        SELECT user_id, sum(earned)::bigint AS value FROM day_counters
        WHERE day >= ${start}::date AND day < ${endOf(board, start)}::date
          AND source <> ALL (${uncountedSources}::text[])
        GROUP BY user_id) e
      JOIN users u ON u.id = e.user_id
      WHERE e.value > 0 AND ${isRanked(now)}
      ORDER BY e.value DESC, u.id LIMIT ${limit}`.execute(tx)
    return rows
  })

const sumNote = (winners: readonly Winner[], settings: Settings): Words => {
  const sum = winners.reduce((total, { prize }) => total + prize, 0)
  return say('owner.job.prizesPaid', { count: winners.length, amount: money(sum, settings.site_currency) })
}

interface PayWinnersInput {
  readonly period: Period
  readonly winners: readonly Winner[]
  readonly note: string
  readonly settings: Settings
  readonly now: Date
}

/** Closes the period and pays, all or nothing. Of two nodes the second waits for the first and finds it closed. */
const payWinners = async (tx: Tx, { period, winners, note, settings, now }: PayWinnersInput): Promise<boolean> => {
  const { board, start } = period
  const closing = await tx
    .insertInto('board_closings')
    .values({ board, start, closed_at: now, note })
    .onConflict((row) => row.columns(['board', 'start']).doNothing())
    .returning('board')
    .executeTakeFirst()
  if (closing === undefined) return false
  // By id, as everybody does who credits several users in one transaction.
  for (const winner of winners.toSorted((a, b) => (a.id < b.id ? -1 : 1))) await payWinner(tx, { period, winner, now })
  const amount = winners.reduce((total, { prize }) => total + prize, 0)
  const payment = { source: 'leaderboard', amount, posted: amount, isIndivisible: true } as const
  if (!(await fitsBudget({ tx, settings, now }, payment))) throw new OverBudget()
  if (winners.length > 0) await announceWinners(tx, { period, winners, settings, now })
  return true
}

const whereOver = (error: unknown): 'over' => {
  if (error instanceof OverBudget) return 'over'
  throw error
}

const payWinner = async (
  tx: Tx,
  { period, winner, now }: { period: Period; winner: Winner; now: Date },
): Promise<void> => {
  const { board, start } = period
  const { id: userId, rank, value, prize } = winner
  const key = `leaderboard:${board}:${start}:${rank}`
  await reward(tx, { userId, source: 'leaderboard', amount: prize, exp: 0, key, ref: `${board}:${start}` }, now)
  await tx.insertInto('board_prizes').values({ board, start, rank, user_id: userId, value, prize, at: now }).execute()
  await notify(tx, { userId, kind: 'prize-won', values: { amount: prize, rank, board }, now })
}
