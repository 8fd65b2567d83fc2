import { sql } from 'kysely'

import type { Standing } from '#adapters/payout/payout.ts'
import type { Tx } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import type { WithdrawalStatus } from '@runnel/contract/withdraw'
import { asExecutor } from '#money/accounts.ts'

import { lookUpDirect } from './direct.ts'
import { followOne, standingOf } from './follow.ts'
import { machine, recordStatus } from './move.ts'
import { type Outcome, settle } from './outcome.ts'
import { DEAD_SECONDS, type Intent, payoutOf, type PayoutRooms } from './rooms.ts'
import { paymentsOf } from './signed.ts'
import { lastAttempt } from './take.ts'

const AT_ONCE = 50

/** Asks the providers what became of payouts that nobody knows of, each ever less often, and never sends. */
export const reconcileUnknown = async (rooms: PayoutRooms): Promise<string> => {
  const now = rooms.clock()
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM withdrawals WHERE status = 'unknown'
      AND (looked_at IS NULL OR looked_at < ${now}::timestamptz - greatest('5 min', (${now} - updated_at) / 10))
    ORDER BY looked_at NULLS FIRST LIMIT ${AT_ONCE}`.execute(asExecutor(rooms.db.read))
  let settled = 0
  for (const { id } of rows) {
    const intent = await lastAttempt(rooms.db.read, id)
    if (intent !== undefined && (await lookAtUnknown(rooms, intent)).settled) settled += 1
  }
  await lookAfterRefunds(rooms)
  return `${rows.length} looked up, ${settled} proved paid, ${await releaseGivenUp(rooms)} given up`
}

/**
 * Looks after payouts that were unknown until a person gave their amounts back: for a week, each ever less often. Of
 * one that arrives all the same the owner is told, once.
 */
const lookAfterRefunds = async (rooms: PayoutRooms): Promise<void> => {
  const now = rooms.clock()
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM withdrawals w WHERE status = 'failed' AND updated_at > ${now}::timestamptz - interval '7 days'
      AND (looked_at IS NULL OR looked_at < ${now}::timestamptz - greatest('5 min', (${now} - updated_at) / 10))
      AND EXISTS (SELECT FROM payout_attempts a WHERE a.withdrawal_id = w.id AND a.outcome = 'unknown')
      AND NOT EXISTS (SELECT FROM owner_alerts o WHERE o.what = 'paid-and-refunded:' || w.id)
    ORDER BY looked_at NULLS FIRST LIMIT ${AT_ONCE}`.execute(asExecutor(rooms.db.read))
  for (const { id } of rows) {
    const intent = await lastAttempt(rooms.db.read, id)
    const found = intent === undefined ? undefined : await find(rooms, intent)
    if (intent !== undefined && found?.kind === 'paid') await settle(rooms, intent, found)
    await rooms.db.write((tx) => noteLook(tx, { id, now: rooms.clock() }))
  }
}

const noteLook = (tx: Tx, { id, now }: { id: string; now: Date }): Promise<unknown> =>
  tx.updateTable('withdrawals').set({ looked_at: now }).where('id', '=', id).execute()

/** What an admin reads after having pressed the button. */
export interface LookedUp {
  readonly status: WithdrawalStatus
  readonly msg: string
}

/** Looks one up right now, because an admin asks. */
export const lookUpNow = async (rooms: PayoutRooms, id: string): Promise<LookedUp> => {
  const known = await rooms.db.read.selectFrom('withdrawals').select('id').where('id', '=', id).executeTakeFirst()
  if (known === undefined) return refuse('notFound', 'NOT_FOUND', 'There is no such withdrawal.')
  const intent = await lastAttempt(rooms.db.read, id)
  const status = intent?.withdrawal.status
  if (intent === undefined || (status !== 'unknown' && status !== 'sending')) {
    return refuse('conflict', 'NOTHING_TO_LOOK_UP', 'Only a payout whose fate is open can be looked up.')
  }
  const words = status === 'unknown' ? (await lookAtUnknown(rooms, intent)).words : await lookAtSending(rooms, intent)
  const after = await lastAttempt(rooms.db.read, id)
  const found = after?.withdrawal.status ?? status
  return { status: found, msg: found === 'paid' ? 'It did arrive, and is settled.' : words }
}

