import type { Dialect, NodePayment, Outcome } from './lightning.ts'
import type { Answer } from './provider.ts'

export const CLN_RUNE = 'tU-RLjMiDpY2U0o3W1oFowar36RFGpWloPbW9-RuZdo9MyZpZD0wMjRiOWExZmE4ZTAwNmYxZTM5MzdmNj=='

/** Core Lightning's clnrest: https://docs.corelightning.org/docs/rest, and `doc/schemas` of its repository. */
export const cln: Dialect = async (got, node) => {
  const [, method] = /^\/v1\/(\w+)$/.exec(got.path) ?? []
  if (method === undefined || got.method !== 'POST') return undefined
  if (got.headers['rune'] !== CLN_RUNE)
    return { status: 401, body: { code: 1501, message: 'Not authorized: Not permitted' } }
  // Only this project's own adapter speaks to this node.
  const asked = JSON.parse(got.body) as { invstring: string; maxfee: number; payment_hash: string }
  if (method === 'getinfo') return { status: 201, body: { id: node.id, alias: 'payer' } }
  if (method === 'listpeerchannels') {
    const closing = { state: 'CLOSINGD_COMPLETE', spendable_msat: 5_000_000 }
    const open = { state: 'CHANNELD_NORMAL', spendable_msat: Number(node.balanceMsat) }
    return { status: 201, body: { channels: [open, closing] } }
  }
  if (method === 'listpays') {
    const payment = node.payments.get(asked.payment_hash)
    return { status: 201, body: { pays: payment === undefined ? [] : [clnPay(payment)] } }
  }
  if (method !== 'xpay') return undefined
  const outcome = await node.pay(asked.invstring, BigInt(asked.maxfee))
  if (outcome === 'in-flight' || outcome === 'already in flight') return 'hangs'
  const failure = clnFailures[outcome]
  if (failure !== undefined) return { status: 500, body: failure }
  const payment = [...node.payments.values()].find(({ invoice }) => invoice === asked.invstring)
  const msat = Number(payment?.msat)
  const sent = { amount_msat: msat, amount_sent_msat: msat + Number(payment?.feeMsat) }
  return { status: 201, body: { payment_preimage: payment?.preimage, ...sent, failed_parts: 0, successful_parts: 1 } }
}

const clnFailures: Partial<Record<Outcome, { code: number; message: string }>> = {
  'already paid': { code: 219, message: 'Invoice has already been paid.' },
  'no way': { code: 205, message: "Couldn't find, or find a way to, the destination." },
  refused: { code: 203, message: 'Permanent failure from destination' },
  expired: { code: 207, message: 'Invoice has expired.' },
}

const clnPay = ({ hash, status, preimage, msat, feeMsat }: NodePayment) => ({
  payment_hash: hash,
  status: { paid: 'complete', 'in-flight': 'pending', failed: 'failed' }[status],
  created_at: 1_738_000_000,
  created_index: 1,
  amount_sent_msat: Number(msat + feeMsat),
  ...(status === 'paid' ? { preimage, amount_msat: Number(msat) } : {}),
})

export const LNBITS_KEY = '5d7f1c0e4a6b4d0f9c2e8b7a6d5c4b3a'

/** LNbits 1.x: `lnbits/core/views/payment_api.py` and `services/payments.py` of its repository. */
export const lnbits: Dialect = async (got, node) => {
  if (got.headers['x-api-key'] !== LNBITS_KEY)
    return { status: 401, body: { detail: 'Invalid adminkey or invoicekey.' } }
  if (got.path === '/api/v1/wallet') {
    return { status: 200, body: { id: node.id, name: 'payouts', balance: Number(node.balanceMsat) } }
  }
  if (got.path === '/api/v1/payments' && got.method === 'POST') {
    const { bolt11 } = JSON.parse(got.body) as { bolt11: string }
    const before = [...node.payments.values()].find(({ invoice }) => invoice === bolt11)
    // What failed at the node is not tried again.
    if (before?.status === 'failed') return lnbitsError('Payment is failed node, retrying is not possible.', 'failed')
    const outcome = await node.pay(bolt11, 1_000_000n)
    if (outcome === 'already paid') return lnbitsError('Payment already paid.', 'success')
    if (outcome === 'already in flight') return lnbitsError('Payment is still pending.', 'pending')
    const payment = [...node.payments.values()].find(({ invoice }) => invoice === bolt11)
    if (payment === undefined || payment.status === 'failed') return lnbitsError(`Payment failed: ${outcome}`, 'failed')
    return { status: 201, body: lnbitsPayment(payment) }
  }
  const [, hash = ''] = /^\/api\/v1\/payments\/([0-9a-f]{64})$/.exec(got.path) ?? []
  if (hash === '') return undefined
  const payment = node.payments.get(hash)
  if (payment === undefined) return { status: 404, body: { detail: 'Payment does not exist.' } }
  const details = lnbitsPayment(payment)
  return { status: 200, body: { paid: payment.status === 'paid', preimage: details.preimage, details } }
}

const lnbitsError = (detail: string, status: string) => ({ status: 520, body: { detail, status } })

