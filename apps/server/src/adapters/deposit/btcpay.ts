import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { Clock } from '#kernel/clock.ts'
import { say } from '#kernel/words/say.ts'
import { paymentsOf } from './btcpay-payments.ts'
import type {
  DepositConfig,
  DepositProcessor,
  WebhookResult,
  InvoiceOrder,
  InvoiceQuestion,
  InvoiceState,
  CreatedInvoice,
  WebhookCall,
} from './deposit.ts'
import { type Http, isRefusal, refusalOf } from './http.ts'
import { parseWith } from './json.ts'
import { bodyText, equalHex, headerOf, isDepositId, replies } from './webhook.ts'

const Orders = z.nullish(z.object({ orderId: z.nullish(z.string()) }))
const Invoice = z.object({
  id: z.string(),
  storeId: z.string(),
  amount: z.string(),
  paidAmount: z.nullish(z.string()),
  currency: z.string(),
  status: z.string(),
  additionalStatus: z.nullish(z.string()),
  checkoutLink: z.string(),
  metadata: Orders,
})
export type BtcpayInvoice = z.infer<typeof Invoice>

const Delivery = z.object({ type: z.string(), storeId: z.string(), invoiceId: z.nullish(z.string()), metadata: Orders })

/** Minutes in which a payment after the invoice's end is still seen. */
const MONITORING_MINUTES = 7 * 1_440

/**
 * BTCPay Server by its Greenfield API. An invoice carries our deposit's id, so that one whose opening was interrupted
 * is found again. Every payment of an invoice is credited by itself once it is settled and the invoice is over: late
 * and further payments only add to the list.
 */
export const createBtcpay = ({ http, clock }: { http: Http; clock: Clock }): DepositProcessor => ({
  name: 'btcpay',
  closed: ({ btcpay }) => {
    if (btcpay.url === '' || btcpay.apiKey === '' || btcpay.webhookSecret === '') {
      return say('owner.processor.btcpayServerNeedsUrl')
    }
    if (!/^[A-Za-z0-9]{1,100}$/.test(btcpay.storeId)) return say('owner.processor.btcpayServerStoreId')
    return http.addressProblem(btcpay.url)
  },
  open: (config, order) => open({ http, clock }, config, order),
  readWebhook: async (config, call) => readWebhook(config, call),
  fetchInvoice: (config, question) => lookup(http, config, question),
  find: async (config, { depositId }) => {
    const answer = await request(http, config, `invoices?orderId=${encodeURIComponent(depositId)}&take=10`)
    if (answer.kind !== 'answered') throw new Error(answer.reason)
    if (answer.status !== 200) throw new Error(refusalOf(answer))
    const invoices = parseWith(z.array(Invoice), answer.text)
    if (invoices === undefined) throw new Error('BTCPay Server answered with something else than invoices.')
    const invoice = invoices.find(
      ({ metadata, checkoutLink }) => metadata?.orderId === depositId && http.addressProblem(checkoutLink) === null,
    )
    return invoice === undefined ? null : { providerId: invoice.id, depositUrl: invoice.checkoutLink }
  },
  reply: replies,
})

const open = async (
  { http, clock }: { http: Http; clock: Clock },
  config: DepositConfig,
  order: InvoiceOrder,
): Promise<CreatedInvoice> => {
  const minutes = Math.ceil((order.expiresAt.getTime() - clock().getTime()) / 60_000)
  const answer = await http.call({
    method: 'POST',
    url: addressOf(config, 'invoices'),
    headers: { ...authorizationOf(config), 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: order.amount,
      currency: order.currency,
      metadata: { orderId: order.id, itemDesc: order.description },
      checkout: {
        ...(order.coin === null ? {} : { paymentMethods: [order.coin] }),
        expirationMinutes: Math.max(1, minutes),
        monitoringMinutes: MONITORING_MINUTES,
        paymentTolerance: 0,
        redirectURL: order.returnUrl,
        redirectAutomatically: true,
      },
      additionalSearchTerms: [order.id],
    }),
  })
  if (answer.kind !== 'answered') {
    return { kind: answer.kind === 'unsent' ? 'refused' : 'unknown', reason: answer.reason }
  }
  if (isRefusal(answer.status)) return { kind: 'refused', reason: refusalOf(answer) }
  const invoice = answer.status === 200 ? invoiceIn(answer.text) : undefined
  if (invoice === undefined) return { kind: 'unknown', reason: refusalOf(answer) }
  if (http.addressProblem(invoice.checkoutLink) !== null) {
    return { kind: 'unknown', reason: say('owner.processor.btcpayServerReturnedCheckout') }
  }
  return { kind: 'opened', providerId: invoice.id, depositUrl: invoice.checkoutLink }
}

