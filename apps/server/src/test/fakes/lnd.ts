import type { Dialect, Lightning, NodePayment, Outcome } from './lightning.ts'

export const LND_MACAROON = '0201036c6e64'.repeat(4)

/** LND's REST API: https://lightning.engineering/api-docs/api/lnd/. */
export const lnd: Dialect = async (got, node) => {
  if (got.headers['grpc-metadata-macaroon'] !== LND_MACAROON) {
    const message = 'verification failed: signature mismatch after caveat verification'
    return { status: 500, body: { code: 2, message, details: [] } }
  }
  if (got.path === '/v1/getinfo') return { status: 200, body: { identity_pubkey: node.id, alias: 'payer' } }
  if (got.path === '/v1/balance/channels') {
    const sat = (node.balanceMsat / 1_000n).toString()
    return { status: 200, body: { balance: sat, local_balance: { sat, msat: node.balanceMsat.toString() } } }
  }
  if (got.path === '/v2/router/send' && got.method === 'POST') {
    // Only this project's own adapter speaks to this node.
    const asked = JSON.parse(got.body) as { payment_request: string; fee_limit_msat: string }
    return sent(await node.pay(asked.payment_request, BigInt(asked.fee_limit_msat)), { node, asked })
  }
  const [, name] = /^\/v2\/router\/track\/(.+)$/.exec(got.path) ?? []
  if (name === undefined) return undefined
  const payment = node.payments.get(Buffer.from(name, 'base64url').toString('hex'))
  if (payment === undefined) return failed(5, "payment isn't initiated", 404)
  // Of a payment on its way nothing is told before it has ended: the stream stays open.
  if (payment.status === 'in-flight') return 'hangs'
  return { status: 200, body: line({ result: shown(payment) }) }
}

const sent = (outcome: Outcome, { node, asked }: { node: Lightning; asked: { payment_request: string } }) => {
  if (outcome === 'already paid') return failed(6, 'invoice is already paid', 409)
  if (outcome === 'already in flight') return failed(6, 'payment is in transition', 409)
  if (outcome === 'expired') return failed(2, 'invoice expired. Valid until 2026-07-16 00:00:00 +0000 UTC', 500)
  const payment = [...node.payments.values()].find(({ invoice }) => invoice === asked.payment_request)
  if (payment === undefined) return failed(2, 'checksum failed', 500)
  if (payment.status === 'in-flight') return 'hangs'
  return { status: 200, body: line({ result: shown(payment, outcome) }) }
}

const failed = (code: number, message: string, status: number) => ({
  status,
  body: line({ error: { code, message, details: [] } }),
})

const shown = ({ hash, preimage, msat, feeMsat, status }: NodePayment, outcome?: Outcome) => ({
  payment_hash: hash,
  payment_preimage: status === 'paid' ? preimage : '0'.repeat(64),
  value_sat: (msat / 1_000n).toString(),
  value_msat: msat.toString(),
  fee_msat: status === 'paid' ? feeMsat.toString() : '0',
  status: status === 'paid' ? 'SUCCEEDED' : 'FAILED',
  failure_reason:
    status === 'paid'
      ? 'FAILURE_REASON_NONE'
      : `FAILURE_REASON_${outcome === 'refused' ? 'INCORRECT_PAYMENT_DETAILS' : 'NO_ROUTE'}`,
})

/** One line of a stream; the last line of a real one ends in the same way. */
const line = (value: unknown): string => `${JSON.stringify(value)}\n`
