import * as z from 'zod/mini'
import { Units } from '#contract/values.ts'

/** The settings of acts that two admins have to want; part of `Settings`. */
export const peopleFields = {
  /** Whether large acts wait for a second admin; needs at least two. */
  four_eyes: z.boolean(),
  /** Units from which on a withdrawal, and a change of a balance, waits. */
  four_eyes_withdrawal_min: Units,
  four_eyes_adjust_min: Units,
}

export const peopleDefaults = {
  four_eyes: false,
  four_eyes_withdrawal_min: 5_000_000,
  four_eyes_adjust_min: 1_000_000,
}
