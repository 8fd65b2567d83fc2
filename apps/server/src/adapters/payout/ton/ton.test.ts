import { defaults } from '@runnel/contract/settings/settings'
import { Address, beginCell, Cell } from '@ton/core'
import { mnemonicNew } from '@ton/crypto'
import { createShardAccount } from '@ton/sandbox'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { PayoutOrder, SignedPayment } from '#adapters/payout/payout.ts'
import { OWNER, OWNER_KEY, placeOf, startTon, type Ton } from '#test/fakes/ton.ts'
import { localHttp } from '#test/local-http.ts'
import { saysEnglish } from '#test/says-english.ts'
import { createTon } from './ton.ts'

const V4 = Address.parse('UQDcB_cHx9Yfwv4b4sLcW2tRg4HNjZJLqjr0TBKCL2-7Nfjt')

let chain: Ton
beforeEach(async () => {
  await chain?.close()
  chain = await startTon()
  await chain.give(OWNER, 10_000_000_000n)
  await chain.setTokens(OWNER, 1_000_000_000n)
})
afterAll(() => chain.close())

const payout = saysEnglish(createTon({ http: localHttp() }))
const settings = () => ({ ...defaults, payout_ton_url: chain.url, payout_ton_key: OWNER_KEY })
let made = 0
const orderOf = (fields: Partial<PayoutOrder> = {}): PayoutOrder => {
  made += 1
  return {
    currency: 'TON',
    decimals: 9,
    options: {},
    reference: `0190f3a0-0000-7000-8000-${made.toString(16).padStart(12, '0')}`,
    address: placeOf(1),
    amount: '0.5',
    ...fields,
  }
}
const usdt = (fields: Partial<PayoutOrder> = {}) =>
  orderOf({ currency: 'USDT-TON', decimals: 6, amount: '2.5', options: { createAccounts: true }, ...fields })

const signed = async (order: PayoutOrder): Promise<SignedPayment> => {
  const answer = await payout.sign(order, [], settings())
  if (answer.kind !== 'signed') throw new Error(answer.reason)
  return answer
}
const give = (order: PayoutOrder, payment: SignedPayment) => payout.broadcast(order, payment, settings())
const statusOf = (order: PayoutOrder, ...payments: SignedPayment[]) =>
  payout.checkStatus({ ...order, payments }, settings())
const paidTo = (address: string) => chain.nanotonsOf(address)
const landedRoots = () => chain.landed.map(({ transactions }) => transactions[0])

