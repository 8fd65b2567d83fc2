import * as z from 'zod/mini'
import { Timestamp } from './values.ts'

/** A reason that stands beside a score, in words for the owner. */
export const RiskReason = z.object({ family: z.string(), points: z.number(), sentence: z.string(), at: Timestamp })
export type RiskReason = z.infer<typeof RiskReason>
