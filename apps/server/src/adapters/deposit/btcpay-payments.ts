import * as z from 'zod/mini'
import { say } from '#kernel/words/say.ts'
import type { BtcpayInvoice } from './btcpay.ts'
import { decimalOf, greater, lesser, sum, textOf, times } from './decimal.ts'
import type { InvoiceState, PaymentNote, Payment } from './deposit.ts'
import { parseWith } from './json.ts'

const Methods = z.array(
  z.object({
    rate: z.string(),
    payments: z.array(
      z.object({
        id: z.string().check(z.minLength(1), z.maxLength(200)),
        receivedDate: z.coerce.number(),
        value: z.string(),
        fee: z.nullish(z.string()),
        status: z.string(),
      }),
    ),
  }),
)

/**
 * What arrived for an invoice that is settled or expired: its settled payments, in the order in which they came. In
 * an invoice that was paid exactly, what rounding to the coin's smallest part added is not credited.
 */
export const paymentsOf = (invoice: BtcpayInvoice, methodsText: string): InvoiceState => {
  const methods = parseWith(Methods, methodsText)
  const ordered = decimalOf(invoice.amount)
  if (methods === undefined || ordered === undefined) return unreadable
  const all = methods
    .flatMap(({ rate, payments }) => payments.map((payment) => ({ ...payment, worth: worthOf(payment, rate) })))
    .toSorted((a, b) => a.receivedDate - b.receivedDate || (a.id < b.id ? -1 : 1))
  const settled = all.filter(({ status }) => status === 'Settled')
  const isPending = all.some(({ status }) => status === 'Processing')
  const worths = settled.map(({ worth }) => worth)
  if (!worths.every((worth) => worth !== undefined)) return unreadable
  const isMarked = invoice.status === 'Settled' && invoice.additionalStatus === 'Marked'
  const isExact = invoice.status === 'Settled' && (invoice.additionalStatus ?? 'None') === 'None'
  const reported = decimalOf(invoice.paidAmount) ?? sum(worths)
  const limit = isExact ? lesser(ordered, reported) : reported
  const credited = withinLimit(worths, limit)
  const total = sum(credited)
  const payments = settled.map(({ id }, index) => paymentOf(`${invoice.id}:${id}`, credited[index] ?? 0n))
  // Who runs the store may call an invoice paid; then what is missing counts as paid, once nothing is on its way.
  if (isMarked && !isPending && total < ordered) {
    payments.push(paymentOf(`${invoice.id}:marked`, ordered - total))
    return { kind: 'paid', note: 'exact', payments }
  }
  const real = payments.filter(({ paid }) => paid !== '0')
  if (real.length > 0) return { kind: 'paid', note: paymentNote(invoice, total, ordered), payments: real }
  if (isPending) return { kind: 'processing' }
  if (invoice.status === 'Expired') return { kind: 'expired' }
  return { kind: 'unknown', reason: say('owner.processor.btcpayServerCallsInvoice') }
}

const unreadable: InvoiceState = { kind: 'unknown', reason: say('owner.processor.paymentsInvoiceCouldntRead') }

const worthOf = (payment: { value: string; fee?: string | null }, rate: string): bigint | undefined => {
  const [value, fee, price] = [decimalOf(payment.value), decimalOf(payment.fee ?? '0'), decimalOf(rate)]
  if (value === undefined || fee === undefined || price === undefined) return undefined
  return times(greater(value - fee, 0n), price)
}

/** The amounts in their order until the limit is reached. */
const withinLimit = (amounts: readonly bigint[], limit: bigint): readonly bigint[] => {
  let left = limit
  return amounts.map((amount) => {
    const taken = lesser(amount, left)
    left -= taken
    return taken
  })
}

const paymentOf = (paidId: string, amount: bigint): Payment => ({ paidId, paid: textOf(amount) })

const paymentNote = ({ additionalStatus }: BtcpayInvoice, total: bigint, ordered: bigint): PaymentNote => {
  if (additionalStatus === 'PaidLate') return 'late'
  if (additionalStatus === 'PaidOver') return 'over'
  return total < ordered ? 'partial' : 'exact'
}
