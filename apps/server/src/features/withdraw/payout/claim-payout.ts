import type { EvmNetwork, MethodOptions } from '@runnel/contract/payout'
import { lightningProcessors } from '@runnel/contract/withdraw'
import { type SqlBool, sql } from 'kysely'
import { ownerLocked } from '#features/withdraw/return-to-review.ts'
import { type LockedWithdrawal, heldColumns } from '#features/withdraw/settlement.ts'
import { systemActor, transitionWithdrawal } from '#features/withdraw/transition.ts'
import { dayOf, later } from '#kernel/clock.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { inDebt } from '#money/accounts.ts'
import { automaticOf, DEAD_SECONDS, type PayoutIntent, type PayoutDeps } from './payout-deps.ts'

/** Nonces on a chain for tests are other ones than on the chain that a network usually means. */
const usualChains: Readonly<Record<EvmNetwork, string>> = { ethereum: '1', bsc: '56', polygon: '137' }
const usualChain = sql`CASE withdraw_methods.options->>'network' ${sql.join(
  Object.entries(usualChains).map(([network, id]) => sql`WHEN ${network} THEN ${id}`),
  sql` `,
)} END`

/** In which order payments are signed: outputs of one wallet, and nonces of one sender, are taken one by one. */
const queue = sql<string | null>`CASE withdrawals.processor
  WHEN 'bitcoind' THEN 'bitcoind:' || withdrawals.currency
  ${sql.join(
    ['solana', 'tron', 'ton', ...lightningProcessors].map((node) => sql`WHEN ${node} THEN ${node}`),
    sql` `,
  )}
  WHEN 'evm' THEN 'evm:' || coalesce(withdraw_methods.options->>'network', 'none') || ':'
    || coalesce(withdraw_methods.options->>'chainId', ${usualChain}, '') END`

const isHalted = (now: Date) => sql<SqlBool>`EXISTS (SELECT FROM payout_halts
  WHERE payout_halts.processor = withdrawals.processor AND payout_halts.currency IN ('', withdrawals.currency)
    AND (payout_halts.until IS NULL OR payout_halts.until > ${now}))`

const isBusy = sql<SqlBool>`EXISTS (SELECT FROM payout_attempts
  WHERE payout_attempts.queue = ${queue} AND payout_attempts.outcome IS NULL AND payout_attempts.prepared_at IS NULL)`

/** A wallet of TON takes its messages by one row of numbers: the next is signed when the fate of the last is known. */
const isInFlight = sql<SqlBool>`(withdrawals.processor = 'ton' AND EXISTS (SELECT FROM payout_attempts
  WHERE payout_attempts.processor = 'ton' AND payout_attempts.outcome IS NULL AND payout_attempts.queue IS NOT NULL))`

/** FaucetPay is told one payout of a place at a time, however it is spelled: nobody could tell two equal ones apart. */
const isNextToAnother = sql<SqlBool>`(withdrawals.processor = 'faucetpay' AND EXISTS (SELECT FROM withdrawals other
  WHERE other.processor = 'faucetpay' AND other.status = 'sending'
    AND other.currency = withdrawals.currency AND other.address_key = withdrawals.address_key))`

/** What counts as paid by its wallet on this UTC day: also what is on its way, or may have arrived. */
export const countsToday = (withdrawal: string, now: Date) => sql<SqlBool>`(
  ${sql.ref(`${withdrawal}.status`)} IN ('sending', 'unknown') OR (${sql.ref(`${withdrawal}.status`)} = 'paid'
    AND ${sql.ref(`${withdrawal}.paid_at`)} >= ${dayOf(now)}::date::timestamp AT TIME ZONE 'UTC'))`

/**
 * A wallet that has paid its limit of the day waits for the next one. The claims of all processes take turns, so that
 * two of them never pass it together.
 */
const isOverDay = (now: Date) => sql<SqlBool>`(withdraw_methods.options ? 'dayMax'
  AND withdrawals.receives + (SELECT coalesce(sum(other.receives), 0) FROM withdrawals other
    WHERE other.processor = withdrawals.processor AND other.currency = withdrawals.currency
      AND ${countsToday('other', now)})
    > (withdraw_methods.options->>'dayMax')::numeric)`

