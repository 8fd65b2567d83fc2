import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { say } from '#kernel/words/say.ts'
import { decimalOf, textOf } from './decimal.ts'
import type { DepositProcessor, InvoiceQuestion, InvoiceState } from './deposit.ts'
import { replies } from './webhook.ts'

/**
 * Takes no money: its invoices stand in a table of its own, and a page of this site does what a payer would do. It
 * behaves like a good provider and remembers invoices by our id, so that telling it twice opens one.
 */
export const createSandbox = ({ db, clock }: { db: Db; clock: Clock }): DepositProcessor => ({
  name: 'sandbox',
  closed: () => null,
  open: async (_config, order) => {
    await db.write((tx) =>
      tx
        .insertInto('sandbox_deposits')
        .values({ reference: order.id, status: 'waiting', asked: order.amount, paid: null, paid_id: null, at: clock() })
        .onConflict((row) => row.column('reference').doNothing())
        .execute(),
    )
    const page = new URL(`/app/deposit/sandbox/${order.id}`, order.returnUrl)
    return { kind: 'opened', providerId: order.id, depositUrl: page.href }
  },
  readWebhook: async () => ({ kind: 'ignored', why: say('owner.processor.sandboxSendsNoWebhooks') }),
  fetchInvoice: (_config, question) => lookup(db, question),
  reply: replies,
})

const lookup = async (db: Db, { depositId, amount }: InvoiceQuestion): Promise<InvoiceState> => {
  const row = await db.read
    .selectFrom('sandbox_deposits')
    .select(['status', 'paid', 'paid_id'])
    .where('reference', '=', depositId)
    .executeTakeFirst()
  if (row === undefined) return { kind: 'waiting' }
  if (row.status !== 'paid') return { kind: row.status }
  const paid = decimalOf(row.paid)
  const ordered = decimalOf(amount)
  if (paid === undefined || paid === 0n || ordered === undefined || row.paid_id === null) {
    return { kind: 'unknown', reason: say('owner.processor.sandboxMarksInvoicePaid') }
  }
  const note = paid < ordered ? 'partial' : paid > ordered ? 'over' : 'exact'
  return { kind: 'paid', note, payments: [{ paidId: row.paid_id, paid: textOf(paid) }] }
}
