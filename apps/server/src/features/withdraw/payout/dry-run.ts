import type { AnyPayout } from '#adapters/payout/payout.ts'
import { systemActor, recordStatus } from '#features/withdraw/transition.ts'
import { coins, say } from '#kernel/words/say.ts'
import { dueForDryRun } from './claim-payout.ts'
import { type PayoutIntent, withTimeout, orderOf, payoutOf, type PayoutDeps } from './payout-deps.ts'

const AT_ONCE = 50

/** Goes through what is due, up to the sending, and writes down what it would do. Each is noted once. */
export const dryRun = async (deps: PayoutDeps): Promise<number> => {
  let noted = 0
  for (const intent of await dueForDryRun(deps, AT_ONCE)) {
    const { id, processor } = intent.withdrawal
    try {
      const provider = payoutOf(deps.payouts, processor)
      const words =
        provider === undefined ? say('owner.withdraw.payoutProcessorConfigured') : await textOf(deps, intent, provider)
      await recordDryRun(deps, intent, say('owner.withdraw.dryRun', { words }))
      noted += 1
    } catch (error) {
      deps.log.error({ withdrawal: id, err: String(error) }, 'could not record a dry run')
    }
  }
  return noted
}

const textOf = async (deps: PayoutDeps, intent: PayoutIntent, provider: AnyPayout): Promise<string> => {
  const settings = deps.settings.current()
  const { amount, currency, address } = orderOf(intent)
  const sends = { coins: coins(amount, currency), address }
  const closed = provider.closed(settings, intent.method)
  if (closed !== null) return say('owner.withdraw.wouldNotSend', { reason: closed })
  if (provider.way !== 'signed') return say('owner.withdraw.wouldSend', sends)
  try {
    const signed = await withTimeout(provider.sign(orderOf(intent), [], settings))
    if (signed.kind !== 'signed') return say('owner.withdraw.wouldNotSend', { reason: signed.reason })
    const { txId, fee } = signed
    return fee === null
      ? say('owner.withdraw.wouldSendAs', { ...sends, txId })
      : say('owner.withdraw.wouldSendFor', { ...sends, txId, fee })
  } catch {
    return say('owner.withdraw.wouldNotSend', { reason: say('owner.withdraw.notSigned') })
  }
}

const recordDryRun = ({ db, clock }: PayoutDeps, { withdrawal }: PayoutIntent, words: string): Promise<void> =>
  db.write(async (tx) => {
    const now = clock()
    const { numUpdatedRows } = await tx
      .updateTable('withdrawals')
      .set({ dry_run_at: now })
      .where('id', '=', withdrawal.id)
      .where('status', '=', 'approved')
      .where('dry_run_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await recordStatus(tx, { withdrawalId: withdrawal.id, status: 'approved', by: systemActor, now, note: words })
  })
