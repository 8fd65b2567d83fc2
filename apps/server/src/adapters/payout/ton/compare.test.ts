import { defaults } from '@runnel/contract/settings/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Http } from '#adapters/deposit/http.ts'
import type { BookedPayout } from '#adapters/payout/wallet-books.ts'
import { OWNER, OWNER_KEY, placeOf, startTon, type Ton } from '#test/fakes/ton.ts'
import { localHttp } from '#test/local-http.ts'
import { createTon } from './ton.ts'

let chain: Ton
beforeAll(async () => {
  chain = await startTon()
  await chain.give(OWNER, 10_000_000_000n)
})
afterAll(() => chain.close())

const ton = { currency: 'TON', decimals: 9, options: {} }
const settings = () => ({ ...defaults, payout_ton_url: chain.url, payout_ton_key: OWNER_KEY })
const booked = (txId: string): BookedPayout => ({
  withdrawalId: txId,
  txId,
  address: '',
  amount: '0.5',
  isPaid: true,
  at: new Date(),
})
/** The paths that were asked, of an API that lists each transaction so many times; more than once: on every page. */
const listening = (times = 1) => {
  const asked: string[] = []
  const real = localHttp()
  const http: Http = {
    ...real,
    call: async (request) => {
      const { pathname } = new URL(request.url)
      asked.push(pathname)
      const url = times > 1 ? request.url.replace(/&offset=\d+/, '') : request.url
      const answer = await real.call({ ...request, url })
      if (answer.kind !== 'answered' || pathname !== '/api/v3/transactions') return answer
      const { transactions } = JSON.parse(answer.text) as { transactions: unknown[] }
      const listed = Array.from({ length: times }, () => transactions).flat()
      return { ...answer, text: JSON.stringify({ transactions: listed }) }
    },
  }
  return { asked, http }
}
const compare = (http: Http, payouts: readonly BookedPayout[], hasTime = () => true) =>
  createTon({ http }).compare?.(settings(), ton, {
    since: new Date(0),
    payouts,
    txIds: new Set(payouts.map(({ txId }) => txId ?? '')),
    nonces: [],
    hasTime,
  })

test('payouts that the wallet’s list has are not asked for one by one', async () => {
  const payout = createTon({ http: localHttp() })
  const paid: string[] = []
  for (const number of [1, 2, 3]) {
    const order = {
      ...ton,
      address: placeOf(number),
      amount: '0.5',
      reference: `0190f3a0-0000-7000-8000-00000000000${number}`,
    }
    const signed = await payout.sign(order, [], settings())
    if (signed.kind !== 'signed') throw new Error(signed.reason)
    expect((await payout.broadcast(order, signed, settings())).kind).toBe('accepted')
    paid.push(signed.txId)
  }
  const { asked, http } = listening()
  expect(await compare(http, paid.map(booked))).toEqual([])
  expect(asked.filter((path) => path === '/api/v3/transactionsByMessage')).toEqual([])
  const gone = Array.from({ length: 53 }, (_, number) => number.toString(16).padStart(64, '0'))
  const found = (await compare(http, [...gone, ...paid].map(booked))) ?? []
  const count = (kind: string) => found.filter((one) => one.kind === kind).length
  expect({ missing: count('missing'), unseen: count('unseen'), partial: count('partial') }).toEqual({
    missing: 50,
    unseen: 3,
    partial: 1,
  })
})

test('a list that has more pages than are read is compared in part, and says so', async () => {
  const { asked, http } = listening(100)
  const found = (await compare(http, [])) ?? []
  expect(asked.filter((path) => path === '/api/v3/transactions')).toHaveLength(30)
  expect(found.filter(({ kind }) => kind === 'partial')).toHaveLength(1)
})

test('what is left when the time is over is said to be left out', async () => {
  const { asked, http } = listening(100)
  let questions = 150
  const found = (await compare(http, [booked('ab'.repeat(32))], () => (questions -= 1) >= 0)) ?? []
  expect(asked.filter((path) => path === '/api/v3/transactions')).toHaveLength(1)
  const count = (kind: string) => found.filter((one) => one.kind === kind).length
  expect({ unseen: count('unseen'), partial: count('partial') }).toEqual({ unseen: 1, partial: 2 })
})
