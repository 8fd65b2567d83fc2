import { defaults } from '@runnel/contract/settings/settings'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { PayoutOrder, SignedPayment } from '#adapters/payout/payout.ts'
import { OWNER, OWNER_KEY, placeOf, startTron, type Tron, USDT } from '#test/fakes/tron.ts'
import { localHttp } from '#test/local-http.ts'
import { saysEnglish } from '#test/says-english.ts'
import { addressHex, addressOfKey, signTransaction, transferToken, transferTrx } from './transaction.ts'
import { createTron } from './tron.ts'

describe('what tronweb 6.5.1 makes of the same', () => {
  const lifetime = {
    refBlockBytes: '0b0c',
    refBlockHash: '1122334455667788',
    timestamp: 1_763_816_400_000n,
    expiration: 1_763_816_460_000n,
  }

  test('is the same address', () => {
    expect(addressOfKey(OWNER_KEY)).toBe(OWNER)
    expect(addressHex(OWNER)).toBe('4119e7e376e7c213b7e7e7e46cc70a5dd086daff2a')
    expect(addressHex(USDT)).toBe('41a614f803b6fd780986a42c78ec9c7f77e6ded13c')
  })

  test('is the same payment of TRX, with the same signature', () => {
    const { txId, raw, signature } = signTransaction(
      transferTrx({ from: OWNER, to: USDT, amount: 1_500_000n }),
      lifetime,
      OWNER_KEY,
    )
    expect(txId).toBe('30440dbc14d8a24548bec831e2e869be040c798a843e3bb8d57a1cc783235f48')
    expect(raw).toBe(
      '0a020b0c2208112233445566778840e09d9dddaa335a67080112630a2d747970652e676f6f676c65617069732e636f6d2f' +
        '70726f746f636f6c2e5472616e73666572436f6e747261637412320a154119e7e376e7c213b7e7e7e46cc70a5dd086daff2a' +
        '121541a614f803b6fd780986a42c78ec9c7f77e6ded13c18e0c65b7080c999ddaa33',
    )
    expect(signature).toBe(
      '7cd3cbd7d57589283a2dc2ea18ae28e5f2c081d10ee98bed88ad64a5dacf297c' +
        '602a97c099336988ab5af77db69e26793f408f37bc4a6e6a1149e8c5e775b2991c',
    )
  })

  test('is the same payment of USDT', () => {
    const transfer = { from: OWNER, to: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', amount: 2_500_000n }
    const paid = transferToken({ ...transfer, token: USDT, feeLimit: 30_000_000n })
    const { txId } = signTransaction(paid, lifetime, OWNER_KEY)
    expect(txId).toBe('62ff8859c58ceb574dfd75be5b186a37b0a38dc64db1d54a19acf694d9033499')
  })
})

let chain: Tron
beforeEach(async () => {
  await chain?.close()
  chain = await startTron()
  chain.give(OWNER, 1_000_000_000n)
  chain.giveTokens(OWNER, 1_000_000_000n)
})
afterAll(() => chain.close())

const payout = saysEnglish(createTron({ http: localHttp() }))
const settings = () => ({ ...defaults, payout_tron_url: chain.url, payout_tron_key: OWNER_KEY })
const orderOf = (fields: Partial<PayoutOrder> = {}): PayoutOrder => ({
  currency: 'TRX',
  decimals: 6,
  options: { createAccounts: true },
  reference: 'one',
  address: placeOf(1),
  amount: '5',
  ...fields,
})
const usdt = (fields: Partial<PayoutOrder> = {}) => orderOf({ currency: 'USDT-TRC20', amount: '10', ...fields })
const signed = async (order: PayoutOrder): Promise<SignedPayment> => {
  const answer = await payout.sign(order, [], settings())
  if (answer.kind !== 'signed') throw new Error(answer.reason)
  return answer
}
const sign = (fields: Partial<PayoutOrder>) => payout.sign(orderOf(fields), [], settings())
const give = (order: PayoutOrder, payment: SignedPayment) => payout.broadcast(order, payment, settings())
const statusOf = (order: PayoutOrder, ...payments: SignedPayment[]) =>
  payout.checkStatus({ ...order, payments }, settings())

test('the cost of a payment is told before anything is signed, in energy and bytes', async () => {
  const costs = async (order: PayoutOrder) => payout.networkCost?.(order, settings())
  const trx = await costs(orderOf())
  expect(trx).toMatchObject({ currency: 'TRX', energy: null, amount: (await signed(orderOf())).fee })
  expect(trx?.bytes).toBeGreaterThan(250)
  const token = await costs(usdt())
  expect(token).toMatchObject({ currency: 'TRX', amount: (await signed(usdt())).fee })
  expect(token?.energy).toBeGreaterThan(60_000)
  expect(token?.bytes).toBeGreaterThan(330)
  expect(await costs(orderOf({ amount: '2000' })), 'a wallet that holds too little tells nothing').toBeNull()
})

describe('a payment of TRX', () => {
  test('arrives once however often it is sent, and is paid when its block is solid', async () => {
    const order = orderOf()
    const payment = await signed(order)
    expect(payment.fee).toBe('1.1')
    for (let times = 0; times < 3; times += 1) expect((await give(order, payment)).kind).toBe('accepted')
    chain.mine(19)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'absent' })
    chain.mine(1)
    expect(await statusOf(order, payment)).toEqual({ kind: 'paid', txId: payment.txId })
    expect(chain.paidTo(order.address)).toEqual([5_000_000n])
  })

  test('that a node finds only minutes after it has the block is not taken for dead meanwhile', async () => {
    const order = orderOf()
    const payment = await signed(order)
    await give(order, payment)
    chain.mine(1)
    // Of several nodes behind one address the one that is asked for the payment may be behind the other.
    chain.state.indexBehind = 265
    chain.mine(240)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'absent' })
    chain.mine(80)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'paid' })
  })

  test('that no block takes is dead only behind a solid block that is later than it allows', async () => {
    const order = orderOf()
    chain.drop(1)
    const payment = await signed(order)
    await give(order, payment)
    chain.mine(200)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'absent' })
    chain.mine(110)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'expired' })
    expect((await give(order, payment)).kind).toBe('lost')
    chain.mine(30)
    expect(chain.paidTo(order.address)).toEqual([])
  })

  test('is never called dead by a node that has forgotten its time, or that answers an error', async () => {
    const order = orderOf()
    chain.drop(1)
    const payment = await signed(order)
    await give(order, payment)
    chain.mine(400)
    chain.state.hasError = true
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'lost' })
    chain.state.hasError = false
    chain.prune()
    chain.mine(100)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'conflict' })
    chain.failNext('fails before')
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'lost' })
  })

  test('is never called dead by a node that has its block and keeps no receipts', async () => {
    const order = orderOf()
    const payment = await signed(order)
    await give(order, payment)
    chain.state.hasNoReceipts = true
    chain.mine(400)
    expect(chain.paidTo(order.address)).toEqual([5_000_000n])
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'conflict' })
    chain.state.hasNoReceipts = false
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'paid' })
  })

  test('is dead or not by its own blocks, whatever became of those of earlier attempts', async () => {
    const order = orderOf()
    chain.drop(2)
    const first = await signed(order)
    await give(order, first)
    chain.mine(400)
    expect(await statusOf(order, first)).toMatchObject({ kind: 'expired' })
    chain.prune()
    chain.mine(40)
    const second = await signed(order)
    await give(order, second)
    chain.mine(400)
    expect(await statusOf(order, first, second)).toMatchObject({ kind: 'expired' })
  })

  test('is refused where it would be lost, and waits where the wallet is to blame', async () => {
    expect(await sign({ address: USDT })).toMatchObject({ kind: 'refused' })
    const own = { kind: 'refused', reason: 'This is the wallet that pays.' }
    expect(await sign({ address: OWNER })).toMatchObject(own)
    expect(await sign({ ...usdt(), address: OWNER })).toMatchObject(own)
    const unused = { kind: 'refused', reason: expect.stringContaining('1.1 TRX') }
    expect(await sign({ options: {} })).toMatchObject(unused)
    expect(await payout.checkPayee?.(orderOf({ options: {} }), settings())).toMatchObject(unused)
    chain.give(placeOf(1), 1n)
    expect(await sign({ options: {} })).toMatchObject({ kind: 'signed', fee: expect.stringMatching(/^0\.[23]\d*$/) })
    chain.state.freeBytes = 600
    expect(await sign({ options: {} })).toMatchObject({ kind: 'signed', fee: '0' })
    expect(await sign({ amount: '1001' })).toMatchObject({
      kind: 'retry',
      reason: expect.stringContaining('too little'),
    })
    chain.moveTo('0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc')
    expect(await sign({})).toMatchObject({ kind: 'retry', reason: 'The node isn’t on TRON’s main network.' })
  })
})

