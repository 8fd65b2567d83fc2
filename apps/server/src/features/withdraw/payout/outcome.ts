import { sql } from 'kysely'
import type { ProcessorHalt, PayoutAnswer } from '#adapters/payout/payout.ts'
import { alertOwner } from '#features/outflow/outflow.ts'
import { returnPayoutsToReview, returnToReview } from '#features/withdraw/return-to-review.ts'
import { approvedAfterRevert, isAfterRevert } from '#features/withdraw/reverted.ts'
import { WHY_REVERTED } from '#features/withdraw/review.ts'
import {
  type LockedWithdrawal,
  lockWithdrawalRows,
  settlePaid,
  settleRefunds,
  type SettlementContext,
} from '#features/withdraw/settlement.ts'
import { systemActor, transitionWithdrawal } from '#features/withdraw/transition.ts'
import { activeRestriction } from '#guard/restrictions.ts'
import { later } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db.ts'
import { coins, cut, say } from '#kernel/words/say.ts'
import { debtOf } from '#money/accounts.ts'
import { plainDecimal } from '#money/amount.ts'
import type { PayoutIntent, PayoutDeps } from './payout-deps.ts'
import { sanitizeLine } from './sanitize-line.ts'

/**
 * What became of an attempt; `lost` when nobody knows, or when it can never arrive and nobody can prove that.
 * `isSilent`: its provider gave no answer just now, and the next one would be lost in the same way.
 */
export type PayoutOutcome = PayoutAnswer | { readonly kind: 'lost'; readonly detail: string; readonly isSilent?: true }

type Settled = Pick<PayoutIntent, 'attemptId' | 'withdrawal'>

/** Writes down what became of an attempt, and moves money and status with it, in one transaction. */
export const settlePayout = async (deps: PayoutDeps, intent: Settled, told: PayoutOutcome): Promise<boolean> => {
  const { db, clock, live, log } = deps
  const outcome = sanitizeOutcome(told)
  const { id, user_id: userId } = intent.withdrawal
  const found = await db.write(async (tx) => {
    const now = clock()
    const [withdrawal] = await lockWithdrawalRows(tx, [id])
    if (withdrawal === undefined || !(await isOpen(tx, intent.attemptId, { withdrawal, outcome }))) {
      if (withdrawal !== undefined && outcome.kind === 'paid')
        await alertUnexpectedPayment(deps, { tx, withdrawal, outcome, now })
      return { settled: false, status: withdrawal?.status }
    }
    await closeAttempt(tx, { intent, outcome, now })
    await bookOutcome(deps, { tx, withdrawal, outcome, now })
    return { settled: true, status: withdrawal.status }
  })
  if (found.settled) live.notify(userId)
  else if (found.status !== outcome.kind) {
    log.warn({ withdrawal: id, outcome: outcome.kind }, 'received a response for a payout that was already decided')
  }
  return found.settled
}

const sanitizeOutcome = (outcome: PayoutOutcome): PayoutOutcome => {
  if (outcome.kind === 'paid') return { ...outcome, txId: sanitizeLine(outcome.txId, 200) }
  if (outcome.kind === 'lost') return { ...outcome, detail: sanitizeLine(outcome.detail, 500) }
  return { ...outcome, reason: sanitizeLine(outcome.reason, 500) }
}

/** A payment that arrived although a person had decided otherwise: nobody but the owner can put that right. */
const alertUnexpectedPayment = async (
  { enqueue }: PayoutDeps,
  input: BookOutcomeInput & { outcome: { txId: string } },
): Promise<void> => {
  const { tx, withdrawal, outcome, now } = input
  const { id, status, receives, currency, address } = withdrawal
  const isTwice = status === 'paid' && (await isPaidElsewhere(tx, id, outcome.txId))
  if (status !== 'failed' && !isTwice) return
  const arrived = { coins: coins(plainDecimal(receives), currency), address, id }
  const sentence = isTwice ? say('owner.withdraw.paidTwice', arrived) : say('owner.withdraw.paidAndRefunded', arrived)
  const writing: SettlementContext = { tx, enqueue: (job, payload, options) => enqueue(tx, job, payload, options) }
  await alertOwner(writing, { what: `${isTwice ? 'paid-twice' : 'paid-and-refunded'}:${id}`, sentence, now })
}

