import * as z from 'zod/mini'

/** An amount or a number of payments; 0: no limit. */
const Limit = z._default(z.int().check(z.minimum(0), z.maximum(1_000_000_000_000)), 0)

const none = { hourAmount: 0, dayAmount: 0, hourCount: 0, dayCount: 0, usualTimes: 0 }

/**
 * What a source may pay before the breaker stops it, in the last 60 minutes and the last 24 hours, and how many times
 * more than is usual at that hour. 0: no such limit.
 */
export const OutflowLimit = z.object({
  hourAmount: Limit,
  dayAmount: Limit,
  hourCount: Limit,
  dayCount: Limit,
  usualTimes: z._default(z.int().check(z.minimum(0), z.maximum(1_000)), 0),
})
export type OutflowLimit = z.infer<typeof OutflowLimit>

const limit = z._default(OutflowLimit, none)

export const OutflowLimits = z.object({
  faucet: limit,
  bonus: limit,
  challenge: limit,
  coupon: limit,
  link: limit,
  offerwall: limit,
  referral: limit,
  leaderboard: limit,
  ptc: limit,
  task: limit,
  payout: limit,
})
export type OutflowLimits = z.infer<typeof OutflowLimits>

/** Units that each account of the site pays in a UTC day; 0: no budget. */
export const DailyBudgets = z.object({
  faucet: Limit,
  bonus: Limit,
  challenge: Limit,
  coupon: Limit,
  link: Limit,
  offerwall: Limit,
  referral: Limit,
  leaderboard: Limit,
})
export type DailyBudgets = z.infer<typeof DailyBudgets>

export const noBudgets: DailyBudgets = {
  faucet: 0,
  bonus: 0,
  challenge: 0,
  coupon: 0,
  link: 0,
  offerwall: 0,
  referral: 0,
  leaderboard: 0,
}

/** Units in an hour, 50 of the currency: what a source of a new site may pay, where nothing is usual yet. */
export const FLOOR = 5_000_000

/** A source trips where it pays ten times what is usual; while nothing is usual, where it pays more than the floor. */
const usual: OutflowLimit = { ...none, usualTimes: 10 }

export const usualLimits: OutflowLimits = {
  faucet: usual,
  bonus: usual,
  challenge: usual,
  coupon: usual,
  link: usual,
  offerwall: usual,
  referral: usual,
  // Prizes come all at once, so that nothing about an hour of them is usual.
  leaderboard: { ...none, hourAmount: FLOOR },
  ptc: usual,
  task: usual,
  payout: usual,
}