/** Approved withdrawals that may be paid right now, the oldest first. */
const due = (db: Read, { payouts }: Pick<PayoutDeps, 'payouts'>, now: Date) =>
  db
    .selectFrom('withdrawals')
    .innerJoin('withdraw_methods', 'withdraw_methods.id', 'withdrawals.method_id')
    .select(heldColumns.map((column) => `withdrawals.${column}` as const))
    .select([queue.as('queue'), 'withdraw_methods.options', 'withdraw_methods.decimals'])
    .where('withdrawals.status', '=', 'approved')
    .where('withdrawals.processor', 'in', automaticOf(payouts))
    .where((is) => is.or([is('withdrawals.not_before', 'is', null), is('withdrawals.not_before', '<=', now)]))
    .where((is) => is.not(isHalted(now)))
    .where((is) => is.not(isOverDay(now)))
    // Those that had not left when the debt or lock arose wait for a person already; nothing else may pay them either.
    .where((is) => is.not(inDebt(sql.ref('withdrawals.user_id'))))
    .where((is) => is.not(ownerLocked(sql.ref('withdrawals.user_id'), now)))
    .orderBy('withdrawals.id')

/** Due withdrawals that no dry run has gone through yet. */
export const dueForDryRun = async (deps: PayoutDeps, limit: number): Promise<PayoutIntent[]> => {
  const now = deps.clock()
  const rows = await due(deps.db.read, deps, now).where('withdrawals.dry_run_at', 'is', null).limit(limit).execute()
  return rows.map((row) => intentOf({ ...row, attemptId: '', startedAt: now, trouble: null }))
}

/** It was this one's turn, and its intent could not be written; nobody was told to pay it. */
export class PayoutClaimError extends Error {
  readonly id: string
  constructor(id: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.id = id
  }
}

/**
 * Takes the next approved withdrawal but those, and writes the intent to pay it. Whatever happens from here on, the row
 * says `sending` and never goes out a second time without an answer that says: nothing was sent.
 */
export const claimNextPayout = async (
  deps: PayoutDeps,
  but: readonly string[] = [],
): Promise<PayoutIntent | undefined> => {
  let turn: string | undefined
  try {
    return await deps.db.write(async (tx) => {
      const row = await nextDue(tx, deps, but)
      turn = row?.id
      return row === undefined ? undefined : await claimPayout(tx, deps, row)
    })
  } catch (error) {
    throw turn === undefined ? error : new PayoutClaimError(turn, error)
  }
}

// What may go out depends on what is on its way, so that two processes take one after the other.
const takeTurn = (tx: Tx) => sql`SELECT pg_advisory_xact_lock(hashtext('payout take'))`.execute(tx)

const nextDue = async (tx: Tx, deps: PayoutDeps, but: readonly string[]) => {
  await takeTurn(tx)
  return due(tx, deps, deps.clock())
    .where((is) => is.not(isBusy))
    .where((is) => is.not(isInFlight))
    .where((is) => is.not(isNextToAnother))
    .$if(but.length > 0, (rest) => rest.where('withdrawals.id', 'not in', [...but]))
    .limit(1)
    .forUpdate('withdrawals')
    .skipLocked()
    .executeTakeFirst()
}

type Due = NonNullable<Awaited<ReturnType<typeof nextDue>>>

const claimPayout = async (tx: Tx, deps: PayoutDeps, row: Due): Promise<PayoutIntent> => {
  const now = deps.clock()
  const attemptId = newId()
  const intent = intentOf({ ...row, attemptId, startedAt: now, trouble: null })
  await transitionWithdrawal(tx, { withdrawal: intent.withdrawal, to: 'sending', by: systemActor, now })
  await tx
    .insertInto('payout_attempts')
    .values({
      id: attemptId,
      withdrawal_id: row.id,
      processor: row.processor,
      queue: row.queue,
      options: JSON.stringify(row.options),
      started_at: now,
    })
    .execute()
  return intent
}

