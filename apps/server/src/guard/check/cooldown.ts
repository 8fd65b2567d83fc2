import { later, secondsBetween } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Bucket, RateLimits } from '#kernel/http/rate-limit.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Caller } from '#kernel/session.ts'
import { inSeconds, say } from '#kernel/words/say.ts'
import { pauseSeconds } from './answer-statistics.ts'

/** Sends a user whose cooldown still runs to the waiting page. */
export const refuseDuringCooldown = (caller: Pick<Caller, 'cooldownUntil'>, now: Date): void => {
  if (caller.cooldownUntil !== null && caller.cooldownUntil > now) {
    refusePause(secondsBetween(now, caller.cooldownUntil))
  }
}

const refusePause = (wait: number): never =>
  refuse('tooMany', 'COOLDOWN', say('check.shortCooldownContinue', { wait: inSeconds(wait) }), {
    retryAfter: wait,
    action: { type: 'redirect', path: '/app/wait' },
  })

interface Pausing {
  readonly userId: string
  readonly now: Date
}

/** Begins the pause that a run of wrong answers brings, and refuses with it; returns when there is none yet. */
export const startCooldown = async (
  db: Db,
  { wrongStreak, ...paused }: Pausing & { readonly wrongStreak: number },
): Promise<void> => {
  const seconds = pauseSeconds(wrongStreak)
  if (seconds > 0) await pause(db, { ...paused, seconds, reason: say('check.severalWrongAnswersRow') })
}

/** A bad connection loses some of them; nobody needs more in an hour (ANTIBOT.md 3.7). */
const renewals: Bucket = { name: 'renewed captchas', points: 20, seconds: 3_600 }
const RENEWAL_PAUSE_SECONDS = 300

/** Counts pictures that took the place of others, and pauses whoever asks for too many. */
export const countRenewal = async (
  { db, limits }: { db: Db; limits: Pick<RateLimits, 'spend' | 'forget'> },
  { userId, now }: Pausing,
): Promise<void> => {
  if ((await limits.spend(renewals, userId)) === 0) return
  await limits.forget(renewals, userId)
  await pause(db, { userId, now, seconds: RENEWAL_PAUSE_SECONDS, reason: say('check.tooManyNewCaptchas') })
}

const pause = async (
  db: Db,
  { userId, now, seconds, reason }: Pausing & { readonly seconds: number; readonly reason: string },
): Promise<never> => {
  await db.write((tx) =>
    tx
      .updateTable('users')
      .set({ cooldown_until: later(now, seconds), cooldown_reason: reason })
      .where('id', '=', userId)
      .execute(),
  )
  return refusePause(seconds)
}
