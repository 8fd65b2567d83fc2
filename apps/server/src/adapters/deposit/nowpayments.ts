import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { say } from '#kernel/words/say.ts'
import { decimalOf, textOf } from './decimal.ts'
import type {
  DepositConfig,
  DepositProcessor,
  WebhookResult,
  InvoiceOrder,
  InvoiceQuestion,
  InvoiceState,
  CreatedInvoice,
  MayAsk,
  WebhookCall,
} from './deposit.ts'
import { type Http, isRefusal, refusalOf } from './http.ts'
import { jsonNumber, parseWith, sortedJson } from './json.ts'
import { paymentIn, PaymentShape, stateOf } from './nowpayments-payments.ts'
import { bodyText, equalHex, headerOf, isDepositId, replies } from './webhook.ts'

const ADDRESS = 'https://api.nowpayments.io/v1'
/** Payments of one invoice that are asked for; nobody pays one invoice by more. */
const MAX_PAYMENTS = 20

const Invoice = z.object({ id: z.string(), order_id: z.nullish(z.string()), invoice_url: z.string() })
const Notice = z.object({
  payment_id: z.string(),
  invoice_id: z.nullish(z.string()),
  order_id: z.nullish(z.string()),
})

/**
 * NOWPayments by hosted invoices. With an API key it tells the state of a payment whose id one knows, but neither of
 * an invoice nor the list of its payments: that needs the password of the owner's account, which no site should keep.
 * So `fetchInvoice` polls the payments that notices named (the token of `readWebhook`), an invoice nobody told us of
 * reads as `waiting`, and there is no `find`. NOWPayments repeats notices as often as its account settings say.
 */
export const createNowpayments = ({ http }: { http: Http }): DepositProcessor => ({
  name: 'nowpayments',
  closed: (config) =>
    config.nowpayments.apiKey === '' || config.nowpayments.ipnSecret === ''
      ? say('owner.processor.nowpaymentsNeedsApiKey')
      : http.addressProblem(baseOf(config)),
  open: (config, order) => open(http, config, order),
  readWebhook: (config, call, mayAsk) => readWebhook(http, config, { call, mayAsk }),
  fetchInvoice: async (config, question) => {
    const tokens = [...new Set(question.tokens)].slice(-MAX_PAYMENTS)
    if (tokens.length === 0) return { kind: 'waiting' }
    return stateOf(await Promise.all(tokens.map((token) => readPayment(http, config, { question, token }))), question)
  },
  reply: replies,
})

const open = async (http: Http, config: DepositConfig, order: InvoiceOrder): Promise<CreatedInvoice> => {
  const amount = decimalOf(order.amount)
  if (amount === undefined) return { kind: 'refused', reason: say('owner.processor.amountDecimalNumber') }
  const answer = await http.call({
    method: 'POST',
    url: `${baseOf(config)}/invoice`,
    headers: { ...keyOf(config), 'content-type': 'application/json' },
    body: JSON.stringify({
      price_amount: jsonNumber(textOf(amount)),
      price_currency: order.currency.toLowerCase(),
      ...(order.coin === null ? {} : { pay_currency: order.coin.toLowerCase() }),
      order_id: order.id,
      order_description: order.description,
      ipn_callback_url: order.webhookUrl,
      success_url: order.returnUrl,
      cancel_url: order.cancelUrl,
      partially_paid_url: order.returnUrl,
    }),
  })
  if (answer.kind !== 'answered') {
    return { kind: answer.kind === 'unsent' ? 'refused' : 'unknown', reason: answer.reason }
  }
  if (isRefusal(answer.status)) return { kind: 'refused', reason: refusalOf(answer) }
  const isDone = answer.status === 200 || answer.status === 201
  const invoice = isDone ? parseWith(Invoice, answer.text) : undefined
  if (invoice === undefined || (invoice.order_id ?? order.id) !== order.id) {
    return { kind: 'unknown', reason: refusalOf(answer) }
  }
  if (http.addressProblem(invoice.invoice_url) !== null) {
    return { kind: 'unknown', reason: say('owner.processor.nowpaymentsReturnedInvoiceUrl') }
  }
  return { kind: 'opened', providerId: invoice.id, depositUrl: invoice.invoice_url }
}

