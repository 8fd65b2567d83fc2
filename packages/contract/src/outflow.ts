import * as z from 'zod/mini'
import { route } from './route.ts'
import { Timestamp } from './values.ts'

/** What pays users from the site; ads and tasks are paid out of escrows that others filled. */
export const PaidSource = z.enum([
  'faucet',
  'bonus',
  'challenge',
  'coupon',
  'link',
  'offerwall',
  'referral',
  'leaderboard',
])
export type PaidSource = z.infer<typeof PaidSource>

/** Everything that the breaker watches: what the site pays, what escrows pay, and payouts. */
export const OutflowSource = z.enum([...PaidSource.options, 'ptc', 'task', 'payout'])
export type OutflowSource = z.infer<typeof OutflowSource>

/** Why a source pays nothing right now: its budget of the UTC day is used up, or it stands until a person looked. */
export const ClosedCode = z.enum(['BUDGET_USED_UP', 'PAUSED_FOR_CHECK'])
export type ClosedCode = z.infer<typeof ClosedCode>

export const ClosedSource = z.object({
  source: OutflowSource,
  code: ClosedCode,
  /** In a sentence, as the refusal of a claim says it too. */
  msg: z.string(),
  /** When it pays again by itself; null while a person has to look first. */
  resetsAt: z.nullable(Timestamp),
})
export type ClosedSource = z.infer<typeof ClosedSource>

/**
 * What pays nothing right now, told before anybody spends effort. A claim on a closed source is refused with 409 and
 * the same code; what was begun before it closed may be finished.
 */
export const outflow = {
  closed: route({
    method: 'GET',
    path: '/api/outflow',
    summary: 'The sources that are currently closed, with reason and end.',
    access: 'user',
    transaction: 'read',
    answer: z.object({ closed: z.array(ClosedSource) }),
  }),
} as const
