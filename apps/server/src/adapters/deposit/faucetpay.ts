import * as z from 'zod/mini'
import { equalBytes } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'
import { decimalOf, sum, textOf } from './decimal.ts'
import type {
  DepositConfig,
  DepositProcessor,
  WebhookResult,
  InvoiceOrder,
  InvoiceAnswer,
  InvoiceQuestion,
  CreatedInvoice,
  MayAsk,
  Payment,
  TokenAnswer,
  WebhookCall,
} from './deposit.ts'
import { type Http, refusalOf } from './http.ts'
import { parseWith } from './json.ts'
import { headerOf, isDepositId, replies } from './webhook.ts'

const ADDRESS = 'https://faucetpay.io'
/** The member of our own callback address that names the deposit. */
const CALLBACK_MEMBER = 'deposit'

const Found = z.object({
  valid: z.literal(true),
  transaction_id: z.string().check(z.minLength(1), z.maxLength(200)),
  merchant_username: z.string(),
  amount1: z.string(),
  currency1: z.string(),
  custom: z.string(),
})
const NotFound = z.object({ valid: z.literal(false) })

interface Deps {
  readonly http: Http
  /** Signs a text with a key that only this site has. */
  readonly sign: (text: string) => string
}

/**
 * FaucetPay's merchant page. Opening needs no call: the payer is sent to an address that carries the order, our id in
 * it signed. A callback is not signed, so nothing of it counts but its token, and the token only as a question to
 * FaucetPay. Without a token FaucetPay cannot be asked: such a deposit reads as `waiting` until it ends by itself. A
 * token is one payment, final as soon as FaucetPay knows it, so that it is asked about until then only.
 */
export const createFaucetpay = (deps: Deps): DepositProcessor => ({
  name: 'faucetpay',
  closed: (config) =>
    config.faucetpay.username === ''
      ? say('owner.processor.faucetpayNeedsMerchantsUsername')
      : deps.http.addressProblem(baseOf(config)),
  open: async (config, order) => open(deps, config, order),
  readWebhook: (config, call, mayAsk) => readWebhook(deps, config, { call, mayAsk }),
  fetchInvoice: (config, question) => lookup(deps, config, question),
  isUnsigned: true,
  reply: replies,
})

const open = (deps: Deps, config: DepositConfig, order: InvoiceOrder): CreatedInvoice => {
  const custom = customOf(deps, order.id)
  const callback = new URL(order.webhookUrl)
  callback.searchParams.set(CALLBACK_MEMBER, custom)
  const fields = new URLSearchParams({
    merchant_username: config.faucetpay.username,
    item_description: order.description,
    amount1: order.amount,
    currency1: order.currency,
    currency2: order.coin ?? '',
    custom,
    callback_url: callback.href,
    success_url: order.returnUrl,
    cancel_url: order.cancelUrl,
  })
  // FaucetPay knows of the order only when the payer arrives, so our own id is the only one there is.
  return { kind: 'opened', providerId: order.id, depositUrl: `${baseOf(config)}/merchant/webscr?${fields}` }
}

interface WebhookInput {
  readonly call: WebhookCall
  readonly mayAsk: MayAsk | undefined
}

const readWebhook = async (
  deps: Deps,
  config: DepositConfig,
  { call, mayAsk }: WebhookInput,
): Promise<WebhookResult> => {
  const form = await formOf(call)
  const token = form?.get('token')
  if (typeof token !== 'string' || !isToken(token)) return { kind: 'unreadable' }
  const named = new URLSearchParams(call.query).get(CALLBACK_MEMBER) ?? ''
  const sent = form?.get('custom')
  const custom = named === '' && typeof sent === 'string' ? sent : named
  if (custom !== '') {
    const depositId = depositIn(deps, custom)
    return depositId === undefined ? { kind: 'bad-signature' } : { kind: 'heard', depositId, providerId: null, token }
  }
  if (mayAsk === undefined || !(await mayAsk())) return { kind: 'crowded' }
  const found = await request(deps, config, token)
  if (found.kind === 'unreachable') return found
  const depositId = found.kind === 'found' ? depositIn(deps, found.payment.custom) : undefined
  if (depositId === undefined) return { kind: 'ignored', why: say('owner.processor.faucetpayKnowsNoPayment') }
  return { kind: 'heard', depositId, providerId: null, token }
}

/** The form as it was sent: which of the two kinds of form it is, is written nowhere. */
const formOf = async (call: WebhookCall): Promise<FormData | undefined> => {
  try {
    const headers = { 'content-type': headerOf(call, 'content-type') }
    return await new Response(new Uint8Array(call.body), { headers }).formData()
  } catch {
    return undefined
  }
}

