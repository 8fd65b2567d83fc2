import { later } from '#kernel/clock.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Caller } from '#kernel/session.ts'
import { say } from '#kernel/words/say.ts'

/** How long a proof of who is at the screen counts. */
export const PROOF_SECONDS = 600

/** Until when the last proof of a session counts; null when that is over. */
export const provedUntil = (caller: Pick<Caller, 'provedAt'>, now: Date): Date | null => {
  const end = caller.provedAt === null ? null : later(caller.provedAt, PROOF_SECONDS)
  return end !== null && end > now ? end : null
}

/**
 * Refuses unless this session has proved lately who is at the screen, so that a stolen token or a screen left open
 * does not do what cannot be undone. A route says it by `stepUp`; a rule that only sometimes needs it calls this.
 */
export const requireFreshProof = ({ caller, now }: { caller: Pick<Caller, 'provedAt'>; now: Date }): void => {
  if (provedUntil(caller, now) !== null) return
  refuse('forbidden', 'STEP_UP_REQUIRED', say('session.confirmIdentityContinue'))
}
