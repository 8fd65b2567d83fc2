import * as z from 'zod/mini'
import { say } from '#kernel/words/say.ts'
import { decimalOf, greater, lesser, sum, textOf } from './decimal.ts'
import type { InvoiceQuestion, InvoiceState } from './deposit.ts'

/** Numbers arrive as their text, so an amount that comes as a number or as a string reads the same. */
export const PaymentShape = z.object({
  payment_id: z.string(),
  parent_payment_id: z.nullish(z.string()),
  invoice_id: z.nullish(z.string()),
  payment_status: z.string(),
  price_amount: z.string(),
  price_currency: z.string(),
  pay_amount: z.nullish(z.string()),
  actually_paid: z.nullish(z.string()),
  actually_paid_at_fiat: z.nullish(z.string()),
  order_id: z.nullish(z.string()),
})
export type NowpaymentsPayment = z.infer<typeof PaymentShape>

/** What one payment says of the deposit. */
export const paymentIn = (payment: NowpaymentsPayment, question: InvoiceQuestion): InvoiceState => {
  const problem = mismatchOf(payment, question)
  if (problem !== undefined) return { kind: 'unknown', reason: problem }
  switch (payment.payment_status) {
    case 'waiting':
      return { kind: 'waiting' }
    case 'confirming':
    case 'confirmed':
    case 'sending':
      return { kind: 'processing' }
    case 'expired':
      return { kind: 'expired' }
    case 'failed':
    case 'refunded':
      return { kind: 'failed' }
    case 'finished':
    case 'partially_paid':
      return paidBy(payment)
    default:
      return {
        kind: 'unknown',
        reason: say('owner.processor.unknownNowpaymentsStatus', { paymentStatus: payment.payment_status.slice(0, 40) }),
      }
  }
}

/** A further payment to the address of an earlier one; what it was priced at is not what was ordered. */
const isRepeated = ({ parent_payment_id: parent }: NowpaymentsPayment): boolean =>
  parent !== undefined && parent !== null && parent !== '' && parent !== '0'

const mismatchOf = (payment: NowpaymentsPayment, question: InvoiceQuestion): string | undefined => {
  const { order_id: orderId, invoice_id: invoiceId, price_currency: currency } = payment
  if (orderId !== question.depositId) return say('owner.processor.paymentAnotherDeposit')
  if (question.providerId !== null && (invoiceId ?? question.providerId) !== question.providerId) {
    return say('owner.processor.paymentAnotherInvoice')
  }
  if (currency.toLowerCase() !== question.currency.toLowerCase())
    return say('owner.processor.paymentPricedAnotherCurrency')
  const isSamePrice = decimalOf(payment.price_amount) === decimalOf(question.amount)
  return isSamePrice || isRepeated(payment) ? undefined : say('owner.processor.paymentPricedAnotherAmount')
}

const paidBy = (payment: NowpaymentsPayment): InvoiceState => {
  const worth = worthOf(payment)
  if (worth === undefined) return { kind: 'unknown', reason: say('owner.processor.nowpaymentsDoesntReportPaid') }
  if (worth === 0n) return { kind: 'processing' }
  return { kind: 'paid', note: 'exact', payments: [{ paidId: payment.payment_id, paid: textOf(worth) }] }
}

/**
 * What arrived, at the invoice's own price. Where NOWPayments tells the worth of the coins too, the lesser of both
 * counts, but one that was paid whole is worth its price whatever the coin did meanwhile.
 */
const worthOf = (payment: NowpaymentsPayment): bigint | undefined => {
  const price = decimalOf(payment.price_amount)
  const asked = decimalOf(payment.pay_amount)
  const arrived = decimalOf(payment.actually_paid)
  const fiat = decimalOf(payment.actually_paid_at_fiat)
  if (price === undefined) return undefined
  const isWhole = payment.payment_status === 'finished' && !isRepeated(payment)
  if (arrived === undefined || asked === undefined || asked === 0n) {
    if (isWhole) return price
    return fiat === 0n ? undefined : fiat
  }
  const share = (price * arrived) / asked
  const worth = fiat === undefined || fiat === 0n ? share : lesser(share, fiat)
  return isWhole && arrived >= asked ? greater(price, worth) : worth
}

/** All payments of one invoice together. */
export const stateOf = (states: readonly InvoiceState[], question: InvoiceQuestion): InvoiceState => {
  const payments = states.flatMap((state) => (state.kind === 'paid' ? state.payments : []))
  if (payments.length > 0) {
    const total = sum(payments.map(({ paid }) => decimalOf(paid) ?? 0n))
    const ordered = decimalOf(question.amount) ?? 0n
    const note = total < ordered ? 'partial' : total > ordered ? 'over' : 'exact'
    const unread = states.find((state) => state.kind === 'unknown')
    return { kind: 'paid', note, payments, ...(unread === undefined ? {} : { unread: unread.reason }) }
  }
  const first = (kind: InvoiceState['kind']) => states.find((state) => state.kind === kind)
  return (
    first('unknown') ??
    first('processing') ??
    first('waiting') ??
    first('expired') ??
    first('failed') ?? { kind: 'waiting' }
  )
}
