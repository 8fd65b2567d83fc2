import type { Settings } from '@runnel/contract/settings/settings'
import { type Selectable, sql } from 'kysely'
import { audit, byCaller } from '#kernel/audit.ts'
import { later } from '#kernel/clock.ts'
import type { WriteContext } from '#kernel/context.ts'
import { databaseError, type Read, type Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import type { PendingActRow } from '#kernel/tables/admin.ts'
import { say } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'

type Act = Selectable<PendingActRow>

const LIFE_SECONDS = 7 * 86_400

/** Small payouts add up over this time, so that a large one cannot be made in slices. */
const SLICES_SECONDS = 86_400

export interface PaymentToApprove {
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
  wanted: readonly PaymentToApprove[],
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

/** Whether two admins are asked for what is large, and there are two. */
export const needsTwoAdmins = async ({ tx, settings }: { tx: Read; settings: Settings }): Promise<boolean> =>
  settings.four_eyes && (await countAdmins(tx)) >= 2

/** How many admins there are. */
export const countAdmins = async (tx: Read): Promise<number> => {
  const { admins } = await tx
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('admins'))
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return admins
}

export type ApprovalRequest = Pick<Act, 'kind' | 'user_id' | 'ref' | 'amount' | 'reason'> & { readonly payload: object }

/** Writes down what another admin has to accept. The same thing is proposed once at a time. */
export const requestApproval = async (context: WriteContext, request: ApprovalRequest): Promise<string> => {
  const { tx, now, caller } = context
  assert(caller !== undefined, 'an admin is signed in')
  await expire(tx, now)
  const id = newId()
  await tx
    .insertInto('pending_acts')
    .values({
      ...request,
      id,
      payload: JSON.stringify(request.payload),
      proposed_by: caller.id,
      proposed_at: now,
      expires_at: later(now, LIFE_SECONDS),
    })
    .execute()
    .catch((error: unknown) => {
      if (!ONCE.has(databaseError(error)?.constraint ?? '')) throw error
      return refuse('conflict', 'PROPOSED_ALREADY', say('owner.approval.changeAlreadyWaitingSecond'))
    })
  const { kind, user_id: userId, ref, amount, reason } = request
  const isMoney = userId !== null
  const after = { kind, userId, ref, amount, reason, ...(isMoney ? {} : { changes: withoutSealed(request.payload) }) }
  await audit(tx, { ...byCaller(context), action: 'approval.propose', target: id, before: undefined, after })
  return id
}

const ONCE = new Set(['pending_acts_once', 'pending_settings_once', 'pending_acts_sentence'])

/** What a proposal says in the audit log, which keeps no secret, not even a sealed one. */
const withoutSealed = (payload: object): object =>
  Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]: [string, unknown]) => {
      if (name === 'input') return []
      return [[name, isSealed(value) ? A_SECRET : value]]
    }),
  )

export const A_SECRET = '(a secret)'

export interface Sealed {
  readonly sealed: string
}

export const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && 'sealed' in value && typeof value.sealed === 'string'

interface Wanted {
  readonly kind: Act['kind']
  readonly ref: string | null
  readonly sentence: string
}

/** Whether the same thing waits for another admin already. */
export const isProposed = async (
  { tx, now }: Pick<WriteContext, 'tx' | 'now'>,
  { kind, ref, sentence }: Wanted,
): Promise<boolean> => {
  const waiting = tx
    .selectFrom('pending_acts')
    .select('id')
    .where('kind', '=', kind)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
  const same =
    ref === null
      ? waiting.where('ref', 'is', null).where(sql`payload ->> 'sentence'`, '=', sentence)
      : waiting.where('ref', '=', ref)
  return (await same.executeTakeFirst()) !== undefined
}

/** What nobody decided in time is over. */
const expire = async (tx: Tx, now: Date): Promise<void> => {
  await tx
    .updateTable('pending_acts')
    .set({ state: 'expired', decided_at: now })
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute()
}
