import { t } from '@lingui/core/macro'
import type { DepositProcessor, DepositStatus } from '@runnel/contract/deposit'
import type { Tone } from '#ui/tone.ts'

/** Who takes the money; all but the sandbox are names of products and the same in every language. */
export function processorName(processor: DepositProcessor): string {
  switch (processor) {
    case 'sandbox':
      return t({ id: 'deposit.processor.sandbox', message: 'Sandbox' })
    case 'btcpay':
      return 'BTCPay Server'
    case 'nowpayments':
      return 'NOWPayments'
    case 'faucetpay':
      return 'FaucetPay'
  }
}

/** What to expect there. */
export function processorHint(processor: DepositProcessor): string {
  switch (processor) {
    case 'sandbox':
      return t({ id: 'deposit.hint.sandbox', message: 'Play money, to try everything out. Nobody pays anything.' })
    case 'btcpay':
      return t({ id: 'deposit.hint.btcpay', message: "The site's own checkout, with nobody in between." })
    case 'nowpayments':
      return t({ id: 'deposit.hint.nowpayments', message: 'A checkout page with many coins.' })
    case 'faucetpay':
      return t({ id: 'deposit.hint.faucetpay', message: 'Out of your FaucetPay balance.' })
  }
}

export function statusName(status: DepositStatus): string {
  switch (status) {
    case 'opening':
      return t({ id: 'deposit.status.opening', message: 'Being opened' })
    case 'waiting':
      return t({ id: 'deposit.status.waiting', message: 'Waiting for payment' })
    case 'processing':
      return t({ id: 'deposit.status.processing', message: 'Payment seen' })
    case 'paid':
      return t({ id: 'deposit.status.paid', message: 'Paid' })
    case 'expired':
      return t({ id: 'deposit.status.expired', message: 'Expired' })
    case 'failed':
      return t({ id: 'deposit.status.failed', message: 'Failed' })
  }
}

export const statusTone: Readonly<Record<DepositStatus, Tone>> = {
  opening: 'brand',
  waiting: 'warn',
  processing: 'brand',
  paid: 'good',
  expired: 'plain',
  failed: 'bad',
}

/** What a status means for the one who waits. */
export function statusMeaning(status: DepositStatus): string {
  switch (status) {
    case 'opening':
      return t({
        id: 'deposit.meaning.opening',
        message: 'The processor has not answered yet. It usually takes seconds.',
      })
    case 'waiting':
      return t({ id: 'deposit.meaning.waiting', message: 'Pay at the processor; this page notices it by itself.' })
    case 'processing':
      return t({
        id: 'deposit.meaning.processing',
        message: 'Your payment was seen and is credited once it is final. You need not keep this page open.',
      })
    case 'paid':
      return t({ id: 'deposit.meaning.paid', message: 'It is in your deposit balance and ready to advertise with.' })
    case 'expired':
      return t({
        id: 'deposit.meaning.expired',
        message: 'Its time is over and nothing was received. A payment that is still on its way is credited anyway.',
      })
    case 'failed':
      return t({
        id: 'deposit.meaning.failed',
        message: 'The processor could not take it. A payment that arrives later is credited anyway.',
      })
  }
}

/** How what arrived stands to what was asked for; the server names it in one word. */
export function noteWords(note: string): string {
  switch (note) {
    case 'underpaid':
      return t({ id: 'deposit.note.underpaid', message: 'Less arrived than was asked for.' })
    case 'overpaid':
      return t({ id: 'deposit.note.overpaid', message: 'More arrived than was asked for.' })
    case 'late':
      return t({ id: 'deposit.note.late', message: 'It was paid after its time.' })
    default:
      return note
  }
}
