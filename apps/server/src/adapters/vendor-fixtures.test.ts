import { readdirSync, readFileSync } from 'node:fs'
import { providerSources } from '@runnel/contract/admin/provider-sources'
import { defaults } from '@runnel/contract/settings/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createCaptchaVerifier } from '#adapters/captcha/captcha.ts'
import { createBtcpay } from '#adapters/deposit/btcpay.ts'
import type { DepositConfig } from '#adapters/deposit/deposit.ts'
import type { Http } from '#adapters/deposit/http.ts'
import { createNowpayments } from '#adapters/deposit/nowpayments.ts'
import { createBitcoind } from '#adapters/payout/bitcoind.ts'
import { createEvm } from '#adapters/payout/evm.ts'
import { createFaucetpay } from '#adapters/payout/faucetpay.ts'
import { createBtcpayLightning } from '#adapters/payout/lightning/btcpay.ts'
import { createCln } from '#adapters/payout/lightning/cln.ts'
import { createLnbits } from '#adapters/payout/lightning/lnbits.ts'
import { createLnd } from '#adapters/payout/lightning/lnd.ts'
import type { LightningNode } from '#adapters/payout/lightning/node.ts'
import { openSolana } from '#adapters/payout/solana/node.ts'
import { broadcast, solanaStatus } from '#adapters/payout/solana/status.ts'
import { openNode as openTonNode } from '#adapters/payout/ton/node.ts'
import { broadcast as sendToTon } from '#adapters/payout/ton/status.ts'
import { takenBy } from '#adapters/payout/ton/transactions.ts'
import { openTron } from '#adapters/payout/tron/node.ts'
import { broadcast as sendToTron, infoOf } from '#adapters/payout/tron/status.ts'
import { createPrices } from '#adapters/rates/rates.ts'
import { type Provider, startProvider } from '#test/fakes/provider.ts'
import { localHttp } from '#test/local-http.ts'

/** What the vendors of providers print, letter for letter, through the adapters; the pages stand beside each text. */
const Exchange = z.strictObject({
  source: z.string(),
  note: z.optional(z.string()),
  status: z.optional(z.int()),
  headers: z.optional(z.record(z.string(), z.string())),
  /** What the vendor answers, or sends by itself. */
  answer: z.string(),
  means: z.record(z.string(), z.string()),
})
type Exchange = z.infer<typeof Exchange>
const Fixture = z.strictObject({
  kind: z.enum(['deposit', 'payout', 'shortlink', 'rates', 'captcha']),
  name: z.string(),
  exchanges: z.array(Exchange),
})

