import type { AutomaticPayout, PayoutAnswer, PayoutFinding, PayoutProcessors } from '#adapters/payout/payout.ts'
import type { Clock } from '#kernel/clock.ts'
import { later } from '#kernel/clock.ts'
import type { Db, Read, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import type { Live } from '#kernel/live.ts'
import type { Log } from '#kernel/log.ts'
import type { Enqueue } from '#kernel/queue.ts'
import { plainDecimal } from '#money/amount.ts'
import { lastReconciliation } from '#money/reconcile.ts'

import { machine, moveWithdrawal } from './move.ts'
import { RUN_SECONDS } from './payout-run.ts'
import {
  type HeldWithdrawal,
  heldColumns,
  holdWithdrawals,
  settlePaid,
  settleRefunds,
  type Settling,
} from './settle.ts'

/** What the payout job needs of the house. */
export interface PayoutRooms {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly enqueue: Enqueue
  readonly live: Pick<Live, 'tell'>
  readonly payouts: PayoutProcessors
}

/** An attempt that is written down and committed before the provider hears of it. */
interface Intent {
  readonly attemptId: string
  readonly withdrawal: HeldWithdrawal
}

/** What became of an attempt; `lost` when nobody knows. */
type Outcome = PayoutAnswer | { readonly kind: 'lost'; readonly detail: string }

/** Pays approved withdrawals one by one, and says what it did. */
export const runPayouts = async (rooms: PayoutRooms): Promise<string> => {
  const { db, clock } = rooms
  const left = await takeUpLeftOvers(rooms)
  const books = await lastReconciliation(db.read)
  if (books !== null && !books.balanced) return `stopped: the books do not balance; ${left} left over attempts settled`
  const until = later(clock(), RUN_SECONDS)
  let done = 0
  for (let intent = await takeNext(rooms); intent !== undefined; intent = await takeNext(rooms)) {
    await settle(rooms, intent, await carryOut(rooms, intent))
    done += 1
    if (clock() > until) break
  }
  return `${done} sent, ${left} left over attempts settled`
}

/**
 * Takes the next approved withdrawal and writes the intent to pay it. Whatever happens from here on, the row says
 * `sending` and never goes out a second time without an answer that says: nothing was sent.
 */
const takeNext = ({ db, clock, payouts }: PayoutRooms): Promise<Intent | undefined> =>
  db.write(async (tx) => {
    const now = clock()
    const withdrawal = await tx
      .selectFrom('withdrawals')
      .select(heldColumns)
      .where('status', '=', 'approved')
      .where('processor', 'in', automaticOf(payouts))
      .where((is) => is.or([is('not_before', 'is', null), is('not_before', '<=', now)]))
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (withdrawal === undefined) return undefined
    const attemptId = newId()
    await moveWithdrawal(tx, { withdrawal, to: 'sending', by: machine, now })
    await tx
      .insertInto('payout_attempts')
      .values({ id: attemptId, withdrawal_id: withdrawal.id, processor: withdrawal.processor, started_at: now })
      .execute()
    return { attemptId, withdrawal }
  })

const automaticOf = (payouts: PayoutProcessors): string[] => {
  const names = Object.entries(payouts).flatMap(([name, payout]) => (payout.way === 'automatic' ? [name] : []))
  // A list may not be empty in SQL, and no processor has the empty name.
  return names.length === 0 ? [''] : names
}

const automatic = (payouts: PayoutProcessors, processor: string): AutomaticPayout | undefined => {
  const [, payout] = Object.entries(payouts).find(([name]) => name === processor) ?? []
  return payout?.way === 'automatic' ? payout : undefined
}

const PROVIDER_SECONDS = 60

/** Calls the provider outside any transaction. An answer that is lost is looked up once, and never asked for twice. */
const carryOut = async ({ payouts, log }: PayoutRooms, { withdrawal }: Intent): Promise<Outcome> => {
  const provider = automatic(payouts, withdrawal.processor)
  if (provider === undefined) return { kind: 'retry', reason: 'The processor is not set up.' }
  const { id: reference, currency, address, receives } = withdrawal
  const order = { reference, currency, address, amount: plainDecimal(receives) }
  try {
    return await inTime(provider.send(order))
  } catch (error) {
    log.warn({ withdrawal: reference, err: String(error) }, 'the answer to a payout was lost')
    return lookUp(provider, reference)
  }
}

/** What a provider says of a payout whose answer was lost: only a proof that it arrived settles it. */
const lookUp = async (provider: AutomaticPayout | undefined, reference: string): Promise<Outcome> => {
  if (provider === undefined) return { kind: 'lost', detail: 'The processor is not set up any more.' }
  const found = await inTime(provider.find(reference)).catch((): PayoutFinding => ({ kind: 'unknown' }))
  if (found.kind === 'paid') return found
  return {
    kind: 'lost',
    detail:
      found.kind === 'absent'
        ? 'The provider gave no answer, and knows no such payout now.'
        : 'The provider gave no answer, and cannot tell whether it paid.',
  }
}

const inTime = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the provider did not answer in time')), PROVIDER_SECONDS * 1_000)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** A process gives a provider up after half of this: behind an older attempt nobody waits for its answer any more. */
const DEAD_SECONDS = 2 * PROVIDER_SECONDS

/** Settles attempts whose process died between the intent and the outcome, by what the provider knows of them. */
const takeUpLeftOvers = async (rooms: PayoutRooms): Promise<number> => {
  const { db, clock, payouts } = rooms
  const intents = await leftOvers(db.read, later(clock(), -DEAD_SECONDS))
  for (const intent of intents) {
    const { id, processor } = intent.withdrawal
    await settle(rooms, intent, await lookUp(automatic(payouts, processor), id))
  }
  return intents.length
}

const LEFT_OVERS_AT_MOST = 100

const leftOvers = async (db: Read, before: Date): Promise<Intent[]> => {
  const rows = await db
    .selectFrom('payout_attempts')
    .innerJoin('withdrawals', 'withdrawals.id', 'payout_attempts.withdrawal_id')
    .select('payout_attempts.id as attemptId')
    .select(heldColumns.map((column) => `withdrawals.${column}` as const))
    .where('withdrawals.status', '=', 'sending')
    .where('payout_attempts.outcome', 'is', null)
    .where('payout_attempts.started_at', '<', before)
    .orderBy('payout_attempts.id')
    .limit(LEFT_OVERS_AT_MOST)
    .execute()
  return rows.map(({ attemptId, ...withdrawal }) => ({ attemptId, withdrawal }))
}

/** Writes down what became of an attempt, and moves money and status with it, in one transaction. */
const settle = async (rooms: PayoutRooms, intent: Intent, outcome: Outcome): Promise<void> => {
  const { db, clock, live, log } = rooms
  const { id, user_id: userId } = intent.withdrawal
  const settled = await db.write(async (tx) => {
    const now = clock()
    const [withdrawal] = await holdWithdrawals(tx, [id])
    const isOpen = withdrawal?.status === 'sending'
    // A proof that comes late still counts: the row waits as unknown until somebody knows.
    const isLate = withdrawal?.status === 'unknown' && outcome.kind === 'paid'
    if (withdrawal === undefined || !(isOpen || isLate)) return false
    await closeAttempt(tx, { intent, outcome, now })
    await bookOutcome(rooms, { tx, withdrawal, outcome, now })
    return true
  })
  if (settled) live.tell(userId)
  else log.error({ withdrawal: id, outcome: outcome.kind }, 'an answer came for a payout that was decided before')
}

const closeAttempt = async (
  tx: Tx,
  { intent, outcome, now }: { intent: Intent; outcome: Outcome; now: Date },
): Promise<void> => {
  await tx
    .updateTable('payout_attempts')
    .set({
      finished_at: now,
      outcome: outcome.kind === 'lost' ? 'unknown' : outcome.kind,
      ...(outcome.kind === 'paid' ? { tx_id: outcome.txId } : { detail: wordsOf(outcome).slice(0, 500) }),
    })
    .where('id', '=', intent.attemptId)
    .execute()
}

const wordsOf = (outcome: Exclude<Outcome, { kind: 'paid' }>): string =>
  outcome.kind === 'lost' ? outcome.detail : outcome.reason

interface Booking {
  readonly tx: Tx
  readonly withdrawal: HeldWithdrawal
  readonly outcome: Outcome
  readonly now: Date
}

const bookOutcome = async ({ enqueue }: PayoutRooms, booking: Booking): Promise<void> => {
  const { tx, withdrawal, outcome, now } = booking
  const writing: Settling = { tx, enqueue: (job, payload, options) => enqueue(tx, job, payload, options) }
  if (outcome.kind === 'paid') {
    await settlePaid(writing, { withdrawal, txId: outcome.txId, by: machine, now })
  } else if (outcome.kind === 'refused') {
    const reason = outcome.reason
    await settleRefunds(writing, { withdrawals: [withdrawal], to: 'failed', reason, by: machine, now })
  } else if (outcome.kind === 'retry') {
    const set = { not_before: await nextTry(tx, withdrawal.id, now) }
    await moveWithdrawal(tx, { withdrawal, to: 'approved', by: machine, now, note: outcome.reason, set })
  } else {
    const set = { reason: UNKNOWN_TO_USER }
    await moveWithdrawal(tx, { withdrawal, to: 'unknown', by: machine, now, note: outcome.detail, set })
  }
}

const UNKNOWN_TO_USER = 'We do not know yet whether the payment went out. A person looks into it; nothing is lost.'

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
