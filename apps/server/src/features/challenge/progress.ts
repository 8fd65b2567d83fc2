import type { ChallengeKind, ChallengePeriod } from '@runnel/contract/earn/challenge'
import { sql } from 'kysely'
import { lockedSql } from '#kernel/account-lock.ts'
import { dayOf } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'
import { periodStart } from './period.ts'

/** What a challenge asks for. */
export interface Wanted {
  readonly kind: ChallengeKind
  readonly period: ChallengePeriod
  readonly requirement: number
}

interface Asked {
  readonly userId: string
  readonly wanted: readonly Wanted[]
  readonly now: Date
}

type Amounts = Readonly<Record<ChallengePeriod, number>>
const nothing: Amounts = { daily: 0, weekly: 0, once: 0 }

/** How far a user is with each of the challenges: reads only what they ask about, however many there are. */
export const progressOf = async (db: Read, asked: Asked): Promise<(one: Wanted) => number> => {
  const counters = await countersOf(db, asked)
  const people = await referralsPerPeriod(db, asked)
  const level = await levelOf(db, asked)
  return ({ kind, period }) => {
    if (kind === 'level') return level
    if (kind === 'referral') return people[period]
    if (kind === 'earn') return counters.earned[period]
    return counters.counts.get(kind)?.[period] ?? 0
  }
}

const periodsIn = (wanted: readonly Wanted[]): ReadonlySet<ChallengePeriod> => new Set(wanted.map((one) => one.period))

interface Counters {
  readonly counts: ReadonlyMap<string, Amounts>
  readonly earned: Amounts
}

interface CounterRow extends Amounts {
  readonly source: string
  readonly dailyEarned: number
  readonly weeklyEarned: number
  readonly onceEarned: number
}

/** What the day counters say of the running day, the running week and, where it is asked for, of all time. */
const countersOf = async (db: Read, { userId, wanted, now }: Asked): Promise<Counters> => {
  const counted = wanted.filter(({ kind }) => kind !== 'level' && kind !== 'referral')
  if (counted.length === 0) return { counts: new Map(), earned: nothing }
  const today = dayOf(now)
  const monday = periodStart('weekly', now)
  const from = periodsIn(counted).has('once') ? periodStart('once', now) : monday
  // Days ahead of now are those of a clock that was set back since; they belong to no running period.
  const { rows } = await sql<CounterRow>`
    SELECT source,
      coalesce(sum(count) FILTER (WHERE day = ${today}), 0)::bigint AS daily,
      coalesce(sum(count) FILTER (WHERE day BETWEEN ${monday} AND ${today}), 0)::bigint AS weekly,
      coalesce(sum(count), 0)::bigint AS once,
      coalesce(sum(earned) FILTER (WHERE day = ${today}), 0)::bigint AS "dailyEarned",
      coalesce(sum(earned) FILTER (WHERE day BETWEEN ${monday} AND ${today}), 0)::bigint AS "weeklyEarned",
      coalesce(sum(earned), 0)::bigint AS "onceEarned"
    FROM day_counters WHERE user_id = ${userId} AND day >= ${from} GROUP BY source`.execute(asExecutor(db))
  const sum = (pick: (row: CounterRow) => number): number => rows.reduce((total, row) => total + pick(row), 0)
  return {
    counts: new Map(rows.map((row) => [row.source, row])),
    earned: {
      daily: sum((row) => row.dailyEarned),
      weekly: sum((row) => row.weeklyEarned),
      once: sum((row) => row.onceEarned),
    },
  }
}

const levelOf = async (db: Read, { userId, wanted }: Asked): Promise<number> => {
  if (!wanted.some(({ kind }) => kind === 'level')) return 0
  const { level } = await db.selectFrom('users').select('level').where('id', '=', userId).executeTakeFirstOrThrow()
  return level
}

/**
 * People who came by this user in each period, counted no further than a challenge asks for. Their address must be
 * verified, and an account that was seen on a device of its referrer, or that is locked, is nobody new.
 */
const referralsPerPeriod = async (db: Read, { userId, wanted, now }: Asked): Promise<Amounts> => {
  const asking = wanted.filter(({ kind }) => kind === 'referral')
  if (asking.length === 0) return nothing
  const periods = [...periodsIn(asking)]
  const most = periods.map((period) =>
    Math.max(...asking.filter((one) => one.period === period).map((one) => one.requirement)),
  )
  const { rows } = await sql<{ period: ChallengePeriod; people: number }>`
    SELECT p.period, (SELECT count(*) FROM (
      SELECT FROM users u WHERE u.referrer_id = ${userId} AND u.email_verified_at IS NOT NULL
        AND u.joined_at >= p.start::timestamp AT TIME ZONE 'UTC' AND u.joined_at <= ${now}
        AND NOT ${lockedSql('u', now)}
        AND NOT EXISTS (SELECT FROM device_users theirs JOIN device_users own USING (device_id)
          WHERE theirs.user_id = u.id AND own.user_id = ${userId})
      LIMIT p.most) AS counted) AS people
    FROM unnest(${periods}::text[], ${periods.map((period) => periodStart(period, now))}::date[], ${most}::bigint[])
      AS p (period, start, most)`.execute(asExecutor(db))
  return { ...nothing, ...Object.fromEntries(rows.map(({ period, people }) => [period, people])) }
}
