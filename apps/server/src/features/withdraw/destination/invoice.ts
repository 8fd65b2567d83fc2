import { later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { refuseField } from '#kernel/refusal.ts'
import { moment, say } from '#kernel/words/say.ts'
import { coinsOfMsat, type Invoice, msatOf, satAmount } from '#money/lightning.ts'

/** Minutes that an invoice must still be valid for when its payout may begin. */
const LEFT_MINUTES = 10
const DAYS_AT_MOST = 31
const SAT = 1_000n

/**
 * What an invoice is paid: its own amount and nothing else. It may be up to a hundredth, or one satoshi, below what the
 * withdrawal is worth, since the rate moves between making the invoice and entering it; never above. Refuses any other
 * amount and an invoice that expires too soon or too late.
 */
export const amountOfInvoice = (invoice: Invoice, { receives, now }: { receives: string; now: Date }): string => {
  const most = msatOf(receives)
  const { msat, expiresAt } = invoice
  if (msat === null || msat % SAT !== 0n || msat > most || msat < least(most)) {
    const msg =
      msat === null
        ? say('withdraw.invoiceWithoutAmount', { most: satAmount(most) })
        : say('withdraw.invoiceOtherAmount', { amount: satAmount(msat), most: satAmount(most) })
    return refuseField('address', 'INVOICE_AMOUNT', msg)
  }
  refuseLateInvoice(invoice, now)
  if (expiresAt > later(now, DAYS_AT_MOST * 86_400)) {
    const msg = say('withdraw.enterInvoiceExpiresWithin', { days: DAYS_AT_MOST })
    refuseField('address', 'INVOICE_TOO_LONG', msg)
  }
  return coinsOfMsat(msat)
}

const least = (most: bigint): bigint => {
  const percent = most / 100n
  return most - (percent > SAT ? percent : SAT)
}

/** Whether an invoice would have expired when its payout begins. */
export const isLate = ({ expiresAt }: Invoice, from: Date): boolean => expiresAt < later(from, LEFT_MINUTES * 60)

/** Refuses an invoice that would have expired by the time it may be paid: a new one may never be paid in its place. */
export const refuseLateInvoice = (invoice: Invoice | undefined, from: Date | null): void => {
  if (invoice === undefined || from === null || !isLate(invoice, from)) return
  const msg = say('withdraw.payoutStartInvoiceExpires', { at: moment(from), minutes: LEFT_MINUTES })
  refuseField('address', 'INVOICE_EXPIRED', msg)
}

/** Refuses an invoice that any withdrawal ever named: its node would take it for paid. */
export const refuseUsedInvoice = async (
  db: Read,
  { invoice, addressKey }: { readonly invoice?: Invoice; readonly addressKey: string },
): Promise<void> => {
  if (invoice === undefined) return
  const used = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('address_key', '=', addressKey)
    .limit(1)
    .executeTakeFirst()
  if (used !== undefined) refuseField('address', 'INVOICE_USED', say('withdraw.invoiceAlreadyUsedEnter'))
}
