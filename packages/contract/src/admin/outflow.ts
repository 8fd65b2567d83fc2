import * as z from 'zod/mini'
import { OutflowSource } from '#contract/outflow.ts'
import { route } from '#contract/route.ts'
import { OutflowLimit } from '#contract/settings/outflow-limits.ts'
import { Done, Id, line, listing, paging, Timestamp, Units } from '#contract/values.ts'
import { csvTwin } from './export.ts'

/** What was crossed: a limit of an hour or a day, of an amount or a number, what is usual, or the owner's patience. */
export const TripCause = z.enum(['hour-amount', 'day-amount', 'hour-count', 'day-count', 'usual', 'owner'])
export type TripCause = z.infer<typeof TripCause>

/** `open` stops; `resumed` did; `dry` was only noted, as the dry run asks. */
export const TripState = z.enum(['open', 'resumed', 'dry'])
export type TripState = z.infer<typeof TripState>

export const OutflowTrip = z.object({
  _id: Id,
  source: OutflowSource,
  cause: TripCause,
  state: TripState,
  /** Whether payouts are stopped by it as well. */
  stopsPayouts: z.boolean(),
  /** The numbers: what was measured (units, or payments where the cause ends with count) and what it crossed. */
  measured: z.int(),
  limit: z.int(),
  /** What is usual for that hour, in units; null where the cause is another. */
  usual: z.nullable(Units),
  /** All of it in a sentence. */
  why: z.string(),
  at: Timestamp,
  /** The admin who stopped it by hand. */
  by: z.nullable(z.string()),
  resumedAt: z.nullable(Timestamp),
  resumedBy: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type OutflowTrip = z.infer<typeof OutflowTrip>

/** What the overview (`GET /api/admin/stats`, field `outflow`) tells of the breaker. */
export const OutflowSummary = z.object({
  /** In a sentence: why no payout leaves right now; null when they do. */
  payoutsStopped: z.nullable(z.string()),
  dryRun: z.boolean(),
  open: z.array(OutflowTrip),
})
export type OutflowSummary = z.infer<typeof OutflowSummary>

const Flow = z.object({ amount: Units, count: z.int() })

export const OutflowRow = z.object({
  source: OutflowSource,
  /** `stopped` by a trip or the owner, `used-up` by its budget. */
  state: z.enum(['paying', 'used-up', 'stopped']),
  /** Of the running UTC day. */
  today: Flow,
  /** Of the last 60 minutes and the last 24 hours. */
  hour: Flow,
  day: Flow,
  /** Average of this hour on those of the last 14 days that have one; null before there are 3. */
  usual: z.nullable(z.object({ amount: Units, count: z.int(), days: z.int() })),
  limits: OutflowLimit,
  /** Budget of the UTC day; null for what has none (payouts, and what escrows pay). */
  budget: z.nullable(z.object({ amount: Units, left: Units, usedUpAt: z.nullable(Timestamp), resetsAt: Timestamp })),
  /** The last 24 hours for a chart, oldest first. */
  hours: z.array(z.object({ at: Timestamp, amount: Units, count: z.int() })),
})
export type OutflowRow = z.infer<typeof OutflowRow>

const trips = route({
  method: 'GET',
  path: '/api/admin/outflow/trip',
  summary: 'Stops of the circuit breaker, including dry runs, newest first.',
  access: 'admin',
  transaction: 'read',
  query: z.object({ ...paging, source: z.optional(OutflowSource), state: z.optional(TripState) }),
  answer: listing(OutflowTrip),
})

export const adminOutflow = {
  outflow: route({
    method: 'GET',
    path: '/api/admin/outflow',
    summary: 'Spending by source in this hour and day, with limits, budget and usual values.',
    access: 'admin',
    transaction: 'read',
    cost: 30,
    answer: z.object({
      at: Timestamp,
      dryRun: z.boolean(),
      /** In a sentence: why no payout leaves right now; null when they do. */
      payoutsStopped: z.nullable(z.string()),
      sources: z.array(OutflowRow),
      open: z.array(OutflowTrip),
      /** The newest ten that are over. */
      past: z.array(OutflowTrip),
    }),
  }),
  trips,
  tripsCsv: csvTwin(trips, 'Circuit breaker stops'),
  resumeOutflow: route({
    method: 'POST',
    path: '/api/admin/outflow/{id}/resume',
    summary: 'Resumes what was stopped; its limits are counted from now on.',
    access: 'admin',
    transaction: 'write',
    params: z.object({ id: Id }),
    body: z.object({ note: z.optional(line(0, 300)) }),
    answer: z.object({ trip: OutflowTrip, msg: z.optional(z.string()) }),
  }),
  stopOutflow: route({
    method: 'POST',
    path: '/api/admin/outflow/stop',
    summary: 'Stops sources and payouts immediately, until an admin resumes them.',
    access: 'admin',
    transaction: 'write',
    body: z.object({
      sources: z.array(OutflowSource).check(z.minLength(1), z.maxLength(OutflowSource.options.length)),
      /** Whether payouts stop too, also where they are not among the sources. */
      payouts: z.boolean(),
      reason: line(3, 300),
    }),
    answer: z.object({ trips: z.array(OutflowTrip), msg: z.optional(z.string()) }),
  }),
  lookOutflow: route({
    method: 'POST',
    path: '/api/admin/outflow/look',
    summary: 'Runs the circuit breaker check now instead of within the minute.',
    access: 'admin',
    transaction: 'write',
    limits: [{ by: 'user', points: 20, seconds: 60 }],
    answer: z.extend(Done, { tripped: z.int() }),
  }),
} as const
