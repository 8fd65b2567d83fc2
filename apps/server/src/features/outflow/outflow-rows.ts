import type { OutflowRow } from '@runnel/contract/admin/outflow'
import { OutflowSource, PaidSource } from '@runnel/contract/outflow'
import type { Settings } from '@runnel/contract/settings/settings'
import { later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { outflowHours, outflowSince, usualDays, usualOutflow } from '#money/outflow.ts'
import { midnightAfter, midnightBefore } from './budgets.ts'
import { USUAL_DAYS_MIN, windowsOf } from './circuit-breaker.ts'
import type { Known } from './closed-source-checks.ts'

const HOUR = 3_600
const HOURS_SHOWN = 24

/** What left by each source, beside what may: the windows are whole, also after a trip was resumed. */
export const outflowRows = async (db: Read, settings: Settings, known: Known): Promise<OutflowRow[]> => {
  const { now } = known
  const [today, windows, usual, days, hours] = await Promise.all([
    outflowSince(db, midnightBefore(now)),
    windowsOf(db, new Map(), now),
    usualOutflow(db, now),
    usualDays(db, now),
    outflowHours(db, now),
  ])
  return OutflowSource.options.map((source) => {
    const of = <Row extends { readonly source: string }>(rows: readonly Row[]) =>
      rows.find((row) => row.source === source)
    const { amount = 0, count = 0 } = of(today) ?? {}
    const window = of(windows)
    const normal = of(usual)
    return {
      source,
      state: stateOf(known, source),
      today: { amount, count },
      hour: { amount: window?.hourAmount ?? 0, count: window?.hourCount ?? 0 },
      day: { amount: window?.dayAmount ?? 0, count: window?.dayCount ?? 0 },
      usual: days < USUAL_DAYS_MIN ? null : { amount: normal?.amount ?? 0, count: normal?.count ?? 0, days },
      limits: settings.outflow_limits[source],
      budget: budgetOf({ source, amount, settings, known }),
      hours: hoursOf(
        hours.filter((row) => row.source === source),
        now,
      ),
    }
  })
}

const stateOf = ({ closed, now }: Known, source: OutflowSource): OutflowRow['state'] => {
  const of = closed.filter((one) => one.source === source && (one.until === null || one.until > now))
  if (of.some(({ code }) => code === 'PAUSED_FOR_CHECK')) return 'stopped'
  return of.length > 0 ? 'used-up' : 'paying'
}

interface BudgetInput {
  readonly source: OutflowSource
  readonly amount: number
  readonly settings: Settings
  readonly known: Known
}

const budgetOf = ({ source, amount, settings, known }: BudgetInput): OutflowRow['budget'] => {
  const paid = PaidSource.options.find((one) => one === source)
  const budget = paid === undefined ? 0 : settings.daily_budgets[paid]
  if (budget === 0) return null
  const shut = known.closed.find((one) => one.source === source && one.code === 'BUDGET_USED_UP')
  const usedUpAt = shut?.until !== undefined && shut.until !== null && shut.until > known.now ? shut.since : null
  return {
    amount: budget,
    left: Math.max(0, budget - amount),
    usedUpAt: usedUpAt?.toISOString() ?? null,
    resetsAt: midnightAfter(known.now).toISOString(),
  }
}

const hoursOf = (
  rows: readonly { readonly at: Date; readonly amount: number; readonly count: number }[],
  now: Date,
): OutflowRow['hours'] => {
  const current = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000)
  return Array.from({ length: HOURS_SHOWN }, (_, index) => {
    const at = later(current, (index + 1 - HOURS_SHOWN) * HOUR)
    const found = rows.find((row) => row.at.getTime() === at.getTime())
    return { at: at.toISOString(), amount: found?.amount ?? 0, count: found?.count ?? 0 }
  })
}
