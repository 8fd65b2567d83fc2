import { t } from '@lingui/core/macro'
import type { DepositProcessor, DepositStatus } from '@runnel/contract/deposit'
import type { Tone } from '#ui/tone.ts'

/** Who takes the money; all but the sandbox are names of products and the same in every language. */
export const processorName = (processor: DepositProcessor): string => {
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
export const processorHint = (processor: DepositProcessor): string => {
  switch (processor) {
    case 'sandbox':
      return t({ id: 'deposit.hint.sandbox', message: 'Test mode. No real payment.' })
    case 'btcpay':
      return t({ id: 'deposit.hint.btcpay', message: 'Pay directly to this site’s BTCPay Server.' })
    case 'nowpayments':
      return t({ id: 'deposit.hint.nowpayments', message: 'Checkout with many cryptocurrencies.' })
    case 'faucetpay':
      return t({ id: 'deposit.hint.faucetpay', message: 'Pay from your FaucetPay balance.' })
  }
}

export const statusName = (status: DepositStatus): string => {
  switch (status) {
    case 'opening':
      return t({ id: 'deposit.status.opening', message: 'Creating' })
    case 'waiting':
      return t({ id: 'deposit.status.waiting', message: 'Awaiting payment' })
    case 'processing':
      return t({ id: 'deposit.status.processing', message: 'Confirming' })
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
export const statusMeaning = (status: DepositStatus): string => {
  switch (status) {
    case 'opening':
      return t({
        id: 'deposit.meaning.opening',
        message: 'Waiting for the processor. This usually takes a few seconds.',
      })
    case 'waiting':
      return t({
        id: 'deposit.meaning.waiting',
        message: 'Complete the payment at the processor. This page updates automatically.',
      })
    case 'processing':
      return t({
        id: 'deposit.meaning.processing',
        message: 'Payment detected. It is credited when confirmed. You can close this page.',
      })
    case 'paid':
      return t({
        id: 'deposit.meaning.paid',
        message: 'Credited to your deposit balance. You can now create a campaign.',
      })
    case 'expired':
      return t({
        id: 'deposit.meaning.expired',
        message: 'This deposit expired without payment. If you have already paid, it will still be credited.',
      })
    case 'failed':
      return t({
        id: 'deposit.meaning.failed',
        message: 'The processor rejected this deposit. If a payment arrives later, it will still be credited.',
      })
  }
}

/** How what arrived stands to what was asked for; the server names it in one word. */
export const noteText = (note: string): string => {
  switch (note) {
    case 'underpaid':
      return t({ id: 'deposit.note.underpaid', message: 'Underpaid.' })
    case 'overpaid':
      return t({ id: 'deposit.note.overpaid', message: 'Overpaid.' })
    case 'late':
      return t({ id: 'deposit.note.late', message: 'Paid late.' })
    default:
      return note
  }
}