describe('a payment of USDT', () => {
  test('shows the energy that it burns, and is proved by the event of its transfer', async () => {
    const order = usdt({ options: {} })
    const payment = await signed(order)
    expect(Number(payment.fee)).toBeGreaterThan(16)
    await give(order, payment)
    chain.mine(20)
    expect(await statusOf(order, payment)).toEqual({ kind: 'paid', txId: payment.txId })
    expect(await statusOf(usdt({ amount: '11' }), payment)).toMatchObject({ kind: 'conflict' })
    const next = await signed(order)
    expect(Number(next.fee)).toBeLessThan(9)
    expect(await payout.sign(usdt({ options: { feeMax: '5' } }), [], settings())).toMatchObject({ kind: 'retry' })
  })

  test('is followed whatever wallet the site has by now', async () => {
    const order = usdt()
    const payment = await signed(order)
    await give(order, payment)
    chain.mine(20)
    const moved = { ...settings(), payout_tron_key: '22'.repeat(32) }
    expect(await payout.checkStatus({ ...order, payments: [payment] }, moved)).toMatchObject({ kind: 'paid' })
  })

  test('that a block took without effect is given back', async () => {
    const payment = await signed(usdt())
    chain.tokens.set(OWNER, 0n)
    await give(usdt(), payment)
    chain.mine(20)
    expect(await statusOf(usdt(), payment)).toMatchObject({ kind: 'reverted' })
    const poor = { kind: 'retry', reason: expect.stringContaining('too little USDT') }
    expect(await payout.sign(usdt(), [], settings())).toMatchObject(poor)
  })
})