const lookAtSending = async (rooms: PayoutRooms, intent: Intent & { isPrepared: boolean }): Promise<string> => {
  if (intent.isPrepared) {
    await followOne(rooms, intent, async () => false)
    const { answer } = await lastAnswer(rooms, intent)
    return answer
  }
  const age = (rooms.clock().getTime() - intent.startedAt.getTime()) / 1_000
  if (age < DEAD_SECONDS) return 'It is being sent right now.'
  const provider = payoutOf(rooms.payouts, intent.withdrawal.processor)
  if (provider?.way !== 'automatic') return 'It was interrupted, and the next run takes it up.'
  await settle(rooms, intent, await lookUpDirect(rooms, intent, provider))
  return 'It was looked up at the provider.'
}

const lastAnswer = async (rooms: PayoutRooms, intent: Intent): Promise<{ answer: string }> => {
  const provider = payoutOf(rooms.payouts, intent.withdrawal.processor)
  if (provider?.way !== 'signed') return { answer: 'The processor is not set up any more.' }
  const standing = await standingOf(rooms, {
    intent,
    provider,
    payments: await paymentsOf(rooms.db.read, intent.withdrawal.id),
  })
  return { answer: 'answer' in standing ? standing.answer : 'It came to its end.' }
}

/** Looks at one that is unknown; only a proof that it arrived moves it, everything else is written down. */
const lookAtUnknown = async (rooms: PayoutRooms, intent: Intent): Promise<{ settled: boolean; words: string }> => {
  const found = await find(rooms, intent)
  if (found.kind === 'paid') {
    const settled = await settle(rooms, intent, found)
    const late = 'It did arrive, but a person had decided about it meanwhile. Look whether it was given back too.'
    return { settled, words: settled ? 'It did arrive, and is settled.' : late }
  }
  const words = 'answer' in found ? found.answer : 'detail' in found ? found.detail : found.reason
  await noteWords(rooms, intent, words.slice(0, 500))
  return { settled: false, words }
}

const find = async (rooms: PayoutRooms, intent: Intent): Promise<Standing | Outcome> => {
  const provider = payoutOf(rooms.payouts, intent.withdrawal.processor)
  return provider?.way === 'signed'
    ? standingOf(rooms, { intent, provider, payments: await paymentsOf(rooms.db.read, intent.withdrawal.id) })
    : lookUpDirect(rooms, intent, provider?.way === 'automatic' ? provider : undefined)
}

/** Writes what a look saw into the attempt, and into the history where it is news. */
const noteWords = ({ db, clock }: PayoutRooms, { attemptId, withdrawal }: Intent, words: string): Promise<void> =>
  db.write(async (tx) => {
    const now = clock()
    await noteLook(tx, { id: withdrawal.id, now })
    const { numUpdatedRows } = await tx
      .updateTable('payout_attempts')
      .set({ detail: words })
      .where('id', '=', attemptId)
      .where('outcome', '=', 'unknown')
      .where('detail', '<>', words)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await recordStatus(tx, { withdrawalId: withdrawal.id, status: 'unknown', by: machine, now, note: words })
  })

/**
 * Gives up at its wallet what a person gave back or paid in another way, so that it is offered to nobody any more, and
 * lets others spend what it would have. Tells of how many.
 */
const releaseGivenUp = async (rooms: PayoutRooms): Promise<number> => {
  const { db, clock, payouts, settings } = rooms
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM withdrawals w
    WHERE (status = 'failed' OR (status = 'paid' AND paid_at > ${clock()}::timestamptz - interval '1 day'))
      AND processor = 'bitcoind'
      AND EXISTS (SELECT FROM payout_inputs i WHERE i.withdrawal_id = w.id)
      AND EXISTS (SELECT FROM payout_attempts a WHERE a.withdrawal_id = w.id AND a.outcome = 'unknown')
    LIMIT ${AT_ONCE}`.execute(asExecutor(db.read))
  let released = 0
  // A node that does not answer is not asked for each.
  const silent = new Set<string>()
  for (const { id } of rows) {
    const intent = await lastAttempt(db.read, id)
    const provider = payoutOf(payouts, intent?.withdrawal.processor ?? '')
    if (intent === undefined || provider?.way !== 'signed' || provider.release === undefined) continue
    const { method } = intent
    if (silent.has(method.currency)) continue
    if (await provider.release(method, await paymentsOf(db.read, id), settings.current())) {
      await db.write((tx) => tx.deleteFrom('payout_inputs').where('withdrawal_id', '=', id).execute())
      released += 1
    } else silent.add(method.currency)
  }
  return released
}
