import type { Settings } from '@runnel/contract/settings'
import { type Selectable, sql } from 'kysely'

import { later } from '#kernel/clock.ts'
import type { WriteContext } from '#kernel/context.ts'
import { databaseError, type Read, type Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import type { PendingActRow } from '#kernel/tables-people.ts'
import { asExecutor } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'

import { audit, byCaller } from './audit.ts'

type Act = Selectable<PendingActRow>

const LIFE_SECONDS = 7 * 86_400

/** Small acts add up over this time, so that a large one cannot be done in slices. */
const SLICES_SECONDS = 86_400
/** Times the limit of one account that an admin may move alone in that time, over however many accounts. */
const ADMIN_TIMES = 10

/**
 * While two admins are asked for, acts that add up come one after the other: of many at once each would think itself
 * the first. To be called before anything is locked.
 */
export const oneAtATime = async ({ tx, settings }: Pick<WriteContext, 'tx' | 'settings'>): Promise<void> => {
  if (settings.four_eyes) await sql`SELECT pg_advisory_xact_lock(hashtext('four eyes'))`.execute(tx)
}

interface Change {
  /** Whose balance; unset for an import, which brings many. */
  readonly userId?: string
  readonly amount: Units
}

/** Whether a change of a balance waits for a second admin, together with what was changed alone within a day. */
export const changeNeedsSecond = async (context: WriteContext, { userId, amount }: Change): Promise<boolean> => {
  const { settings } = context
  if (!settings.four_eyes) return false
  const { four_eyes_adjust_min: limit } = settings
  if (amount >= limit) return true
  const { byAdmin, ofUser } = await changedAlone(context, userId)
  const mostOfAdmin = userId === undefined ? limit : limit * ADMIN_TIMES
  return ofUser + amount >= limit || byAdmin + amount >= mostOfAdmin
}

/** What was changed without a second admin, as the audit log tells; gifts and takings do not make up for each other. */
const changedAlone = async ({ tx, caller, now }: WriteContext, userId: string | undefined) => {
  const { rows } = await sql<{ byAdmin: number; ofUser: number }>`
    SELECT coalesce(sum(moved) FILTER (WHERE actor = ${caller?.id}), 0)::bigint AS "byAdmin",
      coalesce(sum(moved) FILTER (WHERE target = ${userId ?? ''}), 0)::bigint AS "ofUser"
    FROM (
      SELECT a.actor, a.target, CASE a.action
        WHEN 'import.begin' THEN (a.after ->> 'balance')::bigint + (a.after ->> 'deposit')::bigint
        ELSE abs((a.after ->> 'amount')::bigint) END AS moved
      FROM audit a
      WHERE a.action IN ('user.adjust', 'user.reverse', 'import.begin')
        AND a.at > ${later(now, -SLICES_SECONDS)} AND (a.actor = ${caller?.id} OR a.target = ${userId ?? ''})
        AND NOT EXISTS (SELECT FROM pending_acts p WHERE p.state = 'accepted' AND p.kind = a.action
          AND p.user_id::text = a.target AND p.decided_by = a.actor AND p.decided_at = a.at)) AS alone`.execute(
    asExecutor(tx),
  )
  const [row] = rows
  assert(row !== undefined, 'a sum gives one row')
  return row
}

export interface Paying {
  readonly id: string
  readonly userId: string
  readonly amount: Units
}

/**
 * Which of these withdrawals wait for a second admin, together with the others that were paid to their users, or given
 * back to them, within a day.
 */
export const withdrawalsForSecond = async (
  { tx, settings, now }: Pick<WriteContext, 'tx' | 'settings' | 'now'>,
  wanted: readonly Paying[],
): Promise<ReadonlySet<string>> => {
  if (!settings.four_eyes || wanted.length === 0) return new Set()
  const { rows } = await sql<{ userId: string; sum: number }>`
    SELECT user_id AS "userId", sum(amount)::bigint AS sum FROM (
      SELECT DISTINCT w.id, w.user_id, w.amount
      FROM audit a JOIN withdrawals w ON w.id = a.target::uuid
      WHERE a.action IN ('withdrawal.approve', 'withdrawal.refund') AND a.at > ${later(now, -SLICES_SECONDS)}
        AND w.user_id = ANY(${[...new Set(wanted.map(({ userId }) => userId))]}::uuid[])
        AND w.id <> ALL(${wanted.map(({ id }) => id)}::uuid[])
        AND NOT EXISTS (SELECT FROM pending_acts p WHERE p.kind = a.action AND p.ref = w.id AND p.state = 'accepted')
    ) AS alone GROUP BY user_id`.execute(asExecutor(tx))
  const sums = new Map(rows.map(({ userId, sum }) => [userId, sum]))
  const waits = new Set<string>()
  for (const { id, userId, amount } of wanted) {
    const together = (sums.get(userId) ?? 0) + amount
    if (together >= settings.four_eyes_withdrawal_min) waits.add(id)
    else sums.set(userId, together)
  }
  return waits
}

/** Settings that let more be done alone, where two admins are asked for and there are two. */
export const loosening = async (
  tx: Tx,
  { before, after, names }: { before: Settings; after: Settings; names: readonly (keyof Settings)[] },
): Promise<readonly (keyof Settings)[]> => {
  if (!before.four_eyes) return []
  const loose = names.filter((name) => loosens[name]?.(before, after) === true)
  return loose.length > 0 && (await adminsOf(tx)) >= 2 ? loose : []
}

type Loosens = (before: Settings, after: Settings) => boolean

const loosens: Partial<Record<keyof Settings, Loosens>> = {
  four_eyes: () => true,
  four_eyes_adjust_min: (before, after) => after.four_eyes_adjust_min > before.four_eyes_adjust_min,
  four_eyes_withdrawal_min: (before, after) => after.four_eyes_withdrawal_min > before.four_eyes_withdrawal_min,
  // What is paid without any person needs no second one either.
  payout_auto_max: (before, after) =>
    after.payout_auto_max > before.payout_auto_max && after.payout_auto_max >= before.four_eyes_withdrawal_min,
  // Who chooses the provider chooses who it says somebody is, and could be both admins.
  google_issuer: () => true,
  // Who chooses the sources chooses how many coins an amount is.
  rate_sources: () => true,
  // The limits are in units: what one is worth decides how large a large withdrawal is.
  site_currency: () => true,
}

/** Whether two admins are asked for what is large, and there are two. */
export const asksForTwo = async ({ tx, settings }: { tx: Read; settings: Settings }): Promise<boolean> =>
  settings.four_eyes && (await adminsOf(tx)) >= 2

/** How many admins there are. */
export const adminsOf = async (tx: Read): Promise<number> => {
  const { admins } = await tx
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('admins'))
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return admins
}