test('the wallet tells what it holds, and what left it without the books', async () => {
  const coins = [
    { currency: 'USDT-TRC20', amount: '1000' },
    { currency: 'TRX', amount: '1000' },
  ]
  expect(await payout.holdings?.(settings(), usdt())).toEqual(coins)
  const [booked, foreign] = [await signed(usdt()), await signed(usdt({ amount: '7' }))]
  for (const payment of [booked, foreign]) await give(usdt(), payment)
  chain.mine(20)
  const lost = {
    withdrawalId: 'w',
    txId: 'ab'.repeat(32),
    address: placeOf(2),
    amount: '1',
    isPaid: true,
    at: new Date(),
  }
  const books = { since: new Date(0), payouts: [lost], txIds: new Set([booked.txId]), nonces: [] }
  expect(await payout.compare?.(settings(), usdt(), books)).toMatchObject([
    { kind: 'unbooked', txId: foreign.txId, amount: '7', address: placeOf(1) },
    { kind: 'missing', withdrawalId: 'w' },
  ])
  expect(await payout.compare?.(settings(), orderOf(), { ...books, payouts: [] })).toEqual([])
})

test('hundreds of payouts are compared in pages, and of what no page lists only some are asked for', async () => {
  const [ours, foreign] = [await signed(orderOf()), await signed(orderOf({ amount: '7' }))]
  for (const payment of [foreign, ours]) await give(orderOf(), payment)
  chain.mine(20)
  const [first] = chain.taken.splice(1)
  if (first === undefined) throw new Error('a block took both')
  const idOf = (number: number) => number.toString(16).padStart(64, '0')
  for (let number = 0; number < 450; number += 1) chain.taken.push({ ...first, txId: idOf(number) })
  const payouts = Array.from({ length: 550 }, (_, number) => ({
    withdrawalId: `w${number}`,
    txId: idOf(number),
    address: placeOf(1),
    amount: '5',
    isPaid: true,
    at: new Date(),
  }))
  const books = { since: new Date(0), payouts, txIds: new Set(payouts.map(({ txId }) => txId)), nonces: [] }
  const before = chain.got.length
  const found = (await payout.compare?.(settings(), orderOf(), books)) ?? []
  expect(chain.got.length - before).toBeLessThan(60)
  expect(found.filter(({ kind }) => kind === 'unbooked')).toMatchObject([{ txId: foreign.txId, amount: '7' }])
  const keysOf = (kind: string) => found.filter((one) => one.kind === kind).map(({ key }) => key)
  expect(keysOf('missing').length).toBeGreaterThanOrEqual(50)
  // Of the others nobody knows yet, so that none of them is taken for found.
  const unlisted = payouts.slice(450).map(({ withdrawalId }) => withdrawalId)
  expect([...keysOf('missing'), ...keysOf('unseen')].toSorted()).toEqual(unlisted.toSorted())
})

test('a method is closed until it can be paid', () => {
  const closed = (fields: object, method: Partial<PayoutOrder> = {}) =>
    payout.closed({ ...settings(), ...fields }, orderOf(method))
  expect(closed({})).toBeNull()
  expect(closed({ payout_tron_url: '' })).toContain('URL is missing')
  expect(closed({ payout_tron_key: '' })).toContain('key is missing')
  expect(closed({ payout_tron_key: '0'.repeat(64) })).toContain('key is invalid')
  expect(closed({}, { currency: 'BTC' })).toContain('can’t be paid')
  expect(closed({}, { decimals: 8 })).toContain('6 decimals')
})
