import { PROOF_BOUND } from '@runnel/contract/guards'
import { sql } from 'kysely'
import { later } from '#kernel/clock.ts'
import type { WriteContext } from '#kernel/context.ts'
import { assert } from '#kernel/refusal.ts'
import { PROOF_SECONDS, provedUntil } from '#kernel/step-up.ts'
import { asExecutor } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { needsTwoAdmins } from './rules.ts'

/** Small acts add up over this time, so that a large one cannot be done in slices. */
export const SLICES_SECONDS = 86_400
/** Times the limit of one account that an admin may move alone in that time, over however many accounts. */
const ADMIN_TIMES = 10
/** Acts whose gain goes to the user whom they name; the gain of all others is open to everybody. */
const GAINS_OF_ONE = ['suspect.release', 'suspect.end-measure', 'suspect.delete-mark', 'appeal.answer']

/**
 * Acts that add up come one after the other: of many at once each would think itself the first. To be called before
 * anything is locked.
 */
export const oneAtATime = async ({
  tx,
  settings,
  caller,
  now,
}: Pick<WriteContext, 'tx' | 'settings' | 'caller' | 'now'>): Promise<void> => {
  if (!settings.four_eyes && caller !== undefined && provedUntil(caller, now) !== null) return
  await sql`SELECT pg_advisory_xact_lock(hashtext('four eyes'))`.execute(tx)
}

/** What was decided without a second admin within a day, as the audit log has it. */
export interface Alone {
  /** Given to single users, or taken from them, by this admin, and the most of it to one of them. */
  readonly byAdmin: Units
  readonly toOne: Units
  /** The same for one user, by whichever admin. */
  readonly ofUser: Units
  /** What this admin's acts let anybody get, and what of it since the last proof of this session was over. */
  readonly open: Units
  readonly unproved: Units
}

/** From when on what was raised without a proof counts: a proof begins the sum anew. */
export const unprovedSince = ({ caller, now }: Pick<WriteContext, 'caller' | 'now'>): Date => {
  const day = later(now, -SLICES_SECONDS)
  const provedAt = caller?.provedAt ?? null
  const proof = provedAt === null ? day : later(provedAt, PROOF_SECONDS)
  return proof > day ? proof : day
}

/** Gifts and takings do not make up for each other. */
export const doneAlone = async (context: WriteContext, userId?: string): Promise<Alone> => {
  const { tx, caller, now } = context
  assert(caller !== undefined, 'an admin is signed in')
  const { rows } = await sql<Alone>`
    WITH alone AS (
      SELECT a.actor, a.target, a.action, a.at,
        a.gain IS NOT NULL AND a.action <> ALL(${GAINS_OF_ONE}) AS is_open,
        CASE WHEN a.gain IS NOT NULL THEN a.gain
          WHEN a.action = 'import.begin' THEN (a.after ->> 'balance')::bigint + (a.after ->> 'deposit')::bigint
          ELSE abs((a.after ->> 'amount')::bigint) END AS moved
      FROM audit a
      WHERE a.at > ${later(now, -SLICES_SECONDS)} AND (a.actor = ${caller.id} OR a.target = ${userId ?? ''})
        AND (a.gain > 0 OR a.action IN ('user.adjust', 'user.reverse', 'import.begin'))
        AND NOT EXISTS (SELECT FROM pending_acts p WHERE p.state = 'accepted' AND p.kind = a.action
          AND p.user_id::text = a.target AND p.decided_by = a.actor AND p.decided_at = a.at)),
    people AS (SELECT sum(moved) AS sum FROM alone
      WHERE actor = ${caller.id} AND NOT is_open AND action <> 'import.begin' GROUP BY target)
    SELECT coalesce(sum(moved) FILTER (WHERE actor = ${caller.id} AND NOT is_open), 0)::bigint AS "byAdmin",
      coalesce((SELECT max(sum) FROM people), 0)::bigint AS "toOne",
      coalesce(sum(moved) FILTER (WHERE target = ${userId ?? ''} AND NOT is_open), 0)::bigint AS "ofUser",
      coalesce(sum(moved) FILTER (WHERE actor = ${caller.id} AND is_open), 0)::bigint AS "open",
      coalesce(sum(moved) FILTER (WHERE actor = ${caller.id} AND is_open AND at > ${unprovedSince(context)}), 0)::bigint
        AS "unproved"
    FROM alone`.execute(asExecutor(tx))
  const [row] = rows
  assert(row !== undefined, 'a sum gives one row')
  return row
}

interface Change {
  /** Whose balance; unset for an import, which brings many. */
  readonly userId?: string
  readonly amount: Units
}

/**
 * Whether a change of a balance waits for a second admin, together with what was changed alone within a day, and what
 * this admin lets anybody get.
 */
export const changeNeedsSecond = async (context: WriteContext, { userId, amount }: Change): Promise<boolean> => {
  const { settings } = context
  if (!settings.four_eyes) return false
  const { four_eyes_adjust_min: limit } = settings
  if (amount >= limit) return true
  const { byAdmin, ofUser, open } = await doneAlone(context, userId)
  const mostOfAdmin = userId === undefined ? limit : limit * ADMIN_TIMES
  return ofUser + open + amount >= limit || byAdmin + amount >= mostOfAdmin
}

/** An amount that somebody can get, before and after; what is new was 0 before. */
export interface Rise {
  readonly from: Units
  readonly to: Units
}

/** What a rise lets one user get more; lowering gives nobody anything. */
export const gainOf = ({ from, to }: Rise): Units =>
  Math.min(Math.max(Math.ceil(to - from), 0), Number.MAX_SAFE_INTEGER)

/** Whether a rise waits for a second admin, with all that the same admin gave, and let anybody get, within a day. */
export const riseNeedsSecond = async (context: WriteContext, rise: Rise, { open, toOne }: Alone): Promise<boolean> => {
  const gain = gainOf(rise)
  if (gain === 0) return false
  const { four_eyes_adjust_min: limit } = context.settings
  return (rise.to >= limit || open + toOne + gain >= limit) && (await needsTwoAdmins(context))
}

/** Whether a rise is small enough to be made without a proof. */
export const isSmallRise = (rise: Rise, { unproved }: Pick<Alone, 'unproved'>): boolean =>
  unproved + gainOf(rise) <= PROOF_BOUND.units && !isMovedBy(rise, 1 + PROOF_BOUND.percent / 100, 'up')

/** Whether a figure moved by more than a factor; one that was nothing before has nothing to be measured by. */
export const isMovedBy = ({ from, to }: Rise, factor: number, direction: 'up' | 'both'): boolean => {
  if (from === 0) return direction === 'both' && to > 0
  return to > from * factor || (direction === 'both' && to < from / factor)
}
