import * as z from 'zod/mini'
import { Level } from '#contract/account/user.ts'
import { AntibotAnswer, CaptchaAnswer } from '#contract/check/captcha.ts'
import { Allowance } from '#contract/earn/allowance.ts'
import { route } from '#contract/route.ts'
import { Seconds, Timestamp, Units } from '#contract/values.ts'

const Header = z.optional(z.string().check(z.maxLength(2_000)))

/** What the next claim pays, and what it is made of. */
export const ClaimParts = z.object({
  base: Units,
  /** What the level adds, and what the fractions of earlier claims have become together with it. */
  level: Units,
  happyHour: Units,
  /** What is paid. */
  total: Units,
})

/**
 * Why the faucet has nothing for a member right now: the hour's budget is used up, or their network's share of the day,
 * today's reduced rewards of the account, or its allowance. A claim would be refused with 409 `FAUCET_BUDGET_HOUR`,
 * `FAUCET_BUDGET_NETWORK`, `FAUCET_REDUCED_USED_UP` or `FAUCET_ALLOWANCE_USED_UP`.
 */
export const FaucetUsedUp = z.object({
  of: z.enum(['hour', 'network', 'reduced', 'allowance']),
  /** When there may be room again, and in how many seconds; null: not before the account brings more revenue. */
  opensAt: z.nullable(Timestamp),
  opensIn: z.nullable(Seconds),
})
export type FaucetUsedUp = z.infer<typeof FaucetUsedUp>

export const FaucetInfo = z.object({
  faucet_reward: Units,
  faucet_timer: Seconds,
  faucet_exp: z.int(),
  lastClaim: z.nullable(Timestamp),
  /** Seconds until the next claim is allowed. */
  wait: Seconds,
  isHappyHour: z.boolean(),
  /** Start of the next window, also while one is open; null when the owner has none. */
  nextHappyHour: z.nullable(Timestamp),
  happyHourEnds: z.nullable(Timestamp),
  /** In percent of base and level together. */
  happyHourBonus: z.int(),
  next: ClaimParts,
  claimsToday: z.int(),
  /** 0: no limit. */
  dailyClaimLimit: z.int(),
  faucetClaim: z.int(),
  /** Told before anybody solves anything; null while the budget has room for this member's claim. */
  usedUp: z.nullable(FaucetUsedUp),
  /** Whether the next claim is beyond the allowance, so that it pays a reduced reward. */
  isReduced: z.boolean(),
  /** Null: what this account brings in bounds nothing. */
  allowance: z.nullable(Allowance),
})
export type FaucetInfo = z.infer<typeof FaucetInfo>

export const faucet = {
  info: route({
    method: 'GET',
    path: '/api/faucet/info',
    summary: 'When the next claim is allowed and exactly what it pays.',
    access: 'user',
    transaction: 'read',
    answer: FaucetInfo,
  }),
  claim: route({
    method: 'POST',
    path: '/api/faucet',
    summary: 'Claims the faucet reward.',
    access: 'user',
    transaction: 'write',
    closedTo: 'earn',
    checks: ['antibot'],
    idempotent: true,
    limits: [{ by: 'user', points: 60, seconds: 60 }],
    headers: z.object({ 'x-key': Header, 'x-duration': Header, 'x-bd': Header, 'x-bd2': Header }),
    body: z.object({ antibot: AntibotAnswer, captcha: z.optional(CaptchaAnswer) }),
    answer: z.object({
      reward: Units,
      parts: ClaimParts,
      /** Whether the claim was beyond the allowance. */
      isReduced: z.boolean(),
      balance: Units,
      exp: z.int(),
      progress: Level,
      wait: Seconds,
      msg: z.optional(z.string()),
    }),
  }),
} as const
