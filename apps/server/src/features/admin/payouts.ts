import type { Contract } from '@runnel/contract'

import type { PayoutProcessors } from '#adapters/payout/payout.ts'
import { lookUpNow, payoutsStopped, walletsOf } from '#features/withdraw/withdraw.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Handlers } from '#kernel/context.ts'
import type { Live } from '#kernel/live.ts'
import type { Queue } from '#kernel/queue.ts'
import type { SettingsRoom } from '#kernel/settings.ts'

import { audit, byCaller } from './audit.ts'

interface Rooms {
  readonly clock: Clock
  readonly settings: SettingsRoom
  readonly live: Pick<Live, 'tell'>
  readonly queue: Pick<Queue, 'enqueue'>
  readonly payouts: PayoutProcessors
}

type Payouts = Pick<Handlers<Contract['admin']>, 'wallets' | 'lookUpWithdrawal'>

/** What there is to pay with, and what became of a payout that nobody knows of. */
export const payouts = (rooms: Rooms): Payouts => ({
  wallets: async (_input, { db, settings, now }) => ({
    wallets: await walletsOf(db, now),
    dryRun: settings.payout_dry_run,
    stopped: (await payoutsStopped(db, settings, now)) ?? null,
  }),

  lookUpWithdrawal: async ({ params: { id } }, context) => {
    const { db, log } = context
    const found = await lookUpNow({ ...rooms, db, log, enqueue: rooms.queue.enqueue }, id)
    const deed = { action: 'withdrawal.look-up', target: id, before: undefined, after: found } as const
    await db.write((tx) => audit(tx, { ...byCaller(context), ...deed }))
    return found
  },
})
