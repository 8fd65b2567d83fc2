import { defaults } from '@runnel/contract/settings/settings'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { PayoutOrder, SignedPayment } from '#adapters/payout/payout.ts'
import { OWNER, OWNER_KEY, placeOf, startTon, type Ton } from '#test/fakes/ton.ts'
import { localHttp } from '#test/local-http.ts'
import { createTon } from './ton.ts'

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
