import { defaults } from '@runnel/contract/settings/settings'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Http } from '#adapters/deposit/http.ts'
import type { PayoutOrder, SignedPayment } from '#adapters/payout/payout.ts'
import { putFlood } from '#test/fakes/ton-flood.ts'
import { transactionJson } from '#test/fakes/ton-json.ts'
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
const ton: PayoutOrder = {
  currency: 'TON',
  decimals: 9,
  options: {},
  reference: '0190f3a0-0000-7000-8000-000000000001',
  address: placeOf(1),
  amount: '0.5',
}
const usdt: PayoutOrder = { ...ton, currency: 'USDT-TON', decimals: 6, options: { createAccounts: true } }

const paid = async (order: PayoutOrder): Promise<SignedPayment> => {
  const answer = await payout.sign(order, [], settings())
  if (answer.kind !== 'signed') throw new Error(answer.reason)
  expect((await payout.broadcast(order, answer, settings())).kind).toBe('accepted')
  return answer
}
const statusOf = (order: PayoutOrder, payment: SignedPayment, by = payout) =>
  by.checkStatus({ ...order, payments: [payment] }, settings())

/** More than is read of an answer, as the HTTP client has it. */
const TOO_LONG = 1_048_576
const bytesOf = (transactions: Ton['landed'][number]['transactions']) =>
  JSON.stringify(transactions.map(transactionJson)).length

describe('what the contract of a payee sets off', () => {
  test.each(['wide', 'deep'] as const)('does not hide its payment: %s', async (kind) => {
    await putFlood(chain, ton.address, kind)
    const payment = await paid(ton)
    const { transactions = [] } = chain.landed[0] ?? {}
    expect(transactions.length).toBeGreaterThan(50)
    expect(bytesOf(transactions)).toBeGreaterThan(TOO_LONG)
    // Where it sends all at once, not even its own transaction can be read.
    if (kind === 'wide') expect(bytesOf(transactions.slice(1, 2))).toBeGreaterThan(TOO_LONG)
    expect(await statusOf(ton, payment)).toEqual({ kind: 'paid', txId: payment.txId })
    const payouts = [{ withdrawalId: 'one', txId: payment.txId, isPaid: true, address: '', amount: '', at: new Date() }]
    const books = { since: new Date(0), txIds: new Set([payment.txId]), nonces: [], payouts }
    expect(await payout.compare?.(settings(), ton, books), 'it is not missing').toEqual([])
  })

  test('is nothing with a token: what goes on to its owner pays for no step of a contract', async () => {
    await putFlood(chain, usdt.address, 'wide')
    const payment = await paid(usdt)
    expect(chain.landed[0]?.transactions).toHaveLength(5)
    expect(await statusOf(usdt, payment)).toEqual({ kind: 'paid', txId: payment.txId })
    expect(await chain.tokensOf(usdt.address)).toBe(500_000n)
  })
})

describe('an answer of the index that cannot be', () => {
  interface Found {
    account: string
    description: { aborted: boolean; action?: unknown }
    in_msg: { hash: string }
    out_msgs: unknown[]
  }
  /** The index, of which one transaction is printed in another way: the first that is asked for is the wallet’s own. */
  const changing = (at: number, change: (found: Found) => void) => {
    const http = localHttp()
    let asked = 0
    const call: Http['call'] = async (request) => {
      const answer = await http.call(request)
      if (answer.kind !== 'answered' || !request.url.includes('/transactionsByMessage')) return answer
      asked += 1
      if (asked !== at) return answer
      const body = JSON.parse(answer.text) as { transactions: Found[] }
      body.transactions.forEach(change)
      return { ...answer, text: JSON.stringify(body) }
    }
    return createTon({ http: { ...http, call } })
  }
  const changes: Readonly<Record<string, (found: Found) => void>> = {
    'without what was sent': (found) => void (found.out_msgs = []),
    'of which a part of what was sent is missing': (found) => void found.out_msgs.pop(),
    'that failed and succeeded': (found) => void (found.description.aborted = true),
    'that neither failed nor succeeded': (found) => void delete found.description.action,
    'about another message': (found) => {
      found.account = `0:${'77'.repeat(32)}`
      found.in_msg.hash = Buffer.alloc(32, 7).toString('base64')
    },
  }
  const cases = Object.entries(changes).flatMap(([what, change]) => [
    { what, change, order: ton, at: 1 },
    { what, change, order: usdt, at: 1 },
    { what, change, order: usdt, at: 2 },
    { what, change, order: usdt, at: 3 },
  ])
  test.each(cases)('$what ends no payment of $order.currency: $at', async ({ change, order, at }) => {
    const payment = await paid(order)
    expect(await statusOf(order, payment, changing(at, change))).toMatchObject({ kind: 'lost' })
    expect(await statusOf(order, payment)).toMatchObject({ kind: 'paid' })
  })
})
