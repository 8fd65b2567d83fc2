import * as z from 'zod/mini'
import { Level } from '#contract/account/user.ts'
import { CaptchaAnswer } from '#contract/check/captcha.ts'
import { route } from '#contract/route.ts'
import { Day, Timestamp, Units } from '#contract/values.ts'

/** Days of a round; after the last one the round begins again. */
export const BONUS_DAYS = 7

export const BonusDay = z.object({
  /** 1 to 7. */
  day: z.int(),
  reward: Units,
  state: z.enum(['claimed', 'today', 'ahead']),
})
export type BonusDay = z.infer<typeof BonusDay>

export const bonus = {
  info: route({
    method: 'GET',
    path: '/api/bonus',
    summary: 'The seven days, which of them is today, what it asks for, and what was claimed.',
    access: 'user',
    transaction: 'read',
    answer: z.object({
      bonuses: z.array(BonusDay),
      /** The newest 30. */
      history: z.array(z.object({ date: Day, day: z.int(), reward: Units, grace: z.boolean() })),
      today: z.object({
        day: z.int(),
        reward: Units,
        claimed: z.boolean(),
        /** Faucet claims that it asks for today, and those made. */
        claimsNeeded: z.int(),
        claimsMade: z.int(),
        /** Why it cannot be claimed, whatever is done: told before anybody solves a check for it. Null: it can. */
        closed: z.nullable(z.string()),
      }),
      /** Days in a row. */
      streak: z.int(),
      grace: z.object({
        /** Whether a missed day would be forgiven now. */
        available: z.boolean(),
        /** When it comes back; null while it is there. */
        nextAt: z.nullable(Timestamp),
        /** Yesterday was missed and today's claim will use it: told before. */
        willBeUsed: z.boolean(),
      }),
      /** The next midnight (UTC). */
      resetsAt: Timestamp,
    }),
  }),
  claim: route({
    method: 'POST',
    path: '/api/bonus/{day}',
    summary: "Claims today's bonus; every other day is refused.",
    access: 'user',
    transaction: 'write',
    closedTo: 'earn',
    checks: ['captcha'],
    idempotent: true,
    limits: [{ by: 'user', points: 20, seconds: 60 }],
    params: z.object({ day: z.string().check(z.regex(/^[1-7]$/)) }),
    body: z.object({ captcha: CaptchaAnswer }),
    answer: z.object({
      reward: Units,
      balance: Units,
      exp: z.int(),
      progress: Level,
      streak: z.int(),
      graceUsed: z.boolean(),
      msg: z.optional(z.string()),
    }),
  }),
} as const