const lookup = async (deps: Deps, config: DepositConfig, question: InvoiceQuestion): Promise<InvoiceAnswer> => {
  const payments = new Map<string, Payment>()
  const tokens: TokenAnswer[] = []
  let problem: string | undefined
  for (const token of new Set(question.tokens)) {
    const state = await readToken(deps, config, { question, token })
    tokens.push({ token, kind: state.kind === 'payment' ? 'settled' : state.kind === 'missing' ? 'missing' : 'open' })
    if (state.kind === 'payment') payments.set(state.payment.paidId, state.payment)
    if (state.kind === 'unknown' || state.kind === 'unreachable') problem ??= state.reason
    // Each further question would wait just as long for nothing.
    if (state.kind === 'unreachable') break
  }
  if (payments.size === 0) {
    return problem === undefined ? { kind: 'waiting', tokens } : { kind: 'unknown', reason: problem, tokens }
  }
  const total = sum([question.received, ...[...payments.values()].map(({ paid }) => paid)].map(toDecimal))
  const ordered = toDecimal(question.amount)
  const note = total < ordered ? 'partial' : total > ordered ? 'over' : 'exact'
  const unread = problem === undefined ? {} : { unread: problem }
  return { kind: 'paid', note, payments: [...payments.values()], tokens, ...unread }
}

const toDecimal = (text: string): bigint => decimalOf(text) ?? 0n

type TokenState =
  | { readonly kind: 'payment'; readonly payment: Payment }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown' | 'unreachable'; readonly reason: string }

const readToken = async (
  deps: Deps,
  config: DepositConfig,
  { question, token }: { question: InvoiceQuestion; token: string },
): Promise<TokenState> => {
  if (!isToken(token)) return { kind: 'missing' }
  const found = await request(deps, config, token)
  if (found.kind === 'none') return { kind: 'missing' }
  if (found.kind === 'unreachable') return found
  const { payment } = found
  // Credited where it belongs; nobody needs to look at it here.
  if ((depositIn(deps, payment.custom) ?? question.depositId) !== question.depositId) return { kind: 'missing' }
  const amount = decimalOf(payment.amount1)
  const problem = mismatchOf(deps, config, { question, payment })
  if (problem !== undefined) return { kind: 'unknown', reason: problem }
  if (amount === undefined || amount === 0n) {
    return { kind: 'unknown', reason: say('owner.processor.faucetpayDoesntReportPaid') }
  }
  // The payer could have changed the amount in the address, so what FaucetPay says was paid counts.
  return { kind: 'payment', payment: { paidId: payment.transaction_id, paid: textOf(amount) } }
}

const mismatchOf = (
  deps: Deps,
  { faucetpay }: DepositConfig,
  { question, payment }: { question: InvoiceQuestion; payment: z.infer<typeof Found> },
): string | undefined => {
  if (payment.merchant_username !== faucetpay.username) return say('owner.processor.paymentWentAnotherMerchant')
  if (depositIn(deps, payment.custom) !== question.depositId) return say('owner.processor.paymentAnotherDeposit')
  return isSameCurrency(payment.currency1, question.currency)
    ? undefined
    : say('owner.processor.paymentAnotherCurrency')
}

type Verified =
  | { readonly kind: 'found'; readonly payment: z.infer<typeof Found> }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreachable'; readonly reason: string }

const request = async ({ http }: Deps, config: DepositConfig, token: string): Promise<Verified> => {
  const answer = await http.call({ method: 'GET', url: `${baseOf(config)}/merchant/get-payment/${token}` })
  if (answer.kind !== 'answered') return { kind: 'unreachable', reason: answer.reason }
  const payment = answer.status === 200 ? parseWith(Found, answer.text) : undefined
  if (payment !== undefined) return { kind: 'found', payment }
  const isNone = answer.status < 500 && parseWith(NotFound, answer.text) !== undefined
  return isNone ? { kind: 'none' } : { kind: 'unreachable', reason: refusalOf(answer) }
}

/** FaucetPay tells a payment that was priced in USD as one in USDT. */
const isSameCurrency = (a: string, b: string): boolean => dollarless(a) === dollarless(b)
const dollarless = (currency: string): string => currency.toUpperCase().replace(/^USDT$/, 'USD')

const customOf = ({ sign }: Deps, depositId: string): string => `${depositId}.${sign(`faucetpay deposit ${depositId}`)}`

const depositIn = (deps: Deps, custom: string): string | undefined => {
  const [depositId = ''] = custom.split('.', 1)
  if (!isDepositId(depositId)) return undefined
  return equalBytes(Buffer.from(custom), Buffer.from(customOf(deps, depositId))) ? depositId : undefined
}

const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{4,200}$/.test(text)

const baseOf = ({ faucetpay }: DepositConfig): string => (faucetpay.url || ADDRESS).replace(/\/+$/, '')