const readWebhook = ({ btcpay }: DepositConfig, call: WebhookCall): WebhookResult => {
  const [scheme, signature = ''] = headerOf(call, 'btcpay-sig').split('=')
  const expected = createHmac('sha256', btcpay.webhookSecret).update(call.body).digest()
  if (btcpay.webhookSecret === '' || scheme !== 'sha256' || !equalHex(signature, expected)) {
    return { kind: 'bad-signature' }
  }
  const delivery = parseWith(Delivery, bodyText(call))
  if (delivery === undefined) return { kind: 'unreadable' }
  const { type, storeId, invoiceId, metadata } = delivery
  if (storeId !== btcpay.storeId) return { kind: 'ignored', why: say('owner.processor.webhookAnotherStore') }
  if (!type.startsWith('Invoice') || !isInvoiceId(invoiceId))
    return { kind: 'ignored', why: say('owner.processor.itIsntForAn') }
  const orderId = metadata?.orderId ?? null
  if (orderId !== null && !isDepositId(orderId)) return { kind: 'ignored', why: say('owner.processor.invoiceFromSite') }
  return { kind: 'heard', depositId: orderId, providerId: invoiceId, token: null }
}

const lookup = async (http: Http, config: DepositConfig, question: InvoiceQuestion): Promise<InvoiceState> => {
  const { providerId } = question
  if (!isInvoiceId(providerId)) return { kind: 'unknown', reason: say('owner.processor.noInvoiceKnownDeposit') }
  const answer = await request(http, config, `invoices/${providerId}`)
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason }
  const invoice = answer.status === 200 ? invoiceIn(answer.text) : undefined
  if (invoice === undefined) return { kind: 'unknown', reason: refusalOf(answer) }
  if (!isAbout(invoice, config, question)) {
    return { kind: 'unknown', reason: say('owner.processor.invoiceAnotherStoreDeposit') }
  }
  if (invoice.status === 'New') return { kind: invoice.additionalStatus === 'PaidPartial' ? 'processing' : 'waiting' }
  if (invoice.status === 'Processing') return { kind: 'processing' }
  if (invoice.status === 'Invalid') return { kind: 'failed' }
  if (invoice.status !== 'Expired' && invoice.status !== 'Settled') {
    return {
      kind: 'unknown',
      reason: say('owner.processor.unknownBtcpayServerStatus', { status: invoice.status.slice(0, 40) }),
    }
  }
  const methods = await request(http, config, `invoices/${invoice.id}/payment-methods?onlyAccountedPayments=true`)
  if (methods.kind !== 'answered') return { kind: 'unknown', reason: methods.reason }
  return methods.status === 200 ? paymentsOf(invoice, methods.text) : { kind: 'unknown', reason: refusalOf(methods) }
}

const isAbout = (invoice: BtcpayInvoice, { btcpay }: DepositConfig, question: InvoiceQuestion): boolean =>
  invoice.id === question.providerId &&
  invoice.storeId === btcpay.storeId &&
  invoice.metadata?.orderId === question.depositId &&
  invoice.currency.toUpperCase() === question.currency.toUpperCase()

const isInvoiceId = (text: string | null | undefined): text is string => /^[A-Za-z0-9_-]{1,100}$/.test(text ?? '')

const invoiceIn = (text: string): BtcpayInvoice | undefined => parseWith(Invoice, text)

const request = (http: Http, config: DepositConfig, path: string) =>
  http.call({ method: 'GET', url: addressOf(config, path), headers: authorizationOf(config) })

const addressOf = ({ btcpay }: DepositConfig, path: string): string =>
  `${btcpay.url.replace(/\/+$/, '')}/api/v1/stores/${encodeURIComponent(btcpay.storeId)}/${path}`

const authorizationOf = ({ btcpay }: DepositConfig): Record<string, string> => ({
  authorization: `token ${btcpay.apiKey}`,
})
