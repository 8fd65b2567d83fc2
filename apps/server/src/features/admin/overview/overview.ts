import type { Contract } from '@runnel/contract'
import { JobName } from '@runnel/contract/admin/job-name'
import type { Answer } from '@runnel/contract/route'
import type { Settings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import type { DescribedAdapters } from '#adapters/adapters.ts'
import { newerRelease } from '#features/admin/system/newer-release.ts'
import type { SystemProbe } from '#features/admin/system/system-figures.ts'
import { updateNotice } from '#features/admin/system/system-warnings.ts'
import { closedDeposits, withoutMissing } from '#features/deposit/deposit.ts'
import { outflowSummary } from '#features/outflow/owner.ts'
import { dayLog } from '#features/statistic/statistic.ts'
import { enabledCurrencies, payoutWarnings } from '#features/withdraw/withdraw.ts'
import { dayOf, later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { type Books, lastReconciliation } from '#money/reconcile.ts'
import { depositedIn, earnedIn, net, owedOf, owedRise, paidOutIn } from '#money/sums.ts'
import { CHART_DAYS, type OverviewTotals, loadOverviewTotals } from './overview-totals.ts'
import { pendingCounts } from './pending-counts.ts'
import { providersOf } from './providers.ts'
import { warningsOf } from './warnings.ts'

type Overview = Answer<Contract['admin']['stats']>

const DAY_SECONDS = 86_400

interface OverviewDeps extends Pick<DescribedAdapters, 'deposits'> {
  readonly settings: Settings
  readonly system: SystemProbe
}

/** Everything that the overview shows. */
export const overviewOf = async (
  db: Read,
  { settings, deposits, system }: OverviewDeps,
  now: Date,
): Promise<Overview> => {
  const [added, books, queue, jobs, currencies, outflow, providers, payouts, activeBefore, newer] = await Promise.all([
    loadOverviewTotals(db, now),
    lastReconciliation(db),
    pendingCounts(db, now),
    jobRuns(db),
    enabledCurrencies(db),
    outflowSummary(db, settings, now),
    providersOf(db, { settings: withoutMissing(settings, deposits), unset: closedDeposits(settings, deposits) }, now),
    payoutWarnings(db, settings, now),
    activeOnDaysBefore(db, now),
    newerRelease(system),
  ])
  const { inAll, owned, escrow } = added
  const days = daysOf(added, now)
  const current = days.find(({ day }) => day === dayOf(now))
  const today = added.activity.find(({ day }) => day === dayOf(now))
  const { total, active, ...user } = added.users
  return {
    overview: {
      earned: earnedIn(inAll),
      paid: paidOutIn(inAll),
      owed: owedOf(owned, added),
      claimsToday: current?.claims ?? 0,
      claimsEarnedToday: today?.claimsEarned ?? 0,
      faucetBudget: settings.faucet_day_max,
      earnedToday: current?.earned ?? 0,
      paidToday: current?.paid ?? 0,
    },
    allUser: total,
    user,
    activeUsers: active,
    activeBefore,
    deposit: { balance: owned.deposit, escrow, today: current?.deposited ?? 0 },
    days,
    books: booksView(books),
    queue,
    jobs,
    warnings: [
      ...warningsOf(settings, { balanced: books?.balanced ?? null, methods: currencies.length }),
      ...payouts,
      ...updateNotice({ newer }),
    ],
    outflow,
    providers,
  }
}

const daysOf = ({ recent, activity, revenue }: OverviewTotals, now: Date): Overview['days'] =>
  chartDays(now).map((day) => {
    const isOfDay = (one: { readonly day: string }): boolean => one.day === day
    const flows = recent.filter(isOfDay)
    const { joined = 0, claims = 0 } = activity.find(isOfDay) ?? {}
    return {
      day,
      earned: earnedIn(flows),
      paid: paidOutIn(flows),
      deposited: depositedIn(flows),
      margin: (revenue.find(isOfDay)?.revenue ?? 0) - net(flows, isHouse),
      owed: owedRise(flows),
      users: joined,
      claims,
    }
  })

const activeOnDaysBefore = async (db: Read, now: Date): Promise<Overview['activeBefore']> => {
  const range = { from: dayOf(later(now, -2 * DAY_SECONDS)), to: dayOf(later(now, -DAY_SECONDS)) }
  const [dayBefore, yesterday] = (await dayLog(db, range)).days
  return { yesterday: yesterday?.active ?? 0, dayBefore: dayBefore?.active ?? 0 }
}

/** Fees come in and rewards go out; what a person corrected by hand is neither. */
const isHouse = (account: string): boolean => account.startsWith('house:') && account !== 'house:adjustment'

/** A finding about the ledger; before the first one nobody knows. */
const booksView = (found: (Books & { readonly at: Date }) | null): Overview['books'] => ({
  balanced: found?.balanced ?? null,
  checkedAt: found?.at.toISOString() ?? null,
  accounts: found?.accounts ?? 0,
  transfers: found?.transfers ?? 0,
  mismatches: found === null ? [] : [...found.mismatches],
})

const chartDays = (now: Date): string[] =>
  Array.from({ length: CHART_DAYS }, (_, index) => dayOf(later(now, (index + 1 - CHART_DAYS) * DAY_SECONDS)))

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