export type Proposal = Pick<Act, 'kind' | 'user_id' | 'ref' | 'amount' | 'reason'> & { readonly payload: object }

/** Writes down what another admin has to accept. The same thing is proposed once at a time. */
export const propose = async (context: WriteContext, proposal: Proposal): Promise<string> => {
  const { tx, now, caller } = context
  assert(caller !== undefined, 'an admin is signed in')
  await expire(tx, now)
  const id = newId()
  await tx
    .insertInto('pending_acts')
    .values({
      ...proposal,
      id,
      payload: JSON.stringify(proposal.payload),
      proposed_by: caller.id,
      proposed_at: now,
      expires_at: later(now, LIFE_SECONDS),
    })
    .execute()
    .catch((error: unknown) => {
      if (!ONCE.has(databaseError(error)?.constraint ?? '')) throw error
      return refuse('conflict', 'PROPOSED_ALREADY', 'This waits for another admin already.')
    })
  const { kind, user_id: userId, ref, amount, reason } = proposal
  const isSetUp = kind === 'setting.save' || kind === 'method.edit'
  const after = { kind, userId, ref, amount, reason, ...(isSetUp ? { changes: proposal.payload } : {}) }
  await audit(tx, { ...byCaller(context), action: 'approval.propose', target: id, before: undefined, after })
  return id
}

const ONCE = new Set(['pending_acts_once', 'pending_settings_once'])

/** What nobody decided in time is over. */
const expire = async (tx: Tx, now: Date): Promise<void> => {
  await tx
    .updateTable('pending_acts')
    .set({ state: 'expired', decided_at: now })
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute()
}
