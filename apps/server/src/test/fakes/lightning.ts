import { createHash, randomBytes } from 'node:crypto'
import type { Http } from '#adapters/deposit/http.ts'
import { readInvoice } from '#money/lightning.ts'
import { localHttp } from '#test/local-http.ts'
import { makeInvoice, payeeOf } from './lightning-invoice.ts'
import { type Answer, type Got, type Reply, startProvider } from './provider.ts'

/** How a node fares: it pays, finds no way, leaves payments on their way, or the payee refuses them. */
export type Fortune = 'pays' | 'no way' | 'in flight' | 'refused'

export interface NodePayment {
  status: 'paid' | 'in-flight' | 'failed'
  readonly preimage: string
  readonly hash: string
  readonly msat: bigint
  readonly feeMsat: bigint
  readonly invoice: string
  readonly at: Date
}

/** What the node answers when it is told to pay. */
export type Outcome = 'paid' | 'in-flight' | 'already paid' | 'already in flight' | 'no way' | 'refused' | 'expired'

/**
 * The money side of a Lightning node: invoices with real signatures, a table of payments by their hash, and what
 * becomes of them. It has no channels and no other nodes, so that it cannot show routing, fees of real routes, payments
 * in parts or what a payee does with one payment hash that two different nodes pay.
 */
export class Lightning {
  readonly payments = new Map<string, NodePayment>()
  readonly minted = new Map<
    string,
    { readonly name: string; readonly preimage: string; readonly msat: bigint | undefined }
  >()
  fortune: Fortune = 'pays'
  balanceMsat = 10_000_000_000n
  id = `02${'ab'.repeat(32)}`
  readonly now: () => Date
  constructor(now: () => Date) {
    this.now = now
  }

  /** An invoice of somebody's wallet. */
  async mint(input: { name: string; msat?: bigint | undefined; expirySeconds?: number }): Promise<string> {
    const preimage = randomBytes(32).toString('hex')
    const hash = createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
    this.minted.set(hash, { name: input.name, preimage, msat: input.msat })
    return makeInvoice({ hash, msat: input.msat, madeAt: this.now(), expirySeconds: input.expirySeconds })
  }

  async pay(text: string, feeLimitMsat: bigint): Promise<Outcome> {
    const invoice = readInvoice(text)
    const payee = await payeeOf(text)
    const minted = this.minted.get(invoice?.hash ?? '')
    if (invoice === null || minted === undefined || !payee.startsWith('03e7156a')) return 'no way'
    const before = this.payments.get(invoice.hash)?.status
    if (before === 'paid') return 'already paid'
    if (before === 'in-flight') return 'already in flight'
    if (invoice.expiresAt < this.now()) return 'expired'
    const msat = invoice.msat ?? 0n
    const feeMsat = msat / 1_000n
    const hasWay = this.fortune !== 'no way' && feeMsat <= feeLimitMsat && msat + feeMsat <= this.balanceMsat
    const status = hasWay ? statuses[this.fortune] : 'failed'
    const { hash } = invoice
    this.payments.set(hash, { status, preimage: minted.preimage, hash, msat, feeMsat, invoice: text, at: this.now() })
    if (status === 'paid') this.balanceMsat -= msat + feeMsat
    if (status === 'failed') return this.fortune === 'refused' ? 'refused' : 'no way'
    return status
  }

  /** What is on its way arrives. */
  settle(): void {
    for (const payment of this.payments.values()) {
      if (payment.status !== 'in-flight') continue
      payment.status = 'paid'
      this.balanceMsat -= payment.msat + payment.feeMsat
    }
  }

  /** What is on its way comes back. */
  fail(): void {
    for (const payment of this.payments.values()) if (payment.status === 'in-flight') payment.status = 'failed'
  }

  /** What was paid to somebody, in thousandths of a satoshi. */
  paidTo(name: string): bigint[] {
    return [...this.payments.values()]
      .filter(({ hash, status }) => status === 'paid' && this.minted.get(hash)?.name === name)
      .map(({ msat }) => msat)
  }
}

const statuses = { pays: 'paid', 'no way': 'failed', refused: 'failed', 'in flight': 'in-flight' } as const

/** How a node speaks: answers a request, or says that it is none of its own. */
export type Dialect = (got: Got, node: Lightning) => Promise<Reply | undefined>

/** The host of the Lightning addresses that the fake answers for. */
export const WALLET_HOST = 'wallet.example.com'

/** A node that speaks one of the dialects, and the service of Lightning addresses beside it. */
export const startLightning = async (dialect: Dialect, now: () => Date) => {
  const node = new Lightning(now)
  const service = { status: 200, least: 1_000n, most: 100_000_000_000n, expirySeconds: 3_600, wrongMsat: 0n }
  const provider = await startProvider(
    async (got) => (await lnurl(got, { node, service })) ?? (await dialect(got, node)) ?? { status: 404, body: {} },
  )
  return { ...provider, node, service, web: webOf(provider.url) }
}

/** Calls the fake where the public internet would be called. */
const webOf = (url: string): Http => {
  const local = localHttp()
  return {
    addressProblem: local.addressProblem,
    call: (request) => local.call({ ...request, url: request.url.replace(`https://${WALLET_HOST}`, url) }),
  }
}

interface Service {
  readonly node: Lightning
  readonly service: { status: number; least: bigint; most: bigint; expirySeconds: number; wrongMsat: bigint }
}

/** LUD-06 and LUD-16, letter for letter as the specification prints them. */
const lnurl = async ({ path, query }: Got, { node, service }: Service): Promise<Answer | undefined> => {
  const [, name] = /^\/\.well-known\/lnurlp\/(.+)$/.exec(path) ?? []
  if (name !== undefined) {
    if (name === 'nobody') return { status: service.status, body: { status: 'ERROR', reason: 'No such user.' } }
    const callback = `https://${WALLET_HOST}/lnurlp/${name}/cb`
    const metadata = `[["text/identifier","${name}@${WALLET_HOST}"],["text/plain","Payout to ${name}"]]`
    const bounds = { minSendable: Number(service.least), maxSendable: Number(service.most) }
    return { status: service.status, body: { callback, ...bounds, metadata, commentAllowed: 140, tag: 'payRequest' } }
  }
  const [, payee] = /^\/lnurlp\/(.+)\/cb$/.exec(path) ?? []
  if (payee === undefined) return undefined
  const msat = BigInt(query.get('amount') ?? '0') + service.wrongMsat
  const pr = await node.mint({ name: payee, msat, expirySeconds: service.expirySeconds })
  return { status: service.status, body: { pr, routes: [] } }
}