/** Whether a person wrote another payment down than this one, which was signed here. */
const isPaidElsewhere = async (tx: Tx, id: string, txId: string): Promise<boolean> => {
  const { written } = await tx
    .selectFrom('withdrawals')
    .select('tx_id as written')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const signed = await tx
    .selectFrom('payout_transactions')
    .select('id')
    .where('withdrawal_id', '=', id)
    .where('tx_id', '=', txId)
    .executeTakeFirst()
  // People also paste the address of a page about it.
  return signed !== undefined && written?.toLowerCase().includes(txId.toLowerCase()) === false
}

/**
 * Whether this attempt still waits for its end. One that was taken over has an outcome, and its withdrawal may be sent
 * by another attempt by now. A proof that comes late still counts: the row waits as unknown until somebody knows.
 */
const isOpen = async (
  tx: Tx,
  attemptId: string,
  { withdrawal, outcome }: { withdrawal: LockedWithdrawal; outcome: PayoutOutcome },
): Promise<boolean> => {
  const attempt = await tx
    .selectFrom('payout_attempts')
    .select('outcome')
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow()
  if (withdrawal.status === 'sending') return attempt.outcome === null
  return withdrawal.status === 'unknown' && attempt.outcome === 'unknown' && outcome.kind === 'paid'
}

const closeAttempt = async (
  tx: Tx,
  { intent, outcome, now }: { intent: Settled; outcome: PayoutOutcome; now: Date },
): Promise<void> => {
  await tx
    .updateTable('payout_attempts')
    .set({
      finished_at: now,
      outcome: outcome.kind === 'lost' ? 'unknown' : outcome.kind,
      ...(outcome.kind === 'paid' ? { tx_id: outcome.txId, detail: detailOfPaid } : { detail: textOf(outcome) }),
    })
    .where('id', '=', intent.attemptId)
    .execute()
}

/** What went wrong on the way is over; why nobody knew for a while stays. */
const detailOfPaid = sql<string | null>`CASE WHEN outcome = 'unknown' THEN detail END`

const textOf = (outcome: Exclude<PayoutOutcome, { kind: 'paid' }>): string =>
  outcome.kind === 'lost' ? outcome.detail : outcome.reason

interface BookOutcomeInput {
  readonly tx: Tx
  readonly withdrawal: LockedWithdrawal
  readonly outcome: PayoutOutcome
  readonly now: Date
}

const bookOutcome = async ({ enqueue }: PayoutDeps, input: BookOutcomeInput): Promise<void> => {
  const { tx, withdrawal, outcome, now } = input
  const writing: SettlementContext = { tx, enqueue: (job, payload, options) => enqueue(tx, job, payload, options) }
  if (outcome.kind === 'paid') {
    await settlePaid(writing, { withdrawal, txId: outcome.txId, by: systemActor, now })
  } else if (outcome.kind === 'refused') {
    const reason = outcome.reason
    await reviewAfterRevert(tx, withdrawal, now)
    await settleRefunds(writing, { withdrawals: [withdrawal], to: 'failed', reason, by: systemActor, now })
  } else if (outcome.kind === 'retry') {
    const { reason, halt } = outcome
    const set = { not_before: await nextTry(tx, withdrawal.id, now) }
    await transitionWithdrawal(tx, { withdrawal, to: 'approved', by: systemActor, now, note: reason, set })
    if (halt !== undefined) await writeHalt(tx, { withdrawal, halt, reason, now })
    await withholdIfRestricted(tx, withdrawal, now)
    await reviewAfterRevert(tx, withdrawal, now)
  } else {
    const set = { reason: UNKNOWN_TO_USER }
    await transitionWithdrawal(tx, { withdrawal, to: 'unknown', by: systemActor, now, note: outcome.detail, set })
    if (outcome.isSilent !== true) return
    const halt = { scope: 'processor', seconds: await silence(tx, withdrawal.processor, now) } as const
    await writeHalt(tx, { withdrawal, halt, reason: outcome.detail, now })
  }
}

/**
 * Somebody who was locked, or of whom a person has to review everything, since it went its way by itself, is not tried
 * again without a person, and neither is somebody who owes. What a person approved of somebody held stays so.
 */