/**
 * The signature covers the body with its keys sorted at every depth. Numbers are signed as they were sent; a sender
 * that reads and writes its own JSON again signs them as a script writes them, and NOWPayments' own example sorts
 * lists as if they were objects. Each form is made of the same body and only who knows the secret can sign it.
 */
const readWebhook = async (
  http: Http,
  config: DepositConfig,
  { call, mayAsk }: { call: WebhookCall; mayAsk: MayAsk | undefined },
): Promise<WebhookResult> => {
  const { nowpayments } = config
  const text = bodyText(call)
  const forms = formsOf(text)
  if (forms === undefined) return { kind: 'unreadable' }
  const signature = headerOf(call, 'x-nowpayments-sig')
  const isSigned = forms.some((form) =>
    equalHex(signature, createHmac('sha512', nowpayments.ipnSecret).update(form).digest()),
  )
  const notice = parseWith(Notice, text)
  if (nowpayments.ipnSecret === '' || !isSigned) return confirm(http, config, { notice, mayAsk })
  if (notice === undefined) return { kind: 'ignored', why: say('owner.processor.itIsntForA') }
  const { payment_id: token, invoice_id: providerId, order_id: depositId } = notice
  if (!isPaymentId(token)) return { kind: 'unreadable' }
  if (!isDepositId(depositId ?? '')) return { kind: 'ignored', why: say('owner.processor.paymentFromSite') }
  return { kind: 'heard', depositId: depositId ?? null, providerId: providerId ?? null, token }
}

/**
 * While the secret is replaced, notices are signed with another one than ours. Of such a notice only the payment's id
 * is used, and only as a question: NOWPayments itself says whether it is a payment of the deposit.
 */
const confirm = async (
  http: Http,
  config: DepositConfig,
  { notice, mayAsk }: { notice: z.infer<typeof Notice> | undefined; mayAsk: MayAsk | undefined },
): Promise<WebhookResult> => {
  const { payment_id: token = '', order_id: named } = notice ?? {}
  const depositId = named ?? ''
  if (!isPaymentId(token) || !isDepositId(depositId) || mayAsk === undefined || !(await mayAsk(depositId))) {
    return { kind: 'bad-signature' }
  }
  const answer = await askPayment(http, config, token)
  if (answer.kind !== 'answered') return { kind: 'unreachable', reason: answer.reason }
  if (answer.status === 400 || answer.status === 404) return { kind: 'bad-signature' }
  const payment = answer.status === 200 ? parseWith(PaymentShape, answer.text) : undefined
  if (payment === undefined) return { kind: 'unreachable', reason: refusalOf(answer) }
  if (payment.payment_id !== token || payment.order_id !== depositId) return { kind: 'bad-signature' }
  return { kind: 'heard', depositId, providerId: payment.invoice_id ?? null, token, isConfirmed: true }
}

const askPayment = (http: Http, config: DepositConfig, id: string) =>
  http.call({ method: 'GET', url: `${baseOf(config)}/payment/${id}`, headers: keyOf(config) })

const formsOf = (text: string): readonly string[] | undefined => {
  try {
    return [
      sortedJson(text, { numbers: 'as received', lists: 'as lists' }),
      sortedJson(text, { numbers: 'as a script writes them', lists: 'as lists' }),
      sortedJson(text, { numbers: 'as received', lists: 'as objects' }),
    ]
  } catch {
    return undefined
  }
}

const readPayment = async (
  http: Http,
  config: DepositConfig,
  { question, token }: { question: InvoiceQuestion; token: string },
): Promise<InvoiceState> => {
  if (!isPaymentId(token)) return { kind: 'unknown', reason: say('owner.processor.paymentIdInvalid') }
  const answer = await askPayment(http, config, token)
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason }
  const payment = answer.status === 200 ? parseWith(PaymentShape, answer.text) : undefined
  if (payment === undefined) return { kind: 'unknown', reason: refusalOf(answer) }
  if (payment.payment_id !== token)
    return { kind: 'unknown', reason: say('owner.processor.nowpaymentsAnsweredAnotherPayment') }
  return paymentIn(payment, question)
}

const isPaymentId = (text: string): boolean => /^\d{1,30}$/.test(text)

const baseOf = ({ nowpayments }: DepositConfig): string => (nowpayments.url || ADDRESS).replace(/\/+$/, '')

const keyOf = ({ nowpayments }: DepositConfig): Record<string, string> => ({ 'x-api-key': nowpayments.apiKey })