const folder = new URL('../test/fixtures/providers/', import.meta.url)
const fixtures = readdirSync(folder).map((file) =>
  z.parse(Fixture, JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
)

let said: Exchange | undefined
let provider: Provider
beforeAll(async () => {
  provider = await startProvider(() => ({ status: said?.status ?? 200, body: said?.answer ?? '' }))
})
afterAll(() => provider.close())

test('every provider has texts of its vendor, or is marked as unverified', () => {
  const wrong: string[] = []
  const counts: Record<string, string> = {}
  // The APIs of offers have fixtures of another shape, and their own test.
  const { offers: _offers, ...providersByKind } = providerSources
  for (const [kind, providers] of Object.entries(providersByKind)) {
    const proved: string[] = []
    for (const [name, sources] of Object.entries<readonly string[]>(providers)) {
      const fixture = fixtures.find((one) => one.kind === kind && one.name === name)
      const isProved = fixture?.exchanges.some(({ source }) => sources.includes(source)) === true
      if (isProved !== sources.length > 0) wrong.push(`${kind} ${name}`)
      if (isProved) proved.push(name)
    }
    counts[kind] = `${proved.length} of ${Object.keys(providers).length}`
  }
  expect(wrong).toEqual([])
  console.info('checked against their vendor:', counts)
})

const config = {
  btcpay: { url: 'https://btcpay.test', apiKey: 'k', storeId: 'store', webhookSecret: 'whsecret' },
  nowpayments: { url: '', apiKey: 'k', ipnSecret: 'ipnsecret' },
} as unknown as DepositConfig

const order = { reference: 'one', decimals: 8, options: {}, amount: '0.5' }

const lightningNodes: Readonly<Record<string, (http: Http) => LightningNode>> = {
  lnd: (http) => createLnd({ http }),
  cln: (http) => createCln({ http }),
  lnbits: (http) => createLnbits({ http }),
  btcpay: (http) => createBtcpayLightning({ http }),
}

/** What a node's answer means as the answer to a payment, and as that to a look-up. */
const heardBy = async (node: LightningNode, url: string) => {
  const urls = { payout_lnd_url: url, payout_cln_url: url, payout_lnbits_url: url, payout_btcpay_url: url }
  const settings = { ...defaults, ...urls, payout_btcpay_store: 's' }
  const hash = '8fad68e532db4edf02984be14e59dc5e8ffbbdf0f7c4e8cfa26a6bb8f9fe4c41'
  const unread = () => ({ kind: 'unread' as const })
  const sent = await node.pay({ invoice: 'lnbc1', hash, msat: 1_000n, maxFeeMsat: 5_000n }, settings).catch(unread)
  const found = await node.find(hash, settings).catch(unread)
  return { sent: sent.kind, found: found.kind }
}

/** What a node's answer means as the answer to a payment, and as that to a look-up. */
const heardBySolana = async (http: Http) => {
  const keys = { payout_solana_url: provider.url, payout_solana_key: '1'.repeat(31) + '2' }
  const node = openSolana({ http }, { ...defaults, ...keys }).node
  const raw = JSON.stringify({ transaction: 'AA==', lastValidBlockHeight: '1', slot: '1' })
  const txId = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
  const payment = { txId, raw, inputs: [], sender: null, nonce: null, fee: null }
  const paid = { ...order, currency: 'SOL', address: 'Bow1CGKGDB9mNxeWdw85E2aCthQ1oZX4oFEe7fYT17ew' }
  const sent = await broadcast(node, payment)
  const found = await solanaStatus(node, { ...paid, payments: [payment, { ...payment, txId: 'another' }] })
  return { sent: sent.kind, found: found.kind }
}

const heardByTron = async (http: Http) => {
  const { node } = openTron({ http }, { ...defaults, payout_tron_url: provider.url, payout_tron_key: '11'.repeat(32) })
  const raw = JSON.stringify({ hex: '0a', expiration: '1', refBlock: '1', refBlockId: '1' })
  const sent = await sendToTron(node, { txId: 'one', raw, inputs: [], sender: null, nonce: null, fee: null })
  const found = await infoOf(node, 'one').then(
    (info) => (info === null ? 'absent' : 'in a block'),
    () => 'unread',
  )
  return { sent: sent.kind, found }
}

const heardByTon = async (http: Http) => {
  const node = openTonNode({ http }, { ...defaults, payout_ton_url: provider.url })
  const stored = { boc: '', from: '', seqno: '0', validUntil: '1', signedAt: '1', to: '', value: '1', body: '' }
  const payment = { txId: 'one', raw: JSON.stringify(stored), inputs: [], sender: null, nonce: null, fee: null }
  const sent = await sendToTon(node, payment)
  const found = await takenBy(node, 'one').then(
    (transaction) => {
      const { isSuccessful, outMessages } = transaction ?? { isSuccessful: false, outMessages: [] }
      const sent = `${outMessages.length} message to ${outMessages[0]?.to?.toRawString()}`
      return `a ${isSuccessful ? 'successful' : 'failed'} one with ${sent}`
    },
    () => 'unread',
  )
  return { sent: sent.kind, found }
}

type Play = (name: string, exchange: Exchange) => Promise<unknown>
const plays: Readonly<Record<z.infer<typeof Fixture>['kind'], Play>> = {
  rates: async (kind) => {
    const source = { kind: z.parse(z.enum(['coingecko', 'coinbase', 'kraken']), kind), enabled: true, path: '' }
    const sources = [{ ...source, url: provider.url }]
    const [answer] = await createPrices(localHttp())({ sources, coins: ['BTC'], currency: 'USD' })
    return { price: answer?.answers.get('BTC') }
  },
  captcha: async (name, { means }) => {
    const verifier = createCaptchaVerifier(localHttp(), provider.url)
    const asked = { provider: z.parse(z.enum(['turnstile', 'hcaptcha', 'recaptcha']), name), secret: 's' }
    const verdict = await verifier.verify({ ...asked, token: 't', hostname: 'example.com' })
    const elsewhere = await verifier.verify({ ...asked, token: 't', hostname: 'another.example' })
    expect(elsewhere, 'a token of another site').toBe('bad')
    return { verdict, ...(means['secret'] === undefined ? {} : { secret: await verifier.knowsSecret(asked) }) }
  },
  deposit: async (name, { answer, headers = {} }) => {
    const http = localHttp()
    const processor = name === 'btcpay' ? createBtcpay({ http, clock: () => new Date() }) : createNowpayments({ http })
    const call = { body: Buffer.from(answer), query: '', headers }
    const changed = { ...call, body: Buffer.from(answer.replace('1', '2')) }
    expect(await processor.readWebhook(config, changed)).toEqual({ kind: 'bad-signature' })
    return processor.readWebhook(config, call)
  },
  payout: async (name) => {
    const http = localHttp()
    if (name === 'faucetpay') {
      const paid = { ...order, currency: 'BTC', address: 'ada@example.com' }
      return createFaucetpay({ http, url: provider.url }).send(paid, { ...defaults, payout_faucetpay_key: 'k' })
    }
    if (name === 'bitcoind') {
      const settings = { ...defaults, payout_bitcoind_ltc_url: provider.url }
      return createBitcoind({ http }).sign({ ...order, currency: 'LTC', address: 'bad' }, [], settings)
    }
    if (name === 'tron') return heardByTron(http)
    if (name === 'ton') return heardByTon(http)
    if (name === 'solana') return heardBySolana(http)
    const lightning = lightningNodes[name]
    if (lightning !== undefined) return heardBy(lightning(http), provider.url)
    const settings = { ...defaults, payout_evm_ethereum_url: provider.url, payout_evm_ethereum_key: '11'.repeat(32) }
    const method = { currency: 'ETH', decimals: 18, options: { network: 'ethereum' } } as const
    const txId = '0xe670ec64341771606e55d6b4ca35a1a6b75ee3d5145a99d05921026d1527331'
    const payment = { txId, raw: '0x00', inputs: [], sender: null, nonce: null, fee: null }
    return createEvm({ http }).broadcast(method, payment, settings)
  },
  shortlink: () => Promise.reject(new Error('no shortener has printed texts')),
}

test.each(fixtures.flatMap(({ kind, name, exchanges }) => exchanges.map((exchange) => ({ kind, name, exchange }))))(
  '$kind $name: $exchange.answer',
  async ({ kind, name, exchange }) => {
    said = exchange
    expect(await plays[kind](name, exchange)).toMatchObject(exchange.means)
  },
)