const lnbitsPayment = ({ hash, status, preimage, msat, feeMsat, invoice }: NodePayment) => ({
  checking_id: hash,
  payment_hash: hash,
  amount: -Number(msat),
  fee: -Number(feeMsat),
  bolt11: invoice,
  status: { paid: 'success', 'in-flight': 'pending', failed: 'failed' }[status],
  preimage: status === 'paid' ? preimage : null,
})

export const BTCPAY_STORE = '9CiNzKoANXxmk5ayZngSXrHTiVvvgCrwrpFQd4m2K776'
export const BTCPAY_KEY = 'fd1b5b5b9a6b4e2f8e3d'

/** The kinds of node behind a store of BTCPay, as far as its clients for them answer differently. */
export type StoreNode = 'lnd' | 'cln' | 'lndhub' | 'phoenixd' | 'eclair'

/**
 * BTCPay Server's Greenfield API: https://docs.btcpayserver.org/API/Greenfield/v1/, and the clients of the repository
 * BTCPayServer.Lightning for each kind of node. LNDhub lists what is on its way without its hash and what failed not at
 * all, Core Lightning no payment without a way; Phoenixd's client tells `Complete` from `Unknown` and nothing else, and
 * Eclair's tells of the oldest part of a payment alone, by an id of its own.
 */
export const btcpayBefore =
  (kind: StoreNode): Dialect =>
  async (got, node) => {
    const base = `/api/v1/stores/${BTCPAY_STORE}/lightning/BTC`
    if (!got.path.startsWith(base)) return undefined
    if (got.headers.authorization !== `token ${BTCPAY_KEY}`) {
      return { status: 401, body: { code: 'unauthenticated', message: 'Authentication is required' } }
    }
    const path = got.path.slice(base.length)
    if (path === '/info')
      return { status: 200, body: { nodeURIs: [`${node.id}@203.0.113.7:9735`], blockHeight: 900_000 } }
    if (path === '/balance') {
      return { status: 200, body: { onchain: null, offchain: { local: node.balanceMsat.toString(), remote: '0' } } }
    }
    if (path === '/invoices/pay') {
      const { BOLT11: invoice, maxFeeFlat } = JSON.parse(got.body) as { BOLT11: string; maxFeeFlat: string }
      const outcome = await node.pay(invoice, BigInt(maxFeeFlat) * 1_000n)
      return btcpaySent(
        kind,
        outcome,
        [...node.payments.values()].find((one) => one.invoice === invoice),
      )
    }
    const [, hash = ''] = /^\/payments\/([0-9a-f]{64})$/.exec(path) ?? []
    const listed = btcpayListed(kind, node.payments.get(hash))
    if (listed !== undefined) return { status: 200, body: listed }
    const message = 'Impossible to find a lightning payment with this payment hash'
    return { status: 404, body: { code: 'payment-not-found', message } }
  }

export const btcpay = btcpayBefore('lnd')

const btcpaySent = (kind: StoreNode, outcome: Outcome, payment: NodePayment | undefined): Answer | 'hangs' => {
  const listed = payment?.status === 'failed' ? undefined : btcpayListed(kind, payment)
  // LNDhub answers when the payment has ended, however long that takes.
  if (kind === 'lndhub' && outcome === 'in-flight') return 'hangs'
  if (kind === 'lndhub' && outcome !== 'paid') {
    return { status: 400, body: { code: 'generic-error', message: lndhubErrors[outcome] ?? 'LND failue' } }
  }
  // Its client is cancelled after the time that it was given, which nothing catches.
  if (kind === 'phoenixd' && outcome === 'in-flight') return { status: 500, body: '' }
  if (listed !== undefined) return { status: payment?.status === 'paid' ? 200 : 202, body: listed }
  const code = outcome === 'no way' ? 'could-not-find-route' : 'generic-error'
  return { status: 400, body: { code, message: 'Impossible to find a route to the peer' } }
}

const lndhubErrors: Partial<Record<Outcome, string>> = {
  'no way': 'Payment failed. Does the receiver have enough inbound capacity?',
  refused: 'Payment failed. Does the receiver have enough inbound capacity?',
  'already in flight': 'Your previous payment is in transit. Try again in 5 minutes',
}

const btcpayListed = (kind: StoreNode, payment: NodePayment | undefined) => {
  if (payment === undefined) return undefined
  const listed = btcpayPayment(payment)
  if (payment.status === 'paid') return listed
  if (kind === 'lndhub' || (kind === 'cln' && payment.status === 'failed')) return undefined
  if (kind === 'phoenixd') return { ...listed, status: 'Unknown' }
  return kind === 'eclair' ? { ...listed, id: '7f1b0c52-5a7e-4f4e-9d0c-1c2d3e4f5a6b', status: 'Failed' } : listed
}

const btcpayPayment = ({ hash, status, preimage, msat, feeMsat, invoice }: NodePayment) => ({
  id: hash,
  paymentHash: hash,
  status: { paid: 'Complete', 'in-flight': 'Pending', failed: 'Failed' }[status],
  BOLT11: invoice,
  preimage: status === 'paid' ? preimage : null,
  totalAmount: status === 'paid' ? (msat + feeMsat).toString() : null,
  feeAmount: status === 'paid' ? feeMsat.toString() : null,
})
