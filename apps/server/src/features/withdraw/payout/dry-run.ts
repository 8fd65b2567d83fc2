import type { AnyPayout } from '#adapters/payout/payout.ts'
import { systemActor, recordStatus } from '#features/withdraw/transition.ts'
import { dueForDryRun } from './claim-payout.ts'
import { type PayoutIntent, withTimeout, orderOf, payoutOf, type PayoutDeps } from './payout-deps.ts'
import { sanitizeLine } from './sanitize-line.ts'

const AT_ONCE = 50

/** Goes through what is due, up to the sending, and writes down what it would do. Each is noted once. */
export const dryRun = async (deps: PayoutDeps): Promise<number> => {
  let noted = 0
  for (const intent of await dueForDryRun(deps, AT_ONCE)) {
    const { id, processor } = intent.withdrawal
    try {
      const provider = payoutOf(deps.payouts, processor)
      const words =
        provider === undefined ? 'The payout processor isn’t configured.' : await textOf(deps, intent, provider)
      await recordDryRun(deps, intent, sanitizeLine(`Dry run: ${words}`, 500))
      noted += 1
    } catch (error) {
      deps.log.error({ withdrawal: id, err: String(error) }, 'a dry run could not be noted')
    }
  }
  return noted
}

const textOf = async (deps: PayoutDeps, intent: PayoutIntent, provider: AnyPayout): Promise<string> => {
  const settings = deps.settings.current()
  const { amount, currency, address } = orderOf(intent)
  const would = `would send ${amount} ${currency} to ${address}`
  const closed = provider.closed(settings, intent.method)
  if (closed !== null) return `would not send: ${closed}`
  if (provider.way !== 'signed') return `${would}.`
  try {
    const signed = await withTimeout(provider.sign(orderOf(intent), [], settings))
    if (signed.kind !== 'signed') return `would not send: ${signed.reason}`
    return `${would}, as transaction ${signed.txId}${signed.fee === null ? '' : ` for a fee of ${signed.fee}`}.`
  } catch {
    return 'would not send: the payment could not be signed.'
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
