import type { Contract } from '@runnel/contract'
import type { Answer } from '@runnel/contract/route'
import { sql } from 'kysely'
import { dayOf, later } from '#kernel/clock.ts'
import type { Db, Read, Tx } from '#kernel/db.ts'
import { assert } from '#kernel/refusal.ts'
import { asExecutor } from '#money/accounts.ts'
import { type DailyTotal, flowsSince } from '#money/daily-totals.ts'
import { depositedIn, paidOutSum } from '#money/sums.ts'
import { addDays, daysOf, type Range } from './range.ts'

type Log = Answer<Contract['admin']['logStatistic']>
export type DayLog = Log['days'][number]
type Figures = Omit<DayLog, 'day'>

/** A new site looks back so far; what was never counted before and is older stays empty. */
const DAYS_BACK = 31
/** A day is counted once more after its end, when all that belongs to it is written. */
const SETTLED_SECONDS = 1_800
const DAYS_AT_ONCE = 40

/** Counts the running day, and those before it that were not counted to their end. Returns how many. */
export const countDays = async (db: Db, now: Date): Promise<number> => {
  const today = dayOf(now)
  const first = addDays(today, 1 - DAYS_BACK)
  const known = await db.read
    .selectFrom('day_stats')
    .select(['day', 'counted_at as countedAt', 'figures'])
    .where('day', '>=', first)
    .execute()
  const isSettled = (day: string): boolean => {
    const row = known.find((one) => one.day === day)
    return row !== undefined && row.countedAt > later(new Date(`${addDays(day, 1)}T00:00:00.000Z`), SETTLED_SECONDS)
  }
  const open = daysOf({ from: first, to: today }).filter((day) => !isSettled(day))
  const [oldest] = open
  if (oldest === undefined) return 0
  const flows = await flowsSince(db.read, oldest)
  for (const day of open.slice(-DAYS_AT_ONCE)) {
    // `countDays` is the only writer of this column.
    const before = known.find((row) => row.day === day)?.figures as Partial<Figures> | undefined
    const figures = atLeast(await countDay(db.read, { day, flows }), before ?? {})
    await db.write((tx) => storeDay(tx, { day, figures, now }))
  }
  return open.length
}

/** What some tables have forgotten meanwhile was counted before. */
const atLeast = (figures: Figures, before: Partial<Figures>): Figures => {
  const larger = (name: 'logins' | 'challengesRight' | 'challengesWrong' | 'traps'): number =>
    Math.max(figures[name], before[name] ?? 0)
  return {
    ...figures,
    logins: larger('logins'),
    challengesRight: larger('challengesRight'),
    challengesWrong: larger('challengesWrong'),
    traps: larger('traps'),
  }
}

const storeDay = (tx: Tx, { day, figures, now }: { day: string; figures: Figures; now: Date }): Promise<unknown> => {
  const set = { counted_at: now, figures: JSON.stringify(figures) }
  return tx
    .insertInto('day_stats')
    .values({ day, ...set })
    .onConflict((row) => row.column('day').doUpdateSet(set))
    .execute()
}

interface Counts extends Omit<Figures, 'claims' | 'earned' | 'active' | 'deposited' | 'paid'> {
  readonly paid: number
}

/** What happened on one day. The tables of challenges, sessions and traps forget: only a fresh day is whole in them. */
const countDay = async (db: Read, { day, flows }: { day: string; flows: readonly DailyTotal[] }): Promise<Figures> => {
  const start = sql`${day}::date::timestamp AT TIME ZONE 'UTC'`
  const end = sql`(${day}::date + 1)::timestamp AT TIME ZONE 'UTC'`
  const tally = (what: string) =>
    sql`coalesce((SELECT count FROM day_tallies WHERE day = ${day}::date AND what = ${what}), 0)`
  const solved = (outcome: string) => sql`(SELECT count(*) FROM challenges WHERE outcome = ${outcome}
    AND used_at >= ${start} AND used_at < ${end} AND expires_at >= ${start} - interval '1 hour')`
  const [counted, bySource] = await Promise.all([
    sql<Counts>`SELECT
      (SELECT count(*) FROM users WHERE joined_at >= ${start} AND joined_at < ${end}) AS registrations,
      (SELECT count(*) FROM sessions WHERE created_at >= ${start} AND created_at < ${end}) AS logins,
      (SELECT count(*) FROM withdrawals WHERE created_at >= ${start} AND created_at < ${end}) AS withdrawals,
      (SELECT ${paidOutSum} FROM withdrawals WHERE status = 'paid'
        AND paid_at >= ${start} AND paid_at < ${end}) AS paid,
      ${solved('right')} AS "challengesRight", ${solved('wrong')} AS "challengesWrong",
      (SELECT count(*) FROM trap_hits WHERE at >= ${start} AND at < ${end}) AS traps,
      (SELECT count(*) FROM users WHERE locked_at >= ${start} AND locked_at < ${end}
        AND deleted_at IS NULL) AS locked,
      (SELECT count(*) FROM contact_messages WHERE created_at >= ${start} AND created_at < ${end}) AS contact,
      ${tally('mail')} AS mails, ${tally('error')} AS errors, ${tally('job-failure')} AS "jobFailures"`.execute(
      asExecutor(db),
    ),
    sql<{ source: string; count: number; earned: number; people: number }>`
      SELECT source, sum(count)::bigint AS count, sum(earned)::bigint AS earned,
        (SELECT count(DISTINCT user_id) FROM day_counters WHERE day = ${day}::date) AS people
      FROM day_counters WHERE day = ${day}::date GROUP BY source`.execute(asExecutor(db)),
  ])
  const [row] = counted.rows
  assert(row !== undefined, 'counts give one row')
  const earned = bySource.rows.filter(({ earned: units }) => units > 0)
  return {
    ...row,
    active: bySource.rows[0]?.people ?? 0,
    claims: bySource.rows.find(({ source }) => source === 'faucet')?.count ?? 0,
    earned: Object.fromEntries(earned.map(({ source, earned: units }) => [source, units])),
    deposited: depositedIn(flows.filter((flow) => flow.day === day)),
  }
}

const nothing: Figures = {
  registrations: 0,
  logins: 0,
  active: 0,
  claims: 0,
  earned: {},
  deposited: 0,
  withdrawals: 0,
  paid: 0,
  challengesRight: 0,
  challengesWrong: 0,
  traps: 0,
  locked: 0,
  contact: 0,
  mails: 0,
  errors: 0,
  jobFailures: 0,
}

/** The log of a range of days as it was last counted; days that nobody counted are empty. */
export const dayLog = async (db: Read, range: Range): Promise<Log> => {
  const rows = await db
    .selectFrom('day_stats')
    .select(['day', 'figures', 'counted_at as countedAt'])
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
    .orderBy('day')
    .execute()
  const newest = rows.reduce<Date | null>(
    (last, row) => (last === null || row.countedAt > last ? row.countedAt : last),
    null,
  )
  const known = new Map(rows.map(({ day, figures }) => [day, figures]))
  return {
    ...range,
    at: newest?.toISOString() ?? null,
    // `countDays` is the only writer of this column; figures that it learned to count later are nothing in old rows.
    days: daysOf(range).map((day) => ({ day, ...nothing, ...(known.get(day) as Partial<Figures> | undefined) })),
  }
}
