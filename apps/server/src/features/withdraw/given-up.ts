import { sql } from 'kysely'

import type { SignedPayout } from '#adapters/payout/payout.ts'
import { asExecutor } from '#money/accounts.ts'

import { findOut } from './find-out.ts'
import { noteLook } from './follow.ts'
import { settle } from './outcome.ts'
import { type Intent, inTime, payoutOf, type PayoutRooms } from './rooms.ts'
import { paymentsOf } from './signed.ts'
import { apart } from './stuck.ts'
import { lastAttempt } from './take.ts'

const AT_ONCE = 50

/**
 * Looks after payouts that were unknown until a person gave their amounts back, for a week, and after those that a
 * person paid in another way, for a day: each ever less often. Of one that arrives all the same the owner is told once.
 */
export const lookAfterRefunds = async (rooms: PayoutRooms, until: Date): Promise<void> => {
  const now = rooms.clock()
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM withdrawals w WHERE ((status = 'failed' AND updated_at > ${now}::timestamptz - interval '7 days')
        OR (status = 'paid' AND paid_at > ${now}::timestamptz - interval '1 day' AND processor IN ('bitcoind', 'evm')))
      AND (looked_at IS NULL OR looked_at < ${now}::timestamptz - greatest('5 min', (${now} - updated_at) / 10))
      AND EXISTS (SELECT FROM payout_attempts a WHERE a.withdrawal_id = w.id AND a.outcome = 'unknown')
      AND NOT EXISTS (SELECT FROM owner_alerts o WHERE o.what IN ('paid-and-refunded:' || w.id, 'paid-twice:' || w.id))
    ORDER BY looked_at NULLS FIRST LIMIT ${AT_ONCE}`.execute(asExecutor(rooms.db.read))
  for (const { id } of rows) {
    if (rooms.clock() > until) break
    const intent = await lastAttempt(rooms.db.read, id)
    if (intent === undefined) continue
    await apart(rooms, intent, async () => {
      const found = await findOut(rooms, intent)
      if (found.kind === 'paid') await settle(rooms, intent, found)
      await noteLook(rooms, intent)
    })
  }
}

/**
 * Gives up at its wallet what a person gave back or paid in another way, so that it is offered to nobody any more, and
 * lets others spend what it would have. Tells of how many.
 */
export const releaseGivenUp = async (rooms: PayoutRooms): Promise<number> => {
  const { db, clock, payouts } = rooms
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM withdrawals w
    WHERE (status = 'failed' OR (status = 'paid' AND paid_at > ${clock()}::timestamptz - interval '1 day'))
      AND processor = 'bitcoind'
      AND EXISTS (SELECT FROM payout_inputs i WHERE i.withdrawal_id = w.id)
      AND EXISTS (SELECT FROM payout_attempts a WHERE a.withdrawal_id = w.id AND a.outcome = 'unknown')
    ORDER BY looked_at NULLS FIRST LIMIT ${AT_ONCE}`.execute(asExecutor(db.read))
  let released = 0
  // A node that does not answer is not asked for each.
  const silent = new Set<string>()
  for (const { id } of rows) {
    const intent = await lastAttempt(db.read, id)
    const provider = payoutOf(payouts, intent?.withdrawal.processor ?? '')
    if (intent === undefined || provider?.way !== 'signed' || provider.release === undefined) continue
    const { method } = intent
    if (silent.has(method.currency)) continue
    const isReleased = await apart(rooms, intent, () => letGo(rooms, intent, provider))
    if (isReleased === true) released += 1
    else silent.add(method.currency)
  }
  return released
}

/** Nothing is lost where it is done twice: what was let go of is let go of. */
const letGo = async ({ db, settings }: PayoutRooms, intent: Intent, { release }: SignedPayout): Promise<boolean> => {
  const { id } = intent.withdrawal
  const payments = await paymentsOf(db.read, id)
  const isHeard = release !== undefined && (await inTime(release(intent.method, payments, settings.current())))
  if (isHeard) await db.write((tx) => tx.deleteFrom('payout_inputs').where('withdrawal_id', '=', id).execute())
  return isHeard
}
