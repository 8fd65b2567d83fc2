import type { Contract } from '@runnel/contract'
import type { PayoutFigures } from '@runnel/contract/admin/statistic'
import type { Handlers } from '#kernel/context.ts'
import { type CsvColumns, csvOfAll } from '#kernel/reads/csv.ts'
import { dayLog, rangeOf, withdrawalStatistic } from './statistic.ts'

type Statistic = Pick<
  Handlers<Contract['admin']>,
  'withdrawalStatistic' | 'withdrawalStatisticCsv' | 'logStatistic' | 'logStatisticCsv'
>

/** Numbers over time for the owner; how they are counted stands in the statistic feature. */
export const statistic: Statistic = {
  withdrawalStatistic: ({ query }, { db, now }) => withdrawalStatistic(db, rangeOf(query, now), now),

  withdrawalStatisticCsv: async ({ query }, { db, now }) => {
    const { days } = await withdrawalStatistic(db, rangeOf(query, now), now)
    return csvOfAll(days, { name: 'withdrawals-by-day', now, columns: payoutColumns })
  },

  logStatistic: ({ query }, { db, now }) => dayLog(db, rangeOf(query, now)),

  logStatisticCsv: async ({ query }, { db, now }) => {
    const { days } = await dayLog(db, rangeOf(query, now))
    return csvOfAll(days, { name: 'log-by-day', now, columns: logColumns(days) })
  },
}

const payoutColumns: CsvColumns<PayoutFigures & { readonly day: string }> = {
  day: (row) => row.day,
  count: (row) => row.count,
  amount: (row) => row.amount,
  average: (row) => row.average,
  paid: (row) => row.paid,
  paid_amount: (row) => row.paidAmount,
  fee: (row) => row.fee,
  rejected: (row) => row.rejected,
  failed: (row) => row.failed,
  unknown: (row) => row.unknown,
  waiting: (row) => row.waiting,
  median_seconds: (row) => row.medianSeconds,
  p95_seconds: (row) => row.p95Seconds,
}

type Day = Awaited<ReturnType<typeof dayLog>>['days'][number]

/** Each source that paid in that time has a column of its own. */
const logColumns = (days: readonly Day[]): CsvColumns<Day> => {
  const sources = [...new Set(days.flatMap(({ earned }) => Object.keys(earned)))].toSorted()
  return {
    day: (row) => row.day,
    registrations: (row) => row.registrations,
    logins: (row) => row.logins,
    active: (row) => row.active,
    claims: (row) => row.claims,
    ...Object.fromEntries(sources.map((source) => [`earned_${source}`, (row: Day) => row.earned[source] ?? 0])),
    deposited: (row) => row.deposited,
    withdrawals: (row) => row.withdrawals,
    paid: (row) => row.paid,
    challenges_right: (row) => row.challengesRight,
    challenges_wrong: (row) => row.challengesWrong,
    traps: (row) => row.traps,
    locked: (row) => row.locked,
    contact: (row) => row.contact,
    mails: (row) => row.mails,
    errors: (row) => row.errors,
    job_failures: (row) => row.jobFailures,
  }
}
