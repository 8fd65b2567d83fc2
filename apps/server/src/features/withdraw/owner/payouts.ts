import type { Contract } from '@runnel/contract'
import {
  dismissDifference,
  payoutStopReason,
  reconcilePayoutNow,
  walletDifferences,
  walletsOf,
} from '#features/withdraw/withdraw.ts'
import { audit, byCaller } from '#kernel/audit.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Handlers } from '#kernel/context.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import type { Queue } from '#kernel/queue.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { say } from '#kernel/words/say.ts'

export interface PayoutAdminDeps {
  readonly clock: Clock
  readonly settings: SettingsStore
  readonly live: Pick<EventBus, 'notify'>
  readonly queue: Pick<Queue, 'enqueue'>
}

type Payouts = Pick<Handlers<Contract['admin']>, 'wallets' | 'dismissDifference' | 'lookUpWithdrawal'>

/** What there is to pay with, and what became of a payout that nobody knows of. */
export const payouts = (deps: PayoutAdminDeps): Payouts => ({
  wallets: async (_input, { db, settings, now }) => ({
    wallets: await walletsOf(db, now),
    differences: await walletDifferences(db),
    dryRun: settings.payout_dry_run,
    stopped: (await payoutStopReason(db, settings, now)) ?? null,
  }),

  dismissDifference: async ({ params: { id }, body }, context) => {
    await dismissDifference(context, { id, ...body })
    return { msg: say('owner.withdraw.differenceDismissed') }
  },

  lookUpWithdrawal: async ({ params: { id } }, context) => {
    const { db, adapters, log } = context
    const found = await reconcilePayoutNow(
      { ...deps, payouts: adapters.payouts, db, log, enqueue: deps.queue.enqueue },
      id,
    )
    const deed = { action: 'withdrawal.look-up', target: id, before: undefined, after: found } as const
    await db.write((tx) => audit(tx, { ...byCaller(context), ...deed }))
    return found
  },
})
