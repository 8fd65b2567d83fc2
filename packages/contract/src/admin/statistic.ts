import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Day, Id, Timestamp, Units } from '#contract/values.ts'
import { csvTwin } from './export.ts'

/** Days from and to, both counted; without them the last 30, and never more than 400. */
const range = { from: z.optional(Day), to: z.optional(Day) }

const PayoutFigures = z.object({
  /** Asked for in that time, and what of them became what. */
  count: z.int(),
  amount: Units,
  average: Units,
  paid: z.int(),
  /** What reached wallets: the amounts of paid ones without their fees. */
  paidAmount: Units,
  /** Fees that paid ones left with the site. */
  fee: Units,
  rejected: z.int(),
  failed: z.int(),
  unknown: z.int(),
  /** Neither paid nor refunded yet. */
  waiting: z.int(),
  /** From asking to paid; null where none was paid. */
  medianSeconds: z.nullable(z.int()),
  p95Seconds: z.nullable(z.int()),
})
export type PayoutFigures = z.infer<typeof PayoutFigures>

const withdrawalStatistic = route({
  method: 'GET',
  path: '/api/admin/withdrawal/statistic',
  summary: 'Withdrawals by day, currency, method and processor: counts, amounts, fees, payout times, reasons.',
  access: 'admin',
  transaction: 'read',
  mayLag: true,
  query: z.object(range),
  answer: z.object({
    from: Day,
    to: Day,
    totals: PayoutFigures,
    /** Every day of the range, oldest first. */
    days: z.array(z.extend(PayoutFigures, { day: Day })),
    /** By method (and so by currency and processor), the largest first. */
    methods: z.array(
      z.extend(PayoutFigures, { methodId: Id, method: z.string(), currency: z.string(), processor: z.string() }),
    ),
    currencies: z.array(z.extend(PayoutFigures, { currency: z.string() })),
    processors: z.array(z.extend(PayoutFigures, { processor: z.string() })),
    /** Why they were rejected, failed or are unknown; the 20 most frequent. */
    reasons: z.array(z.object({ status: z.string(), reason: z.string(), count: z.int() })),
    /** When it was counted: on a large site it may be some minutes old. */
    at: Timestamp,
  }),
})

const logStatistic = route({
  method: 'GET',
  path: '/api/admin/stats/log',
  summary: 'By day: registrations, sign-ins, claims, earnings by source, captchas, traps, emails, errors.',
  access: 'admin',
  transaction: 'read',
  mayLag: true,
  query: z.object(range),
  answer: z.object({
    from: Day,
    to: Day,
    /** When the newest day was counted, at most five minutes ago; null before the first time. */
    at: z.nullable(Timestamp),
    /** Every day of the range, oldest first. */
    days: z.array(
      z.object({
        day: Day,
        registrations: z.int(),
        /** New sessions. */
        logins: z.int(),
        /** People who did something that counts. */
        active: z.int(),
        claims: z.int(),
        /** Units by source, only those with any: `faucet`, `ptc`, `task`, … */
        earned: z.record(z.string(), Units),
        deposited: Units,
        withdrawals: z.int(),
        /** What reached wallets on that day: amounts without fees. */
        paid: Units,
        challengesRight: z.int(),
        challengesWrong: z.int(),
        traps: z.int(),
        /** Accounts that were locked. */
        locked: z.int(),
        contact: z.int(),
        mails: z.int(),
        /** Requests that met an error of ours. */
        errors: z.int(),
        jobFailures: z.int(),
      }),
    ),
  }),
})

export const adminStatistic = {
  withdrawalStatistic,
  withdrawalStatisticCsv: csvTwin(withdrawalStatistic, 'Withdrawals by day'),
  logStatistic,
  logStatisticCsv: csvTwin(logStatistic, 'Daily report'),
} as const

/**
 * One provider that the site works with, as the overview (`GET /api/admin/stats`, field `providers`) shows it: the
 * wallets that pay, walls by their last postback, shortlinks by their breaker, ways to deposit, and the
 * bot that sends alerts.
 */
export const ProviderHealth = z.object({
  kind: z.enum(['wallet', 'wall', 'link', 'deposit', 'telegram']),
  name: z.string(),
  state: z.enum(['ok', 'idle', 'warn', 'down']),
  msg: z.string(),
  /** When something was last received from it. */
  at: z.nullable(Timestamp),
})
export type ProviderHealth = z.infer<typeof ProviderHealth>