const withholdIfRestricted = async (tx: Tx, { id, user_id: userId }: LockedWithdrawal, now: Date): Promise<void> => {
  const {
    locked_at: at,
    locked_until: until,
    ...row
  } = await tx
    .selectFrom('users')
    .innerJoin('withdrawals', 'withdrawals.user_id', 'users.id')
    .select(['locked_at', 'locked_until', 'measures', 'approved_by'])
    .where('withdrawals.id', '=', id)
    .executeTakeFirstOrThrow()
  if (at !== null && (until === null || until > now)) {
    await returnPayoutsToReview({ tx, now }, { userIds: [userId], note: say('owner.withdraw.accountBeenLocked') })
  } else if (row.approved_by === null && activeRestriction(row, 'review', now) !== undefined) {
    const why = say('suspect.unusualAccountActivityNeeds')
    await returnPayoutsToReview(
      { tx, now },
      { userIds: [userId], note: say('owner.withdraw.accountBeenRestricted'), why },
    )
  } else if ((await debtOf(tx, userId)) > 0) {
    const why = say('withdraw.heldBecauseAccountWent')
    await returnPayoutsToReview(
      { tx, now },
      { userIds: [userId], note: say('owner.withdraw.accountWentIntoDebt'), why },
    )
  }
}

/** Where a contract has refused a payout, others that went their way by themselves wait for a person as well. */
const reviewAfterRevert = async (tx: Tx, withdrawal: LockedWithdrawal, now: Date): Promise<void> => {
  const { user_id: userId, address_key: addressKey, method_id: methodId } = withdrawal
  if (!(await isAfterRevert(tx, { userId, addressKey, methodId }))) return
  const ids = await approvedAfterRevert(tx, { userId, addressKey })
  await returnToReview({ tx, now }, { ids, note: WHY_REVERTED, why: WHY_REVERTED })
}

const UNKNOWN_TO_USER = say('withdraw.unknownOutcome')

const FIRST_PAUSE_SECONDS = 30
const LONGEST_PAUSE_SECONDS = 3_600

/** When to try again: each time twice as long, at most an hour. */
const nextTry = async (tx: Tx, withdrawalId: string, now: Date): Promise<Date> => {
  const { tries } = await tx
    .selectFrom('payout_attempts')
    .select(({ fn }) => fn.countAll<number>().as('tries'))
    .where('withdrawal_id', '=', withdrawalId)
    .executeTakeFirstOrThrow()
  return later(now, Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(tries - 1, 10)))
}

const SHORTEST_SILENCE_SECONDS = 120

/**
 * How long a provider is not asked to pay after an answer was lost: while it is down, each payout that it is told of
 * waits for a person afterwards. Each time twice as long, at most an hour, until one is paid again.
 */
const silence = async (tx: Tx, processor: string, now: Date): Promise<number> => {
  const last = await tx
    .selectFrom('payout_halts')
    .select(['at', 'until'])
    .where('processor', '=', processor)
    .where('currency', '=', '')
    .executeTakeFirst()
  if (last === undefined || last.until === null) return SHORTEST_SILENCE_SECONDS
  const paid = await tx
    .selectFrom('payout_attempts')
    .select('id')
    .where('processor', '=', processor)
    .where('outcome', '=', 'paid')
    .where('finished_at', '>', last.at)
    .limit(1)
    .executeTakeFirst()
  const isLongAgo = last.until < later(now, -LONGEST_PAUSE_SECONDS)
  if (paid !== undefined || isLongAgo) return SHORTEST_SILENCE_SECONDS
  const before = (last.until.getTime() - last.at.getTime()) / 1_000
  return Math.min(LONGEST_PAUSE_SECONDS, Math.max(SHORTEST_SILENCE_SECONDS, 2 * before))
}

interface HaltRecord {
  readonly withdrawal: LockedWithdrawal
  readonly halt: ProcessorHalt
  readonly reason: string
  readonly now: Date
}

/** Stops asking what cannot pay now, so that a wrong key does not cost every withdrawal an attempt. */
const writeHalt = async (tx: Tx, { withdrawal, halt, reason, now }: HaltRecord): Promise<void> => {
  const until = halt.seconds === null ? null : later(now, halt.seconds)
  const values = { reason: cut(reason, 300), at: now, until }
  const currency = halt.scope === 'currency' ? withdrawal.currency : ''
  await tx
    .insertInto('payout_halts')
    .values({ processor: withdrawal.processor, currency, ...values })
    .onConflict((row) => row.columns(['processor', 'currency']).doUpdateSet(values))
    .execute()
}
