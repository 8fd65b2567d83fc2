import type { Contract } from '@runnel/contract'
import { JobName } from '@runnel/contract/job-name'
import type { Answer } from '@runnel/contract/route'
import type { Settings } from '@runnel/contract/settings'
import { sql } from 'kysely'
import * as z from 'zod/mini'

import { enabledCurrencies, payoutWarnings } from '#features/withdraw/withdraw.ts'
import { dayOf, later } from '#kernel/clock.ts'
import { costlyRead } from '#kernel/costly-read.ts'
import type { Read } from '#kernel/db.ts'
import { assert } from '#kernel/refusal.ts'
import { asExecutor, heldInEscrow, owedToUsers } from '#money/accounts.ts'
import { type Flow, flowsInAll, flowsSince } from '#money/flow.ts'
import { type Books, lastReconciliation } from '#money/reconcile.ts'

import { outflowSummary } from './outflow.ts'
import { providersOf } from './providers.ts'
import { waitingIn } from './waiting.ts'
import { warningsOf } from './warnings.ts'

type Overview = Answer<Contract['admin']['stats']>

const CHART_DAYS = 30
const DAY_SECONDS = 86_400

/** What has to be added up over everybody and everything: on a large site it is some minutes old. */
const sums = costlyRead(
  async (db: Read, from: string, now: Date) => {
    const [users, inAll, recent, owned, escrow, activity, revenue] = await Promise.all([
      countUsers(db, now),
      flowsInAll(db),
      flowsSince(db, from),
      owedToUsers(db),
      heldInEscrow(db),
      activityByDay(db, from),
      wallRevenue(db, from),
    ])
    return { users, inAll, recent, owned, escrow, activity, revenue }
  },
  (from) => from,
)

/** Everything that the overview shows. */
export const overviewOf = async (db: Read, settings: Settings, now: Date): Promise<Overview> => {
  const from = dayOf(later(now, -(CHART_DAYS - 1) * DAY_SECONDS))
  const [added, books, queue, jobs, currencies, outflow, providers, payouts] = await Promise.all([
    sums(db, from, now),
    lastReconciliation(db),
    waitingIn(db, now),
    jobRuns(db),
    enabledCurrencies(db),
    outflowSummary(db, settings, now),
    providersOf(db, settings, now),
    payoutWarnings(db, settings, now),
  ])
  const { inAll, owned, escrow } = added
  const days = daysOf(added, now)
  const current = days.find(({ day }) => day === dayOf(now))
  const { total, active, ...user } = added.users
  return {
    overview: {
      earned: earnedIn(inAll),
      paid: paidIn(inAll),
      owed: owned.main + owned.deposit + owned.held + escrow + inFlight(inAll),
      claimsToday: current?.claims ?? 0,
      earnedToday: current?.earned ?? 0,
      paidToday: current?.paid ?? 0,
    },
    allUser: total,
    user,
    activeUsers: active,
    deposit: { balance: owned.deposit, escrow, today: current?.deposited ?? 0 },
    days,
    books: booksView(books),
    queue,
    jobs,
    warnings: [...warningsOf(settings, { balanced: books?.balanced ?? true, methods: currencies.length }), ...payouts],
    outflow,
    providers,
  }
}

const daysOf = (
  { recent, activity, revenue }: Pick<Awaited<ReturnType<typeof sums>>, 'recent' | 'activity' | 'revenue'>,
  now: Date,
): Overview['days'] =>
  chartDays(now).map((day) => {
    const flows = recent.filter((flow) => flow.day === day)
    const { joined = 0, claims = 0 } = activity.get(day) ?? {}
    return {
      day,
      earned: earnedIn(flows),
      paid: paidIn(flows),
      deposited: depositedIn(flows),
      margin: (revenue.get(day) ?? 0) - net(flows, isHouse),
      users: joined,
      claims,
    }
  })

/** Fees come in and rewards go out; what a person corrected by hand is neither. */
const isHouse = (account: string): boolean => account.startsWith('house:') && account !== 'house:adjustment'

/** What walls pay for the offers of a day, in units. */
const wallRevenue = async (db: Read, from: string): Promise<Map<string, number>> => {
  const { rows } = await sql<{ day: string; revenue: number }>`
    SELECT (created_at AT TIME ZONE 'UTC')::date AS day,
      sum(revenue - ceil(revenue::numeric * (coalesce(taken, 0) + coalesce(debt, 0)) / amount))::bigint AS revenue
    FROM offers WHERE created_at >= ${from}::date::timestamp AT TIME ZONE 'UTC' GROUP BY 1`.execute(asExecutor(db))
  return new Map(rows.map(({ day, revenue }) => [day, revenue]))
}

