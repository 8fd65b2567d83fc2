import { type RawBuilder, sql } from 'kysely'
import { later } from '#kernel/clock.ts'
import type { Db, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import type { Visitor } from '#kernel/session.ts'
import { say } from '#kernel/words/say.ts'
import type { RiskReason } from './suspicion/catalogue.ts'
import { HALF_LIFE_DAYS } from './suspicion/score.ts'

/**
 * What a program does and an honest client of this product cannot send, whatever its user clicks (ANTIBOT.md 3.6),
 * with the points that each adds to the order of the review queue. Only the hidden field is also filled by password
 * managers.
 */
export const traps = {
  'hidden-field': 10,
  'decoy-address': 80,
  'decoy-secret': 80,
  'canary-coupon': 60,
  forged: 80,
  'hidden-option': 80,
  'trap-order': 60,
} as const
export type Trap = keyof typeof traps

/** What each tells the owner. */
const sentences: Readonly<Record<Trap, string>> = {
  'hidden-field': say('signal.filledHiddenField'),
  'decoy-address': say('signal.postedDecoyUrlKnown'),
  'decoy-secret': say('signal.sentDecoyShortlinkSecret'),
  'canary-coupon': say('signal.enteredCanaryCouponCode'),
  forged: say('signal.sentForgedCaptchaOne'),
  'hidden-option': say('signal.selectedHiddenImage'),
  'trap-order': say('signal.submittedDecoySolutionOnly'),
}

export interface TrapHit {
  readonly trap: Trap
  readonly visitor: Visitor
  readonly userId: string | null
  /** A few words on what was sent; never a password, token or address. */
  readonly sample: Readonly<Record<string, string>>
  readonly now: Date
}

/**
 * Logs a trap that was hit, in a transaction of its own so that the refusal which follows does not undo it. A trap
 * never answers differently from the normal error.
 */
export const recordTrapHit = (db: Db, hit: TrapHit): Promise<void> => db.write((tx) => writeTrap(tx, hit))

/** The same in a transaction that its caller has for it. */
export const writeTrap = async (tx: Tx, { trap, visitor, userId, sample, now }: TrapHit): Promise<void> => {
  await tx
    .insertInto('trap_hits')
    .values({
      id: newId(),
      at: now,
      user_id: userId,
      ip_net: visitor.net,
      device_id: visitor.deviceId,
      trap,
      sample: JSON.stringify({ agent: visitor.userAgent.slice(0, 120), ...sample }),
    })
    .execute()
  if (userId !== null) {
    await recordRiskSignal(tx, {
      userId,
      family: 'traps',
      reason: trap,
      points: traps[trap],
      detail: sentences[trap],
      now,
    })
  }
}

export interface RiskSignalInput {
  readonly userId: string
  readonly family: string
  readonly reason: RiskReason
  readonly points: number
  readonly detail: string
  readonly now: Date
  /** The device whose browser shows it, where a browser that stays the same shows it each time. */
  readonly shownBy?: string | undefined
}

/** A reason that was not seen for so long begins anew when it comes back. */
const FORGOTTEN_SECONDS = 14 * 86_400

/**
 * Notes what speaks against an account; the same reason again renews its date and keeps the higher points, unless the
 * very browser shows it that showed it before.
 */
export const recordRiskSignal = async (
  tx: Tx,
  { userId, now, points, detail, shownBy, ...mark }: RiskSignalInput,
): Promise<void> => {
  await tx
    .insertInto('risk_marks')
    .values({ id: newId(), user_id: userId, at: now, since: now, points, detail, ...mark })
    .onConflict((row) =>
      row.columns(['user_id', 'reason']).doUpdateSet((set) => ({
        at: now,
        since: sinceSql(now),
        detail,
        points:
          shownBy === undefined
            ? set.fn<number>('greatest', ['excluded.points', 'risk_marks.points'])
            : pointsAgain({ userId, deviceId: shownBy, now }),
      })),
    )
    .execute()
}

/**
 * What a browser says of itself is no new evidence when it says it again: the points of a browser that somebody keeps
 * go on fading. One that was first seen since then says it for the first time, and so does one that keeps no cookie.
 */
const pointsAgain = (seen: { userId: string; deviceId: string; now: Date }): RawBuilder<number> => sql<number>`
  CASE WHEN EXISTS (SELECT FROM device_users d WHERE d.device_id = ${seen.deviceId} AND d.user_id = ${seen.userId}
      AND d.first_seen_at <= risk_marks.at)
    THEN risk_marks.points * power(0.5, greatest(0, extract(epoch FROM ${seen.now}::timestamptz - risk_marks.at))
      / ${HALF_LIFE_DAYS * 86_400})
    ELSE greatest(excluded.points, risk_marks.points) END`

/** Since when a reason stands that is seen again now; the row of before is named `risk_marks`. */
export const sinceSql = (now: Date) =>
  sql<Date>`CASE WHEN risk_marks.at < ${later(now, -FORGOTTEN_SECONDS)} THEN ${now}
    ELSE coalesce(risk_marks.since, risk_marks.at) END`
