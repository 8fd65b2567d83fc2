import { defaults } from '@runnel/contract/settings/settings'
import { Address, beginCell, Cell, internal, loadMessage, SendMode } from '@ton/core'
import { keyPairFromSeed, mnemonicNew, mnemonicToPrivateKey } from '@ton/crypto'
import { WalletContractV5R1 } from '@ton/ton'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { PayoutOrder, SignedPayment } from '#adapters/payout/payout.ts'
import { OWNER, OWNER_KEY, placeOf, startTon, type Ton } from '#test/fakes/ton.ts'
import { localHttp } from '#test/local-http.ts'
import { createTon } from './ton.ts'
import { readTonKey, signMessage, transferJetton, transferTon } from './wallet.ts'

const V4 = Address.parse('UQDcB_cHx9Yfwv4b4sLcW2tRg4HNjZJLqjr0TBKCL2-7Nfjt')

describe('what TON’s own library makes of the same', () => {
  test('a recovery phrase or a seed has the same address', async () => {
    const words = await mnemonicNew(24)
    const pairs = [
      { text: words.join(' '), pair: await mnemonicToPrivateKey(words) },
      { text: OWNER_KEY, pair: keyPairFromSeed(Buffer.from(OWNER_KEY, 'hex')) },
    ]
    for (const { text, pair } of pairs) {
      const { address, init } = WalletContractV5R1.create({ publicKey: pair.publicKey })
      const key = await readTonKey(text)
      expect(key.address.equals(address)).toBe(true)
      expect(key.init.code?.equals(init.code)).toBe(true)
      const whole = await readTonKey(pair.secretKey.toString('hex'))
      expect(whole.address.equals(address)).toBe(true)
    }
    expect((await readTonKey(OWNER_KEY)).address.toString({ bounceable: false })).toBe(OWNER)
  })

  test('a message is the same, bit for bit', async () => {
    const key = await readTonKey(OWNER_KEY)
    const wallet = WalletContractV5R1.create({ publicKey: keyPairFromSeed(Buffer.from(key.seed)).publicKey })
    const messages = [0, 1, 2].map((number) =>
      internal({ to: placeOf(number), value: BigInt(number + 1), bounce: false, body: `Payout ${number}` }),
    )
    const theirs = wallet.createTransfer({
      seqno: 41,
      timeout: 1_763_816_460,
      secretKey: keyPairFromSeed(Buffer.from(key.seed)).secretKey,
      sendMode: SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS,
      messages,
    })
    const { boc } = signMessage(key, { seqno: 41, validUntil: 1_763_816_460, messages, isFirst: false })
    expect(loadMessage(Cell.fromBase64(boc).beginParse()).body.hash()).toEqual(theirs.hash())
  })

  test('a message and the body of a token’s payment have the hashes that were found for them', async () => {
    const key = await readTonKey(OWNER_KEY)
    const messages = [transferTon({ to: V4, nanotons: 500_000_000n, comment: 'W-17' })]
    const { hash } = signMessage(key, { seqno: 7, validUntil: 1_763_816_460, messages, isFirst: false })
    expect(hash).toBe('eedd37bc9be35ed370e87b2c00af3da12801b52fa68f8838f7f9737c193d9b5c')
    const { body } = transferJetton({
      ...{ account: V4, owner: key.address, to: V4, amount: 2_500_000n },
      ...{ queryId: 17n, comment: 'W-17', attached: 50_000_000n },
    })
    expect(body.hash().toString('hex')).toBe('e3ba70f845b3c4b8a8e73a9e0474b3e52c8dcc99fc67c788760bca6b1aaf71fb')
  })
})

let chain: Ton
beforeEach(async () => {
  await chain?.close()
  chain = await startTon()
  await chain.give(OWNER, 10_000_000_000n)
  await chain.setTokens(OWNER, 1_000_000_000n)
})
afterAll(() => chain.close())

const payout = createTon({ http: localHttp() })
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
    const { createShardAccount } = await import('@ton/sandbox')
    const data = beginCell().storeCoins(0n).storeAddress(V4).storeAddress(V4).storeRef(Cell.EMPTY).endCell()
    const account = { address: contract.address, code: state.state.code, data, balance: 50_000_000n }
    await chain.bc.setShardAccount(contract.address, createShardAccount(account))
    await give(order, payment)
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'reverted' })
    expect(await chain.tokensOf(OWNER)).toBe(1_000_000_000n)
  })
})

describe('payments in one message', () => {
  test('are each found again, and share its fee', async () => {
    const orders = [1, 2, 3].map((place) => orderOf({ address: placeOf(place), amount: `0.${place}` }))
    const answers = await payout.together?.sign(orders, settings())
    if (answers === undefined || 'kind' in answers) throw new Error('they were not signed')
    const payments = answers.map((one) => {
      if (one.kind !== 'signed') throw new Error(one.reason)
      return one
    })
    expect(new Set(payments.map(({ txId }) => txId)).size).toBe(1)
    expect(new Set(payments.flatMap(({ inputs }) => inputs)).size).toBe(3)
    const [first] = payments
    const [order] = orders
    if (first === undefined || order === undefined) throw new Error('there are three')
    const alone = await signed(orderOf({ address: placeOf(9) }))
    expect(Number(first.fee)).toBeLessThan(Number(alone.fee) / 2)
    const before = await paidTo(OWNER)
    await give(order, first)
    const cost = before - (await paidTo(OWNER)) - 600_000_000n
    console.info(`three payments of TON in one message took ${cost} nanotons, at most ${first.fee} TON each`)
    expect(Number(cost) / 1e9).toBeLessThan(3 * Number(first.fee))
    for (const [at, one] of orders.entries()) {
      const payment = payments[at]
      if (payment === undefined) throw new Error('each has one')
      expect(await statusOf(one, payment)).toEqual({ kind: 'paid', txId: first.txId })
      expect(await paidTo(one.address)).toBeGreaterThan(BigInt(at + 1) * 100_000_000n - 1_000_000n)
    }
  })

  test('leave out what cannot be paid, and take no more than the wallet holds', async () => {
    const orders = [
      orderOf({ address: placeOf(1), amount: '6' }),
      orderOf({ address: OWNER }),
      orderOf({ address: placeOf(2), amount: '6' }),
      orderOf({ address: placeOf(3), amount: '1' }),
    ]
    const answers = await payout.together?.sign(orders, settings())
    if (answers === undefined || 'kind' in answers) throw new Error('none was signed')
    expect(answers.map(({ kind }) => kind)).toEqual(['signed', 'refused', 'retry', 'signed'])
    const [first] = answers
    const [order] = orders
    if (first?.kind !== 'signed' || order === undefined) throw new Error('it was signed')
    await give(order, first)
    expect(landedRoots()[0]?.outMessages.size).toBe(2)
  })

  test('of which the wallet skips one leave that one dead, and the others paid', async () => {
    const orders = [1, 2].map((place) => orderOf({ address: placeOf(place), amount: String(place * 3) }))
    const answers = await payout.together?.sign(orders, settings())
    if (answers === undefined || 'kind' in answers) throw new Error('none was signed')
    const payments = answers.flatMap((one) => (one.kind === 'signed' ? [one] : []))
    await chain.give(OWNER, 5_000_000_000n)
    const statuses: string[] = []
    for (const [at, order] of orders.entries()) {
      const payment = payments[at]
      if (payment === undefined) throw new Error('each has one')
      await give(order, payment)
      statuses.push((await statusOf(order, payment)).kind)
    }
    expect(statuses).toEqual(['paid', 'expired'])
  })
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
