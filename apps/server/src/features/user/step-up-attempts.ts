import { recordRefusedProof } from '#kernel/audit.ts'
import type { WriteContext } from '#kernel/context.ts'
import { type Bucket, type RateLimits, refuseTooMany } from '#kernel/http/rate-limit.ts'
import type { Caller } from '#kernel/session.ts'

/**
 * Tries of one session, wherever it is asked for password or code, so that nobody who stole one can guess them a few
 * times at each place, nor lock its owner out elsewhere.
 */
const tries: readonly Bucket[] = [
  { name: 'proof tries minute', points: 5, seconds: 60 },
  { name: 'proof tries hour', points: 20, seconds: 3_600 },
  { name: 'proof tries day', points: 50, seconds: 86_400 },
]

/** Counts a try before it is judged, so that many at once cannot slip through. */
export const consumeStepUpAttempt = async (limits: RateLimits, sessionId: string): Promise<void> => {
  let wait = 0
  for (const bucket of tries) wait = Math.max(wait, await limits.spend(bucket, sessionId))
  if (wait > 0) refuseTooMany(wait)
}

export type StepUpContext = Pick<WriteContext, 'tx' | 'onRollback' | 'visitor' | 'now'> & { readonly caller: Caller }

/** Whoever sits at the screen of one of the staff and cannot prove it is worth a line in the audit log. */
export const recordRefusedStepUp = (context: Omit<StepUpContext, 'tx'>, step: 'password' | 'code'): void =>
  recordRefusedProof(context, { action: 'staff.step-up-refused', user: context.caller, step })

/** Forgets the tries of a session that has just shown whose it is. */
export const resetStepUpAttempts = async (limits: RateLimits, sessionId: string): Promise<void> => {
  for (const bucket of tries) await limits.forget(bucket, sessionId)
}