/**
 * Takes further withdrawals of the same wallet and currency, which one transaction pays with one that was taken; each
 * to another place, so that it tells whom it has paid. They are taken one by one, since each counts for the limits of
 * the next, and stand in lines of their own behind the first.
 */
export const claimBeside = (deps: PayoutDeps, first: PayoutIntent, most: number): Promise<PayoutIntent[]> =>
  deps.db.write(async (tx) => {
    await takeTurn(tx)
    const { processor, currency, address_key: place } = first.withdrawal
    const taken: PayoutIntent[] = []
    while (taken.length < most) {
      const row = await due(tx, deps, deps.clock())
        .where('withdrawals.processor', '=', processor)
        .where('withdrawals.currency', '=', currency)
        .where('withdrawals.address_key', 'not in', [place, ...taken.map((one) => one.withdrawal.address_key)])
        .limit(1)
        .forUpdate('withdrawals')
        .skipLocked()
        .executeTakeFirst()
      if (row === undefined) break
      taken.push(await claimPayout(tx, deps, { ...row, queue: `${row.queue ?? processor}:${taken.length + 1}` }))
    }
    return taken
  })

interface Row extends LockedWithdrawal {
  readonly attemptId: string
  readonly startedAt: Date
  readonly trouble: string | null
  readonly options: MethodOptions | null
  readonly decimals: number
  readonly queue?: string | null
}

const intentOf = ({
  attemptId,
  startedAt,
  trouble,
  options,
  decimals,
  queue: _queue,
  ...withdrawal
}: Row): PayoutIntent => ({
  attemptId,
  startedAt,
  trouble,
  withdrawal,
  method: { currency: withdrawal.currency, decimals, options: options ?? {} },
})

const attempts = (db: Read) =>
  db
    .selectFrom('payout_attempts')
    .innerJoin('withdrawals', 'withdrawals.id', 'payout_attempts.withdrawal_id')
    .innerJoin('withdraw_methods', 'withdraw_methods.id', 'withdrawals.method_id')
    .select(['payout_attempts.id as attemptId', 'payout_attempts.started_at as startedAt'])
    .select(['payout_attempts.options', 'payout_attempts.detail as trouble', 'withdraw_methods.decimals'])
    .select(heldColumns.map((column) => `withdrawals.${column}` as const))

const AT_ONCE = 100

/**
 * Attempts that nobody waits for any more, and of which nothing is stored that could be sent again; those that went
 * wrong before stand behind the others.
 */
export const interruptedPayouts = async ({ db, clock }: PayoutDeps): Promise<PayoutIntent[]> => {
  const rows = await attempts(db.read)
    .where('withdrawals.status', '=', 'sending')
    .where('payout_attempts.outcome', 'is', null)
    .where('payout_attempts.prepared_at', 'is', null)
    .where('payout_attempts.started_at', '<', later(clock(), -DEAD_SECONDS))
    .orderBy('withdrawals.looked_at', (order) => order.asc().nullsFirst())
    .orderBy('payout_attempts.id')
    .limit(AT_ONCE)
    .execute()
  return rows.map(intentOf)
}

/** Attempts whose payment is stored and of which nobody knows yet that it arrived, the longest not looked at first. */
export const pendingBroadcasts = async ({ db }: PayoutDeps): Promise<PayoutIntent[]> => {
  const rows = await attempts(db.read)
    .where('withdrawals.status', '=', 'sending')
    .where('payout_attempts.outcome', 'is', null)
    .where('payout_attempts.prepared_at', 'is not', null)
    .orderBy('withdrawals.looked_at', (order) => order.asc().nullsFirst())
    .limit(AT_ONCE)
    .execute()
  return rows.map(intentOf)
}

/** The last attempt of a withdrawal, with whether its payment is stored. */
export const lastAttempt = async (
  db: Read,
  withdrawalId: string,
): Promise<(PayoutIntent & { readonly isPrepared: boolean }) | undefined> => {
  const row = await attempts(db)
    .select('payout_attempts.prepared_at as preparedAt')
    .where('withdrawals.id', '=', withdrawalId)
    .orderBy('payout_attempts.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { preparedAt, ...rest } = row
  return { ...intentOf(rest), isPrepared: preparedAt !== null }
}
