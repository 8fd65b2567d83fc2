import type { AnyPayout } from '#adapters/payout/payout.ts'

import { machine, recordStatus } from './move.ts'
import { plain } from './plain.ts'
import { type Intent, inTime, orderOf, payoutOf, type PayoutRooms } from './rooms.ts'
import { dueForDryRun } from './take.ts'

const AT_ONCE = 50

/** Goes through what is due, up to the sending, and writes down what it would do. Each is noted once. */
export const dryRun = async (rooms: PayoutRooms): Promise<number> => {
  let noted = 0
  for (const intent of await dueForDryRun(rooms, AT_ONCE)) {
    const { id, processor } = intent.withdrawal
    try {
      const provider = payoutOf(rooms.payouts, processor)
      const words =
        provider === undefined ? 'The payout processor isn’t configured.' : await wordsOf(rooms, intent, provider)
      await note(rooms, intent, plain(`Dry run: ${words}`, 500))
      noted += 1
    } catch (error) {
      rooms.log.error({ withdrawal: id, err: String(error) }, 'a dry run could not be noted')
    }
  }
  return noted
}

const wordsOf = async (rooms: PayoutRooms, intent: Intent, provider: AnyPayout): Promise<string> => {
  const settings = rooms.settings.current()
  const { amount, currency, address } = orderOf(intent)
  const would = `would send ${amount} ${currency} to ${address}`
  const closed = provider.closed(settings, intent.method)
  if (closed !== null) return `would not send: ${closed}`
  if (provider.way !== 'signed') return `${would}.`
  try {
    const signed = await inTime(provider.sign(orderOf(intent), [], settings))
    if (signed.kind !== 'signed') return `would not send: ${signed.reason}`
    return `${would}, as transaction ${signed.txId}${signed.fee === null ? '' : ` for a fee of ${signed.fee}`}.`
  } catch {
    return 'would not send: the payment could not be signed.'
  }
}

const note = ({ db, clock }: PayoutRooms, { withdrawal }: Intent, words: string): Promise<void> =>
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
    await recordStatus(tx, { withdrawalId: withdrawal.id, status: 'approved', by: machine, now, note: words })
  })
