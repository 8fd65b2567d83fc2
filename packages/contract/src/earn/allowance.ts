import * as z from 'zod/mini'
import { Day, Units } from '#contract/values.ts'

/** The earning rules that an administrator chooses from, from the loosest to the strictest (ANTIBOT.md 10). */
export const earningPresets = ['open', 'balanced', 'strict'] as const
export const EarningPreset = z.enum(earningPresets)
export type EarningPreset = z.infer<typeof EarningPreset>

/**
 * What an account may still be paid in full of the site's own money: claims of the faucet, the daily bonus, challenges,
 * coupons and shortlinks. The allowance is `starter` and `sharePercent` of `settled`, less what was paid.
 */
export const Allowance = z.object({
  /** Units; 0 where an amount would have to be paid beyond it. */
  left: Units,
  starter: Units,
  /** Percent of settled revenue. */
  sharePercent: z.int(),
  /** Revenue of this account that can no longer be taken back. */
  settled: Units,
  /** Revenue that settles on a day to come, the earliest first, at most ten. */
  pending: z.array(z.object({ amount: Units, day: Day })),
  /** What a claim beyond the allowance pays; 0: nothing. */
  reduced: Units,
  /** Units of such claims that are left today. */
  reducedLeft: Units,
})
export type Allowance = z.infer<typeof Allowance>
