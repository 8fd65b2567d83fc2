import { ed25519 } from '@noble/curves/ed25519.js'
import { defaults } from '@runnel/contract/settings/settings'
import { base58 } from '@scure/base'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { PayoutOrder, SignedPayment } from '#adapters/payout/payout.ts'
import { OWNER, OWNER_KEY, OWNER_USDC, USDC } from '#test/fakes/solana-accounts.ts'
import { type Solana, startSolana } from '#test/fakes/solana.ts'
import { localHttp } from '#test/local-http.ts'
import { saysEnglish } from '#test/says-english.ts'
import { createSolana } from './solana.ts'
import { instructions, signTransaction, tokenAccountOf } from './transaction.ts'

const seed = (byte: number) => new Uint8Array(32).fill(byte)
const walletOf = (byte: number): string => base58.encode(ed25519.getPublicKey(seed(byte)))

let chain: Solana
let now = new Date('2026-03-01T10:00:00Z')
beforeEach(async () => {
  await chain?.close()
  now = new Date('2026-03-01T10:00:00Z')
  chain = await startSolana(() => now)
  chain.give(OWNER, 10_000_000_000n)
  chain.setTokens({ account: OWNER_USDC, owner: OWNER, mint: USDC, amount: 1_000_000_000n })
})
afterAll(() => chain.close())

const payout = saysEnglish(createSolana({ http: localHttp() }))
const settings = () => ({ ...defaults, payout_solana_url: chain.url, payout_solana_key: OWNER_KEY })
const orderOf = (fields: Partial<PayoutOrder> = {}): PayoutOrder => ({
  currency: 'SOL',
  decimals: 9,
  options: {},
  reference: '0190f3a0-0000-7000-8000-000000000001',
  address: walletOf(0x22),
  amount: '0.5',
  ...fields,
})
const usdc = (fields: Partial<PayoutOrder> = {}) =>
  orderOf({ currency: 'USDC-SOLANA', decimals: 6, amount: '2.5', ...fields })

const signed = async (order: PayoutOrder): Promise<SignedPayment> => {
  const answer = await payout.sign(order, [], settings())
  if (answer.kind !== 'signed') throw new Error(answer.reason)
  return answer
}
const give = (order: PayoutOrder, payment: SignedPayment) => payout.broadcast(order, payment, settings())
const statusOf = (order: PayoutOrder, ...payments: SignedPayment[]) =>
  payout.checkStatus({ ...order, payments }, settings())