describe('a payment of TON', () => {
  test('puts the wallet into the chain, arrives once however often it is sent, and is paid', async () => {
    const order = orderOf()
    const payment = await signed(order)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'absent' })
    expect((await give(order, payment)).kind).toBe('accepted')
    // The machine refuses the number a second time.
    for (let times = 0; times < 3; times += 1) {
      expect(await give(order, payment)).toMatchObject({ kind: 'lost', answer: expect.stringContaining('133') })
    }
    expect(await statusOf(order, payment)).toEqual({ kind: 'paid', txId: payment.txId })
    expect(chain.landed).toHaveLength(1)
    expect(await paidTo(order.address)).toBeGreaterThan(499_000_000n)
    const next = orderOf({ address: placeOf(2) })
    const second = await signed(next)
    await give(next, second)
    expect(await statusOf(next, second)).toMatchObject({ kind: 'paid' })
    expect(await paidTo(next.address)).toBeGreaterThan(499_000_000n)
  })

  test('costs no more than it said', async () => {
    for (const place of [1, 2, 3]) {
      const order = orderOf({ address: placeOf(place) })
      const before = await paidTo(OWNER)
      const payment = await signed(order)
      await give(order, payment)
      const cost = before - (await paidTo(OWNER)) - 500_000_000n
      console.info(`a payment of TON took ${cost} nanotons, at most ${payment.fee} TON were told`)
      expect(cost).toBeGreaterThan(0n)
      expect(Number(cost) / 1e9).toBeLessThan(Number(payment.fee))
      expect(Number(payment.fee)).toBeLessThan(0.02)
    }
  })

  test('that no block took can arrive until its time, is refused after it, and is dead only then', async () => {
    const order = orderOf()
    chain.drop(1)
    const payment = await signed(order)
    await give(order, payment)
    chain.mine(299)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'absent' })
    chain.mine(2)
    expect(await give(order, payment)).toMatchObject({ kind: 'lost', answer: expect.stringContaining('136') })
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'absent' })
    chain.state.lag = 30
    chain.mine(61)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'lost' })
    chain.state.lag = 0
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'expired' })
    expect(chain.landed).toHaveLength(0)
  })

  test('is not dead while the index is behind, though its number is spent', async () => {
    const order = orderOf()
    const payment = await signed(order)
    await give(order, payment)
    chain.state.lag = 1_000
    chain.mine(500)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'lost' })
    chain.state.lag = 0
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'paid' })
  })

  test('whose number another message took is dead, and only if the index shows that message', async () => {
    const [order, other] = [orderOf(), orderOf({ address: placeOf(2) })]
    const [payment, foreign] = [await signed(order), await signed(other)]
    await give(other, foreign)
    expect(await give(order, payment)).toMatchObject({ kind: 'lost', answer: expect.stringContaining('133') })
    chain.mine(400)
    expect(await statusOf(order, payment)).toMatchObject({
      kind: 'expired',
      reason: expect.stringContaining('Another'),
    })
    chain.state.firstIndexed = chain.state.now - 10
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'conflict' })
    chain.state.firstIndexed = 0
    chain.forget(foreign.txId)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'conflict' })
    expect(await paidTo(order.address)).toBe(0n)
  })

  test('that the wallet skipped for want of coins is dead and paid nothing, though its number is spent', async () => {
    const order = orderOf({ amount: '9.9' })
    const payment = await signed(order)
    await chain.give(OWNER, 1_000_000_000n)
    expect((await give(order, payment)).kind).toBe('accepted')
    expect(landedRoots()).toHaveLength(1)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'expired' })
    expect(await paidTo(order.address)).toBe(0n)
    // Another is signed with the next number, and either of them is looked at.
    await chain.give(OWNER, 20_000_000_000n)
    const again = await signed(order)
    expect(await statusOf(order, payment, again)).toMatchObject({ kind: 'absent' })
    await give(order, again)
    expect(await statusOf(order, payment, again)).toEqual({ kind: 'paid', txId: again.txId })
    expect(await paidTo(order.address)).toBeGreaterThan(9_890_000_000n)
  })

  test('carries the comment that stands with its address', async () => {
    const order = orderOf({ address: `ton://transfer/${placeOf(1)}?text=user%2042` })
    const payment = await signed(order)
    await give(order, payment)
    const [message] = landedRoots()[0]?.outMessages.values() ?? []
    expect(message?.body.equals(beginCell().storeUint(0, 32).storeStringTail('user 42').endCell())).toBe(true)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'paid' })
  })

  test('is refused where it would be lost, and waits where the wallet is to blame', async () => {
    const sign = (fields: Partial<PayoutOrder>) => payout.sign(orderOf(fields), [], settings())
    expect(await sign({ address: OWNER })).toMatchObject({ kind: 'refused' })
    const usdtItself = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'
    expect(await sign({ address: usdtItself })).toMatchObject({ kind: 'refused' })
    expect(await sign({ address: 'nonsense' })).toMatchObject({ kind: 'refused' })
    const poor = { kind: 'retry', halt: { scope: 'currency', seconds: 600 } }
    expect(await sign({ amount: '11' })).toMatchObject({ ...poor, reason: expect.stringContaining(OWNER) })
    expect(await sign({ amount: '9.981' })).toMatchObject({ ...poor, reason: expect.stringContaining('network fee') })
    expect(await sign({ options: { feeMax: '0.001' } })).toMatchObject({ kind: 'retry' })
    expect(await sign({ amount: '0.1234567891' })).toMatchObject({ kind: 'retry' })
    chain.state.root = 'gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg='
    const reason = 'The API isn’t on TON’s main network.'
    expect(await sign({})).toMatchObject({ kind: 'retry', reason, halt: { seconds: null } })
  })

  test('is followed whatever wallet the site has by now', async () => {
    const [order, other] = [orderOf(), orderOf({ address: placeOf(2) })]
    const [sent, unsent] = [await signed(order), await signed(other)]
    await give(order, sent)
    const moved = { ...settings(), payout_ton_key: '22'.repeat(32) }
    expect(await payout.checkStatus({ ...order, payments: [sent] }, moved)).toMatchObject({ kind: 'paid' })
    chain.mine(400)
    expect(await payout.checkStatus({ ...other, payments: [unsent] }, moved)).toMatchObject({ kind: 'expired' })
    chain.forget(sent.txId)
    // A wallet that has never paid says nothing of the number of another.
    expect(await payout.checkStatus({ ...order, payments: [sent] }, moved)).toMatchObject({ kind: 'conflict' })
  })

  test('is not judged by what another network says', async () => {
    const order = orderOf()
    const payment = await signed(order)
    await give(order, payment)
    chain.state.root = 'gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg='
    expect((await statusOf(order, payment)).kind).toBe('lost')
  })
})

