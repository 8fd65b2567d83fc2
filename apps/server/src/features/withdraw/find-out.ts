import type { Standing } from '#adapters/payout/payout.ts'

import { lookUpDirect } from './direct.ts'
import { standingOf } from './follow.ts'
import type { Outcome } from './outcome.ts'
import { type Intent, payoutOf, type PayoutRooms } from './rooms.ts'
import { paymentsOf } from './signed.ts'

/** Asks whoever paid what became of a payout, and never sends it. */
export const findOut = async (rooms: PayoutRooms, intent: Intent): Promise<Standing | Outcome> => {
  const provider = payoutOf(rooms.payouts, intent.withdrawal.processor)
  return provider?.way === 'signed'
    ? standingOf(rooms, { intent, provider, payments: await paymentsOf(rooms.db.read, intent.withdrawal.id) })
    : lookUpDirect(rooms, intent, provider?.way === 'automatic' ? provider : undefined)
}