describe('a payment of SOL', () => {
  test('arrives once however often it is sent, and is paid when it is final', async () => {
    const order = orderOf()
    const payment = await signed(order)
    expect(payment).toMatchObject({ fee: expect.stringMatching(/^0\.0000050\d*$/), nonce: null })
    for (let times = 0; times < 3; times += 1) expect((await give(order, payment)).kind).toBe('accepted')
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'waiting', isMined: true })
    chain.mine(32)
    expect(await statusOf(order, payment)).toEqual({ kind: 'paid', txId: payment.txId })
    expect(chain.lamportsOf(order.address)).toBe(500_000_000n)
    expect(chain.landed).toHaveLength(1)
  })

  test('that no block takes can arrive until it expires, and is dead only behind a final block', async () => {
    const order = orderOf()
    chain.drop(1)
    const payment = await signed(order)
    await give(order, payment)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'absent' })
    chain.mine(151)
    // The last block that may take it has passed and is not final yet.
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'absent' })
    chain.mine(32)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'expired' })
    await give(order, payment)
    expect(chain.lamportsOf(order.address)).toBe(0n)
  })

  test('is never called dead by a node that has forgotten its time', async () => {
    const order = orderOf()
    chain.drop(1)
    const payment = await signed(order)
    await give(order, payment)
    chain.mine(400)
    chain.prune()
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'conflict' })
  })

  test('is never called dead by a node that started again behind the blocks that may have it', async () => {
    const order = orderOf()
    const payment = await signed(order)
    const { height } = chain.state
    await give(order, payment)
    chain.mine(400)
    chain.forget(payment.txId)
    for (const [from, to] of [
      [height, height + 20n],
      [height + 60n, height + 90n],
      [height + 1n, height + 399n],
    ] as const) {
      chain.state.gap = { from, to }
      expect(await statusOf(order, payment), `${from} to ${to}`).toMatchObject({ kind: 'conflict' })
    }
    chain.state.gap = { from: height + 200n, to: height + 220n }
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'expired' })
  })

  test('is dead or not by its own blocks, whatever became of those of earlier attempts', async () => {
    const order = orderOf()
    chain.drop(2)
    const first = await signed(order)
    await give(order, first)
    chain.mine(200)
    expect(await statusOf(order, first)).toMatchObject({ kind: 'expired' })
    chain.prune()
    const second = await signed(order)
    await give(order, second)
    expect(await statusOf(order, first, second)).toMatchObject({ kind: 'absent' })
    chain.mine(200)
    expect(await statusOf(order, first, second)).toMatchObject({ kind: 'expired' })
  })

  test('of which the node doesn’t say whether it failed is neither paid nor dead', async () => {
    const order = orderOf()
    const payment = await signed(order)
    await give(order, payment)
    chain.mine(300)
    chain.state.isTerse = true
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'lost' })
    chain.state.isTerse = false
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'paid' })
  })

  test('whose earlier one did arrive is paid by that one', async () => {
    const order = orderOf()
    const first = await signed(order)
    await give(order, first)
    chain.mine(200)
    const second = await signed(order)
    expect(second.txId).not.toBe(first.txId)
    expect(await statusOf(order, first, second)).toEqual({ kind: 'paid', txId: first.txId })
  })

  test('of equal amount and moment to one address are two transactions', async () => {
    const [one, other] = [orderOf(), orderOf({ reference: '0190f3a0-0000-7000-8000-000000000002' })]
    const payments = [await signed(one), await signed(other)]
    expect(new Set(payments.map(({ txId }) => txId)).size).toBe(2)
    for (const payment of payments) await give(one, payment)
    expect(chain.lamportsOf(one.address)).toBe(1_000_000_000n)
  })

  test('is refused where it would be lost, and waits where the wallet is to blame', async () => {
    const sign = (fields: Partial<PayoutOrder>) => payout.sign(orderOf(fields), [], settings())
    const refused = { kind: 'refused', reason: expect.stringContaining('isn’t a Solana wallet') }
    expect(await sign({ address: OWNER_USDC })).toMatchObject(refused)
    expect(await sign({ address: USDC })).toMatchObject(refused)
    const own = { kind: 'refused', reason: 'This is the wallet that pays.' }
    expect(await sign({ address: OWNER })).toMatchObject(own)
    // Nobody has the key of a token account that isn’t open yet.
    expect(await sign({ address: tokenAccountOf(walletOf(0x22), USDC) })).toMatchObject(refused)
    const small = { kind: 'refused', reason: expect.stringContaining('at least 0.00089088 SOL') }
    expect(await sign({ amount: '0.00089' })).toMatchObject(small)
    chain.give(walletOf(0x22), 1_000_000_000n)
    expect(await sign({ amount: '0.00001' })).toMatchObject({ kind: 'signed' })
    expect(await sign({ amount: '11' })).toMatchObject({
      kind: 'retry',
      reason: expect.stringContaining('too little SOL'),
    })
    const fee = { kind: 'retry', reason: expect.stringContaining('network fee') }
    expect(await sign({ amount: '9.999999' })).toMatchObject(fee)
    expect(await sign({ options: { feeMax: '0.000005' } })).toMatchObject({ kind: 'retry' })
    chain.moveTo('EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG')
    expect(await sign({})).toMatchObject({ kind: 'retry', reason: 'The node isn’t on Solana’s main network.' })
    expect((await statusOf(orderOf(), await signedBytes())).kind).toBe('lost')
  })

  const signedBytes = async (): Promise<SignedPayment> => ({
    txId: '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
    raw: '{}',
    inputs: [],
    sender: null,
    nonce: null,
    fee: null,
  })
})

describe('a payment of a token', () => {
  test('opens the account of the payee only if the owner said so, and its rent is part of the fee', async () => {
    const order = usdc()
    const refused = await payout.sign(order, [], settings())
    expect(refused).toMatchObject({ kind: 'refused', reason: expect.stringContaining('0.00203928 SOL') })
    const { reference: _, ...asked } = order
    expect(await payout.checkPayee?.(asked, settings())).toMatchObject({ kind: 'refused' })
    const willing = usdc({ options: { createAccounts: true } })
    expect(await payout.checkPayee?.(willing, settings())).toBeNull()
    const payment = await signed(willing)
    expect(Number(payment.fee)).toBeGreaterThan(0.00204)
    await give(willing, payment)
    chain.mine(32)
    expect(await statusOf(willing, payment)).toMatchObject({ kind: 'paid' })
    expect(chain.tokensOf(tokenAccountOf(order.address, USDC))).toBe(2_500_000n)
    const next = await signed(usdc({ reference: '0190f3a0-0000-7000-8000-000000000009' }))
    expect(Number(next.fee)).toBeLessThan(0.00001)
  })

  test('is refused where the account is frozen, is another’s, or no wallet has the address', async () => {
    expect(await payout.sign(usdc({ address: OWNER }), [], settings())).toMatchObject({ kind: 'refused' })
    const account = tokenAccountOf(walletOf(0x22), USDC)
    chain.setTokens({ account, owner: walletOf(0x22), mint: USDC, amount: 0n, isFrozen: true })
    const refused = (said: string) => ({ kind: 'refused', reason: expect.stringContaining(said) })
    expect(await payout.sign(usdc(), [], settings())).toMatchObject(refused('frozen'))
    chain.setTokens({ account, owner: walletOf(0x33), mint: USDC, amount: 0n })
    expect(await payout.sign(usdc(), [], settings())).toMatchObject(refused('another user'))
    expect(await payout.sign(usdc({ address: OWNER_USDC }), [], settings())).toMatchObject(
      refused('isn’t a Solana wallet'),
    )
  })

  test('that a block took without effect is dead and paid nothing', async () => {
    const account = tokenAccountOf(walletOf(0x22), USDC)
    chain.setTokens({ account, owner: walletOf(0x22), mint: USDC, amount: 0n })
    const payment = await signed(usdc())
    chain.setTokens({ account: OWNER_USDC, owner: OWNER, mint: USDC, amount: 0n })
    await give(usdc(), payment)
    expect(chain.landed[0]?.err).not.toBeNull()
    chain.mine(32)
    expect(await statusOf(usdc(), payment)).toMatchObject({ kind: 'expired' })
    expect(await payout.sign(usdc(), [], settings())).toMatchObject({ kind: 'retry' })
    expect(chain.tokensOf(account)).toBe(0n)
  })
})

