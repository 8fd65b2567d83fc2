import { sql } from 'kysely'

import { later } from '#kernel/clock.ts'
import { refuse } from '#kernel/refusal.ts'
import type { WithdrawalStatus } from '@runnel/contract/withdraw'
import { asExecutor } from '#money/accounts.ts'

import { lookUpDirect } from './direct.ts'
import { findOut } from './find-out.ts'
import { followOne, standingOf } from './follow.ts'
import { lookAfterRefunds, releaseGivenUp } from './given-up.ts'
import { machine, recordStatus } from './move.ts'
import { settle } from './outcome.ts'
import { DEAD_SECONDS, type Intent, payoutOf, type PayoutRooms } from './rooms.ts'
import { plain } from './plain.ts'
import { paymentsOf } from './signed.ts'
import { apart } from './stuck.ts'
import { lastAttempt } from './take.ts'

const AT_ONCE = 50
/** How long a run asks: providers that hang must not make the next one begin beside it. */
const LOOK_SECONDS = 300

/** Asks the providers what became of payouts that nobody knows of, each ever less often, and never sends. */
export const reconcileUnknown = async (rooms: PayoutRooms): Promise<string> => {
  const now = rooms.clock()
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM withdrawals WHERE status = 'unknown'
      AND (looked_at IS NULL OR looked_at < ${now}::timestamptz - greatest('5 min', (${now} - updated_at) / 10))
    ORDER BY looked_at NULLS FIRST LIMIT ${AT_ONCE}`.execute(asExecutor(rooms.db.read))
  const until = later(now, LOOK_SECONDS)
  let settled = 0
  for (const { id } of rows) {
    // The longest not looked at come first, so that the next run goes on with the rest.
    if (rooms.clock() > until) break
    const intent = await lastAttempt(rooms.db.read, id)
    if (intent === undefined) continue
    const looked = await apart(rooms, intent, () => lookAtUnknown(rooms, intent))
    if (looked?.settled === true) settled += 1
  }
  await lookAfterRefunds(rooms, until)
  return `${rows.length} checked, ${settled} confirmed as paid, ${await releaseGivenUp(rooms)} refunded`
}

/** What an admin reads after having pressed the button. */
export interface LookedUp {
  readonly status: WithdrawalStatus
  readonly msg: string
}

/** Looks one up right now, because an admin asks. */
export const lookUpNow = async (rooms: PayoutRooms, id: string): Promise<LookedUp> => {
  const known = await rooms.db.read.selectFrom('withdrawals').select('id').where('id', '=', id).executeTakeFirst()
  if (known === undefined) return refuse('notFound', 'NOT_FOUND', 'Withdrawal not found.')
  const intent = await lastAttempt(rooms.db.read, id)
  const status = intent?.withdrawal.status
  if (intent === undefined || (status !== 'unknown' && status !== 'sending')) {
    return refuse('conflict', 'NOTHING_TO_LOOK_UP', 'Only payouts with unknown status can be checked.')
  }
  const words = status === 'unknown' ? (await lookAtUnknown(rooms, intent)).words : await lookAtSending(rooms, intent)
  const after = await lastAttempt(rooms.db.read, id)
  const found = after?.withdrawal.status ?? status
  return { status: found, msg: found === 'paid' ? 'The payment arrived and is settled.' : words }
}

const lookAtSending = async (rooms: PayoutRooms, intent: Intent & { isPrepared: boolean }): Promise<string> => {
  if (intent.isPrepared) {
    await followOne(rooms, intent, async () => false)
    const { answer } = await lastAnswer(rooms, intent)
    return answer
  }
  const age = (rooms.clock().getTime() - intent.startedAt.getTime()) / 1_000
  if (age < DEAD_SECONDS) return 'The payout is being sent now.'
  const provider = payoutOf(rooms.payouts, intent.withdrawal.processor)
  if (provider?.way !== 'automatic') return 'Sending was interrupted. It resumes on the next run.'
  await settle(rooms, intent, await lookUpDirect(rooms, intent, provider))
  return 'Status checked with the provider.'
}

const lastAnswer = async (rooms: PayoutRooms, intent: Intent): Promise<{ answer: string }> => {
  const provider = payoutOf(rooms.payouts, intent.withdrawal.processor)
  if (provider?.way !== 'signed') return { answer: 'The payout processor is no longer configured.' }
  const standing = await standingOf(rooms, {
    intent,
    provider,
    payments: await paymentsOf(rooms.db.read, intent.withdrawal.id),
  })
  return { answer: 'answer' in standing ? standing.answer : 'It is settled.' }
}

/** Looks at one that is unknown; only a proof that it arrived moves it, everything else is written down. */
const lookAtUnknown = async (rooms: PayoutRooms, intent: Intent): Promise<{ settled: boolean; words: string }> => {
  const found = await findOut(rooms, intent)
  if (found.kind === 'paid') {
    const settled = await settle(rooms, intent, found)
    const late =
      'The payment arrived, but this withdrawal had already been decided manually. Check whether it was also ' +
      'refunded.'
    return { settled, words: settled ? 'The payment arrived and is settled.' : late }
  }
  const words = 'answer' in found ? found.answer : 'detail' in found ? found.detail : found.reason
  await noteWords(rooms, intent, plain(words, 500))
  return { settled: false, words }
}

/** Writes what a look saw into the attempt, and into the history where it is news. */
const noteWords = ({ db, clock }: PayoutRooms, { attemptId, withdrawal }: Intent, words: string): Promise<void> =>
  db.write(async (tx) => {
    const now = clock()
    await tx.updateTable('withdrawals').set({ looked_at: now }).where('id', '=', withdrawal.id).execute()
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
