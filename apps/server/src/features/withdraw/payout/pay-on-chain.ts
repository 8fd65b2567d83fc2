import { sql } from 'kysely'
import type { Broadcast, PendingPayment, SignedPayment, SignedPayout } from '#adapters/payout/payout.ts'
import { lockWithdrawalRows } from '#features/withdraw/settlement.ts'
import { later } from '#kernel/clock.ts'
import { databaseError, type Read, type Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { plainDecimal } from '#money/amount.ts'
import type { PayoutOutcome } from './outcome.ts'
import { type PayoutIntent, withTimeout, orderOf, type PayoutDeps } from './payout-deps.ts'
import { sanitizeLine } from './sanitize-line.ts'

/**
 * Signs a payment, stores it, and only then sends it: from the store on, sending is harmless however often it is done,
 * and `confirmations.ts` brings it to its end. Returns an outcome only where for certain nothing was stored.
 */
export const payOnChain = async (
  deps: PayoutDeps,
  intent: PayoutIntent,
  provider: SignedPayout,
): Promise<PayoutOutcome | undefined> => {
  const payment = await sign(deps, intent, provider)
  if (payment.kind !== 'signed') return payment
  const stored = await storePayments(deps, [{ intent, payment }])
  if (stored === 'promised') return { kind: 'retry', reason: say('owner.withdraw.anotherPaymentUsesSame') }
  if (stored === 'stored') await broadcastPayment(deps, { intent, provider, payment })
  return undefined
}

const sign = async (
  deps: PayoutDeps,
  intent: PayoutIntent,
  provider: SignedPayout,
): Promise<Awaited<ReturnType<SignedPayout['sign']>>> => {
  const [held, pending] = await Promise.all([
    reservedInputs(deps.db.read, intent),
    pendingPayments(deps.db.read, intent),
  ])
  try {
    return await withTimeout(provider.sign({ ...orderOf(intent), pending }, held, deps.settings.current()))
  } catch (error) {
    // Signing has no effect outside, so however it went wrong, nothing was sent.
    deps.log.warn({ withdrawal: intent.withdrawal.id, err: String(error) }, 'could not sign a payment')
    return { kind: 'retry', reason: say('owner.withdraw.paymentCouldntSigned') }
  }
}

/** What stored payments of the same queue spend that are not over yet. */
export const reservedInputs = async (db: Read, { attemptId }: PayoutIntent): Promise<string[]> => {
  const rows = await db
    .selectFrom('payout_inputs')
    .innerJoin('withdrawals', 'withdrawals.id', 'payout_inputs.withdrawal_id')
    .innerJoin('payout_attempts', 'payout_attempts.queue', 'payout_inputs.queue')
    .select('payout_inputs.input')
    .where('payout_attempts.id', '=', attemptId)
    .where('withdrawals.status', 'in', ['sending', 'unknown'])
    .execute()
  return rows.map(({ input }) => input)
}

/** What other payouts of the same queue are about to take from its wallet: it still holds what no block has moved. */
const pendingPayments = async (db: Read, { attemptId }: PayoutIntent): Promise<PendingPayment[]> => {
  const rows = await db
    .selectFrom('payout_attempts as mine')
    .innerJoin('payout_attempts as other', 'other.queue', 'mine.queue')
    .innerJoin('withdrawals', 'withdrawals.id', 'other.withdrawal_id')
    .innerJoin('payout_transactions', 'payout_transactions.attempt_id', 'other.id')
    .select(['withdrawals.currency', 'withdrawals.receives as amount'])
    .select(['payout_transactions.sender', 'payout_transactions.nonce'])
    // One that takes the place of another offers more.
    .select(({ fn }) => fn.max('payout_transactions.fee').as('fee'))
    .where('mine.id', '=', attemptId)
    .where('other.outcome', 'is', null)
    .where('withdrawals.status', '=', 'sending')
    .groupBy(['withdrawals.id', 'payout_transactions.sender', 'payout_transactions.nonce'])
    .execute()
  return rows.map(({ amount, fee, ...row }) => ({
    ...row,
    amount: plainDecimal(amount),
    fee: fee === null ? null : plainDecimal(fee),
  }))
}

/**
 * `promised`: another payment spends the same, so that this one must not exist. `superseded`: the attempt was taken
 * over meanwhile, and whoever did that goes on; of several that are stored together nothing is stored then.
 */
type Stored = 'stored' | 'promised' | 'superseded'

export const storePayments = async (
  { db, clock }: PayoutDeps,
  payments: readonly { readonly intent: PayoutIntent; readonly payment: SignedPayment }[],
): Promise<Stored> => {
  try {
    return await db.write(async (tx) => {
      await lockWithdrawalRows(
        tx,
        payments.map(({ intent }) => intent.withdrawal.id),
      )
      for (const { intent } of payments) if (!(await isMine(tx, intent))) return 'superseded'
      const now = clock()
      for (const { intent, payment } of payments) {
        await insertPayment(tx, { intent, payment, now })
        await tx.updateTable('payout_attempts').set({ prepared_at: now }).where('id', '=', intent.attemptId).execute()
      }
      return 'stored'
    })
  } catch (error) {
    if (error instanceof Promised || databaseError(error)?.code === UNIQUE) return 'promised'
    throw error
  }
}

const UNIQUE = '23505'

/** Whether this attempt is still the one that pays its withdrawal. */
const isMine = async (tx: Tx, { attemptId, withdrawal }: PayoutIntent): Promise<boolean> => {
  const [held] = await lockWithdrawalRows(tx, [withdrawal.id])
  const attempt = await tx
    .selectFrom('payout_attempts')
    .select(['outcome', 'queue'])
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow()
  // One that was put out of its queue has lost its turn: what it would spend may be promised to another by now.
  return held?.status === 'sending' && attempt.outcome === null && attempt.queue !== null
}

interface InsertPaymentInput {
  readonly intent: PayoutIntent
  readonly payment: SignedPayment
  readonly now: Date
}

const insertPayment = async (tx: Tx, { intent, payment, now }: InsertPaymentInput): Promise<void> => {
  const { attemptId, withdrawal } = intent
  const { queue } = await tx
    .selectFrom('payout_attempts')
    .select('queue')
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow()
  const { txId, raw, sender, nonce, fee, inputs } = payment
  assert(queue !== null, 'what is signed is signed in its turn')
  const shared = { withdrawal_id: withdrawal.id, queue }
  await tx
    .insertInto('payout_transactions')
    .values({ id: newId(), attempt_id: attemptId, tx_id: txId, raw, sender, nonce, fee, created_at: now, ...shared })
    .execute()
  // A payment that takes the place of another of its withdrawal spends the same.
  await tx
    .insertInto('payout_inputs')
    .values(inputs.map((input) => ({ input, ...shared })))
    .onConflict((row) => row.columns(['queue', 'input']).doNothing())
    .execute()
  const mine = await tx
    .selectFrom('payout_inputs')
    .select('input')
    .where('queue', '=', shared.queue)
    .where('input', 'in', [...inputs])
    .where('withdrawal_id', '=', withdrawal.id)
    .execute()
  if (mine.length !== inputs.length) throw new Promised()
}

/** Rolls the store back: an input belongs to another withdrawal. */
class Promised extends Error {}

const REPLACEMENTS_AT_MOST = 20

/** Stores one that offers more for the same, beside those before it. */
export const storeFeeBump = ({ db, clock }: PayoutDeps, intent: PayoutIntent, payment: SignedPayment) =>
  db.write(async (tx): Promise<boolean> => {
    if (!(await isMine(tx, intent))) return false
    if ((await paymentsOf(tx, intent.withdrawal.id)).length >= REPLACEMENTS_AT_MOST) return false
    await insertPayment(tx, { intent, payment, now: clock() })
    return true
  })

interface BroadcastInput {
  readonly intent: PayoutIntent
  readonly provider: SignedPayout
  readonly payment: SignedPayment
}

/** Gives a stored payment to the network, and notes what it said. */
export const broadcastPayment = async (
  deps: PayoutDeps,
  { intent, provider, payment }: BroadcastInput,
): Promise<Broadcast> => {
  const { method } = intent
  if (!(await mayBroadcast(deps, provider, payment)))
    return { kind: 'lost', answer: say('owner.withdraw.sentMomentAgo') }
  const said = await withTimeout(provider.broadcast(method, payment, deps.settings.current())).catch(
    (error: unknown): Broadcast => ({ kind: 'lost', answer: String(error) }),
  )
  const answer = sanitizeLine(said.answer, 300)
  await deps.db.write(async (tx) => {
    const now = deps.clock()
    const isRefused = said.kind === 'rejected' && provider.resendSeconds !== undefined
    await tx
      .updateTable('payout_transactions')
      .set({ sent_at: now, answer })
      .$if(isRefused, (row) => row.set((is) => ({ times_refused: is('times_refused', '+', 1) })))
      .where('tx_id', '=', payment.txId)
      .execute()
    // Its users may follow it from here on.
    if (said.kind === 'accepted') {
      await tx
        .updateTable('withdrawals')
        .set({ tx_id: payment.txId })
        .where('id', 'in', withdrawalsOf(tx, payment.txId))
        .where('status', '=', 'sending')
        .execute()
    }
  })
  return said
}

/** Those that a transaction pays. */
const withdrawalsOf = (tx: Tx, txId: string) =>
  tx.selectFrom('payout_transactions').select('withdrawal_id').where('tx_id', '=', txId)

/**
 * Takes the turn to send where a payment is not to be sent by two processes at once, and counts it: whoever ends
 * before the answer leaves a payment that may have been taken.
 */
const mayBroadcast = async (
  { db, clock }: PayoutDeps,
  { resendSeconds }: SignedPayout,
  { txId }: SignedPayment,
): Promise<boolean> => {
  if (resendSeconds === undefined) return true
  const now = clock()
  const { numUpdatedRows } = await db.write((tx) =>
    tx
      .updateTable('payout_transactions')
      .set((is) => ({ sent_at: now, times_given: is('times_given', '+', 1) }))
      .where('tx_id', '=', txId)
      .where((is) => is.or([is('sent_at', 'is', null), is('sent_at', '<=', later(now, -resendSeconds))]))
      .executeTakeFirstOrThrow(),
  )
  return numUpdatedRows > 0n
}

/** A stored payment with when it was made. */
export type StoredPayment = SignedPayment & { readonly createdAt: Date; readonly mayBeTaken: boolean }

/** The payments of a withdrawal that were stored, the first one first. */
export const paymentsOf = async (db: Read, withdrawalId: string): Promise<StoredPayment[]> => {
  const [rows, inputs] = await Promise.all([
    db
      .selectFrom('payout_transactions')
      .select(['tx_id as txId', 'raw', 'sender', 'nonce', 'fee', 'created_at as createdAt'])
      .select(sql<boolean>`times_given > times_refused`.as('mayBeTaken'))
      .where('withdrawal_id', '=', withdrawalId)
      .orderBy('id')
      .execute(),
    db.selectFrom('payout_inputs').select('input').where('withdrawal_id', '=', withdrawalId).execute(),
  ])
  const shared = inputs.map(({ input }) => input)
  return rows.map(({ fee, ...row }) => ({ ...row, fee: fee === null ? null : plainDecimal(fee), inputs: shared }))
}