describe('a payment of a token', () => {
  test('opens the account of the payee only if the owner said so, and costs no more than it said', async () => {
    const { reference: _, ...asked } = usdt({ options: {} })
    const refusal = { kind: 'refused', reason: expect.stringContaining('0.04 TON') }
    expect(await payout.checkPayee?.(asked, settings())).toMatchObject(refusal)
    expect(await payout.sign(usdt({ options: {} }), [], settings())).toMatchObject(refusal)
    for (const account of ['new', 'open']) {
      const order = usdt({ options: account === 'new' ? { createAccounts: true } : {} })
      const before = await paidTo(OWNER)
      const payment = await signed(order)
      await give(order, payment)
      expect(await statusOf(order, payment)).toEqual({ kind: 'paid', txId: payment.txId })
      const cost = before - (await paidTo(OWNER))
      console.info(
        `a payment of USDT (account: ${account}) took ${cost} nanotons, at most ${payment.fee} TON were told`,
      )
      expect(Number(cost) / 1e9).toBeLessThan(Number(payment.fee))
    }
    expect(await chain.tokensOf(placeOf(1))).toBe(5_000_000n)
    expect(await chain.tokensOf(OWNER)).toBe(995_000_000n)
  })

  test('is on its way until the account of the payee has it', async () => {
    const order = usdt()
    const payment = await signed(order)
    await give(order, payment)
    for (const shown of [1, 2]) {
      chain.state.shown = shown
      expect(await statusOf(order, payment)).toMatchObject({ kind: 'waiting', isMined: true })
    }
    chain.state.shown = 3
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'paid' })
  })

  test('of which the wallet’s account holds too little is dead, and paid nothing', async () => {
    const order = usdt()
    const payment = await signed(order)
    await chain.setTokens(OWNER, 1n)
    await give(order, payment)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'expired' })
    expect(await payout.sign(order, [], settings())).toMatchObject({ kind: 'retry' })
    expect(await chain.tokensOf(order.address)).toBe(0n)
  })

  test('that the account of the payee refuses comes back, and is given back', async () => {
    const order = usdt()
    const payment = await signed(order)
    // Somebody else’s account stands where theirs should be.
    await chain.setTokens(order.address, 0n)
    const contract = await chain.bc.getContract(await chain.accountOf(order.address))
    const state = contract.accountState
    if (state?.type !== 'active' || !state.state.code) throw new Error('it was put there')
    const data = beginCell().storeCoins(0n).storeAddress(V4).storeAddress(V4).storeRef(Cell.EMPTY).endCell()
    const account = { address: contract.address, code: state.state.code, data, balance: 50_000_000n }
    await chain.bc.setShardAccount(contract.address, createShardAccount(account))
    await give(order, payment)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'reverted' })
    expect(await chain.tokensOf(OWNER)).toBe(1_000_000_000n)
  })
})

test('the cost of a payment is told before anything is signed', async () => {
  const costOf = async (order: PayoutOrder) => payout.networkCost?.(order, settings())
  for (const order of [orderOf(), usdt()]) {
    const payment = await signed(order)
    expect(await costOf(order)).toEqual({ currency: 'TON', amount: payment.fee, energy: null, bytes: null })
    await give(order, payment)
    expect(Number((await costOf(order))?.amount), 'nothing is opened any more').toBeLessThan(Number(payment.fee))
  }
  expect(await costOf(usdt({ options: {}, address: placeOf(9) })), 'nobody can be paid there').toBeNull()
})

test('the wallet tells what it holds', async () => {
  expect(await payout.holdings?.(settings(), orderOf())).toEqual([{ currency: 'TON', amount: '10' }])
  expect(await payout.holdings?.(settings(), usdt())).toEqual([
    { currency: 'USDT-TON', amount: '1000' },
    { currency: 'TON', amount: '10' },
  ])
})

test('a method is closed until it can be paid', async () => {
  const closed = (fields: object, method: Partial<PayoutOrder> = {}) =>
    payout.closed({ ...settings(), ...fields }, orderOf(method))
  expect(closed({})).toBeNull()
  expect(closed({ payout_ton_url: '' })).toContain('URL is missing')
  expect(closed({ payout_ton_key: '' })).toContain('phrase is missing')
  const words = await mnemonicNew(24)
  expect(closed({ payout_ton_key: words.join(' ') })).toBeNull()
  // A phrase of Ethereum’s wallets is not one of TON’s.
  const foreign = `${'abandon '.repeat(23)}art`
  expect(closed({ payout_ton_key: foreign })).toContain('phrase is invalid')
  expect(closed({}, { currency: 'BTC' })).toContain('can’t be paid')
  expect(closed({}, { currency: 'USDT-TON' })).toContain('6 decimals')
})