/** A finding about the books; before the first one nothing speaks against them. */
export const booksView = (found: (Books & { readonly at: Date }) | null): Overview['books'] => ({
  balanced: found?.balanced ?? true,
  checkedAt: found?.at.toISOString() ?? null,
  accounts: found?.accounts ?? 0,
  transfers: found?.transfers ?? 0,
  mismatches: found === null ? [] : [...found.mismatches],
})

const chartDays = (now: Date): string[] =>
  Array.from({ length: CHART_DAYS }, (_, index) => dayOf(later(now, (index + 1 - CHART_DAYS) * DAY_SECONDS)))

type Sums = Pick<Flow, 'account' | 'debited' | 'credited'>

const net = (flows: readonly Sums[], counts: (account: string) => boolean): number =>
  flows.filter(({ account }) => counts(account)).reduce((sum, { debited, credited }) => sum + debited - credited, 0)

/** House accounts that pay rewards, and what others pay for; fees are income, and adjustments are corrections. */
const paysRewards = (account: string): boolean =>
  account === 'escrow' || (account.startsWith('house:') && account !== 'house:fee' && account !== 'house:adjustment')

// A reversal of a reward of another day may make a day's sum negative; a chart of rewards ends at zero.
const earnedIn = (flows: readonly Sums[]): number => Math.max(0, net(flows, paysRewards))
const paidIn = (flows: readonly Sums[]): number =>
  Math.max(0, -net(flows, (account) => account.startsWith('external:payout:')))
const depositedIn = (flows: readonly Sums[]): number =>
  Math.max(
    0,
    net(flows, (account) => account.startsWith('external:deposit:')),
  )
const inFlight = (flows: readonly Sums[]): number => -net(flows, (account) => account.startsWith('payout:'))

interface UserCounts {
  readonly total: number
  readonly today: number
  readonly verified: number
  readonly locked: number
  readonly active: number
}

const countUsers = async (db: Read, now: Date): Promise<UserCounts> => {
  const { rows } = await sql<UserCounts>`
    SELECT count(*) AS total,
      count(*) FILTER (WHERE joined_at >= ${dayOf(now)}::date::timestamp AT TIME ZONE 'UTC') AS today,
      count(email_verified_at) AS verified,
      count(*) FILTER (WHERE locked_at IS NOT NULL AND (locked_until IS NULL OR locked_until > ${now})) AS locked,
      count(*) FILTER (WHERE last_seen_at > ${later(now, -DAY_SECONDS)}) AS active
    FROM users`.execute(asExecutor(db))
  const [row] = rows
  assert(row !== undefined, 'a count gives one row')
  return row
}

/** How many people joined, and how many claims were made, by day. */
const activityByDay = async (db: Read, from: string): Promise<Map<string, { joined: number; claims: number }>> => {
  const { rows } = await sql<{ day: string; joined: number; claims: number }>`
    SELECT day, sum(joined)::bigint AS joined, sum(claims)::bigint AS claims FROM (
      SELECT (joined_at AT TIME ZONE 'UTC')::date AS day, count(*) AS joined, 0 AS claims FROM users
        WHERE joined_at >= ${from}::date::timestamp AT TIME ZONE 'UTC' GROUP BY 1
      UNION ALL SELECT day, 0, sum(count) FROM day_counters WHERE source = 'faucet' AND day >= ${from}::date GROUP BY 1
    ) by_day GROUP BY day`.execute(asExecutor(db))
  return new Map(rows.map(({ day, ...counts }) => [day, counts]))
}

/** How each job ran last; one that an older version of the site had is none. */
const jobRuns = async (db: Read): Promise<Overview['jobs']> => {
  const rows = await db
    .selectFrom('job_runs')
    .select(['name', 'last_run_at as lastRunAt', 'ok', 'note'])
    .orderBy('name')
    .execute()
  return rows.flatMap(({ name, lastRunAt, ...run }) => {
    const job = z.safeParse(JobName, name)
    return job.success ? [{ ...run, name: job.data, lastRunAt: lastRunAt.toISOString() }] : []
  })
}