test('the cost of a payment is told before anything is signed', async () => {
  const costOf = async (order: PayoutOrder) => payout.networkCost?.(order, settings())
  const sol = { currency: 'SOL', energy: null, bytes: null }
  expect(await costOf(orderOf())).toEqual({ ...sol, amount: (await signed(orderOf())).fee })
  const willing = usdc({ options: { createAccounts: true, feeMax: '0.00001' } })
  const opened = await costOf(willing)
  expect(Number(opened?.amount), 'the deposit of the account is part of it').toBeGreaterThan(0.00204)
  expect(await costOf(usdc()), 'nobody can be paid there').toBeNull()
  expect(await costOf(orderOf({ amount: '2000' })), 'a wallet that holds too little tells nothing').toBeNull()
})

test('the wallet tells what it holds', async () => {
  expect(await payout.holdings?.(settings(), orderOf())).toEqual([{ currency: 'SOL', amount: '10' }])
  const coins = [
    { currency: 'USDC-SOLANA', amount: '1000' },
    { currency: 'SOL', amount: '10' },
  ]
  expect(await payout.holdings?.(settings(), usdc())).toEqual(coins)
})

describe('a payment behind the site’s back', () => {
  const books = { since: new Date('2026-02-25T00:00:00Z'), payouts: [], txIds: new Set<string>(), nonces: [] }
  const compared = (site = payout) => site.compare?.(settings(), orderOf(), books)

  test('is seen by the next run however many strangers pay the wallet something', async () => {
    const site = createSolana({ http: localHttp() })
    const foreign = await signed(orderOf())
    await give(orderOf(), foreign)
    chain.give(walletOf(0x33), 10_000_000_000n)
    for (let lamports = 1n; lamports <= 230n; lamports += 1n) {
      const steps = [instructions.transfer({ from: walletOf(0x33), to: OWNER, lamports })]
      const message = { payer: walletOf(0x33), blockhash: chain.svm.latestBlockhash(), instructions: steps }
      chain.send(signTransaction(message, seed(0x33)).bytes)
    }
    expect(chain.landed).toHaveLength(231)
    const found = [{ kind: 'unbooked', txId: foreign.txId, amount: '0.5' }]
    expect(await compared(site)).toMatchObject(found)
    const second = await signed(orderOf({ amount: '0.25' }))
    await give(orderOf(), second)
    expect(await compared(site)).toMatchObject([...found, { txId: second.txId, amount: '0.25' }])
    expect(await compared(site)).toHaveLength(2)
  })

  test('is seen at a node that tells no times', async () => {
    const foreign = await signed(orderOf())
    await give(orderOf(), foreign)
    chain.state.isTimeless = true
    expect(await compared()).toMatchObject([{ kind: 'unbooked', txId: foreign.txId, at: null }])
  })
})

test('a method is closed until it can be paid', () => {
  const closed = (fields: object, method: Partial<PayoutOrder> = {}) =>
    payout.closed({ ...settings(), ...fields }, orderOf(method))
  expect(closed({})).toBeNull()
  expect(closed({ payout_solana_url: '' })).toContain('URL is missing')
  expect(closed({ payout_solana_key: '' })).toContain('key is missing')
  expect(closed({ payout_solana_key: OWNER })).toBeNull()
  expect(closed({ payout_solana_key: '1'.repeat(40) })).toContain('key is invalid')
  expect(closed({}, { currency: 'BTC' })).toContain('can’t be paid')
  expect(closed({}, { currency: 'USDC-SOLANA' })).toContain('6 decimals')
})
