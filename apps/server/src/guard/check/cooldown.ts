import { later, secondsBetween } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { relativeTime } from '#kernel/http/rate-limit.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Caller } from '#kernel/session.ts'
import { pauseSeconds } from './answer-statistics.ts'

/** Sends a user whose cooldown still runs to the waiting page. */
export const refuseDuringCooldown = (caller: Pick<Caller, 'cooldownUntil'>, now: Date): void => {
  if (caller.cooldownUntil !== null && caller.cooldownUntil > now) {
    refusePause(secondsBetween(now, caller.cooldownUntil))
  }
}

const refusePause = (wait: number): never =>
  refuse('tooMany', 'COOLDOWN', `You’re on a short cooldown. You can continue ${relativeTime(wait)}.`, {
    retryAfter: wait,
    action: { type: 'redirect', path: '/app/wait' },
  })

/** Begins the pause that a run of wrong answers brings, and refuses with it; returns when there is none yet. */
export const startCooldown = async (
  db: Db,
  { userId, wrongStreak, now }: { userId: string; wrongStreak: number; now: Date },
): Promise<void> => {
  const seconds = pauseSeconds(wrongStreak)
  if (seconds === 0) return
  await db.write((tx) =>
    tx
      .updateTable('users')
      .set({ cooldown_until: later(now, seconds), cooldown_reason: 'Several wrong answers in a row.' })
      .where('id', '=', userId)
      .execute(),
  )
  refusePause(seconds)
}
