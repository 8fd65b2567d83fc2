import { defaults } from '@runnel/contract/settings/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Http } from '#adapters/deposit/http.ts'
import type { WalletBooks } from '#adapters/payout/wallet-books.ts'
import { OWNER, OWNER_KEY, placeOf, startTron, type Tron } from '#test/fakes/tron.ts'
import { localHttp } from '#test/local-http.ts'
import { createTron } from './tron.ts'

let chain: Tron
beforeAll(async () => {
  chain = await startTron()
  chain.give(OWNER, 1_000_000_000n)
  chain.give(placeOf(1), 1n)
})
afterAll(() => chain.close())

const trx = { currency: 'TRX', decimals: 6, options: {} }
const books = { since: new Date(0), payouts: [], txIds: new Set<string>(), nonces: [] }
const settings = () => ({ ...defaults, payout_tron_url: chain.url, payout_tron_key: OWNER_KEY })
const compare = (http: Http = localHttp(), fields: Partial<WalletBooks> = {}) =>
  createTron({ http }).compare?.(settings(), trx, { ...books, ...fields })

test('a list that has more pages than are read is compared in part, and says so', async () => {
  const payout = createTron({ http: localHttp() })
  const order = { ...trx, reference: 'one', address: placeOf(1), amount: '5' }
  const signed = await payout.sign(order, [], settings())
  if (signed.kind !== 'signed') throw new Error(signed.reason)
  await payout.broadcast(order, signed, settings())
  chain.mine(20)
  const [first] = chain.taken
  if (first === undefined) throw new Error('no block took it')
  for (let number = 1; number <= 5_000; number += 1)
    chain.taken.push({ ...first, txId: String(number).padStart(64, '0') })
  const gaps = async (fields: Partial<WalletBooks> = {}) =>
    (await compare(localHttp(), fields))?.filter(({ kind }) => kind === 'partial')
  expect(await gaps()).toHaveLength(1)
  chain.taken.splice(0, 1)
  expect(await gaps()).toEqual([])
  const before = chain.got.length
  expect(await gaps({ hasTime: () => false }), 'one whose time is over after a page').toHaveLength(1)
  expect(chain.got.length - before).toBeLessThan(3)
})

test('a node that lists nothing for anybody can’t be compared with, and one that fails can', async () => {
  const real = localHttp()
  const answers = (status: number): Http => ({
    ...real,
    call: async (request) =>
      request.url.includes('/v1/accounts/') ? { kind: 'answered', status, text: '' } : real.call(request),
  })
  expect((await compare(answers(404)))?.map(({ kind }) => kind)).toEqual(['impossible'])
  await expect(compare(answers(502))).rejects.toThrow()
})
