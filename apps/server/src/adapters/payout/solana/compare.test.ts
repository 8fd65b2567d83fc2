import { defaults } from '@runnel/contract/settings/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inEnglish } from '#kernel/words/render.ts'
import { type Provider, startProvider } from '#test/fakes/provider.ts'
import { localHttp } from '#test/local-http.ts'
import { createSolana } from './solana.ts'

const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
const at = new Date('2026-11-21T00:00:00Z')

interface Listed {
  readonly signature: string
  readonly blockTime: number
}
let listed: readonly Listed[] = []
/** The newest first. */
const list = (count: number, seconds = 60): Listed[] =>
  Array.from({ length: count }, (_, index) => ({
    signature: `s${count - index}`,
    slot: 1,
    err: null,
    memo: null,
    blockTime: at.getTime() / 1_000 + seconds,
  }))
/** One that a stranger signed, and one with which the wallet paid. */
const transaction = (signer: string) => ({
  transaction: { message: { accountKeys: [signer, 'payee'], header: { numRequiredSignatures: 1 } } },
  meta: { fee: 5_000, preBalances: [3_000_005_000, 0], postBalances: [1_000_000_000, 2_000_000_000] },
})
let wallet = ''
let own: string | undefined
let unserved: string | undefined
const answerOf = (signature: string) =>
  signature === unserved ? null : transaction(signature === own ? wallet : 'stranger')
let pages = 0
let provider: Provider
beforeAll(async () => {
  provider = await startProvider(({ body }) => {
    const { method, params } = JSON.parse(body) as {
      method: string
      params: [string, { limit: number; before?: string }]
    }
    if (method === 'getGenesisHash') return { status: 200, body: { jsonrpc: '2.0', id: 1, result: MAINNET } }
    const [name, { limit, before }] = params
    if (method === 'getTransaction') return { status: 200, body: { jsonrpc: '2.0', id: 1, result: answerOf(name) } }
    wallet = name
    pages += 1
    const place = listed.findIndex(({ signature }) => signature === before)
    const from = before === undefined ? 0 : place < 0 ? listed.length : place + 1
    return { status: 200, body: { jsonrpc: '2.0', id: 1, result: listed.slice(from, from + limit) } }
  })
})
afterAll(() => provider.close())

const compare = async (known: readonly Listed[], hasTime = () => true) => {
  pages = 0
  const books = { since: at, payouts: [], txIds: new Set(known.map(({ signature }) => signature)), nonces: [], hasTime }
  const keys = { payout_solana_url: provider.url, payout_solana_key: '1'.repeat(31) + '2' }
  const method = { currency: 'SOL', decimals: 9, options: {} }
  const found = await createSolana({ http: localHttp() }).compare?.({ ...defaults, ...keys }, method, books)
  return { pages, found: found?.map(({ kind, key }) => `${kind}: ${inEnglish(key)}`) }
}

test('a list of thousands is read in pages, as far as the days that are compared', async () => {
  listed = list(2_500)
  expect(await compare(listed)).toEqual({ pages: 3, found: [] })
  listed = [...list(10), ...list(4_000, -60).map((one) => ({ ...one, signature: `old ${one.signature}` }))]
  expect(await compare(listed)).toEqual({ pages: 1, found: [] })
})

test('a list without an end is compared in part, and says so', async () => {
  listed = list(20_001)
  const reason = 'partial: The wallet has more than 20,000 entries for this period. Older ones weren’t compared.'
  expect(await compare(listed)).toEqual({ pages: 20, found: [reason] })
})

test('so many payments of strangers that the next runs cannot read them are said to be left', async () => {
  listed = list(1_100)
  expect(await compare([])).toEqual({ pages: 2, found: [] })
  listed = list(1_101)
  expect((await compare([])).found).toEqual(['partial: 1,001 entries of the wallet weren’t checked.'])
})

test('the newest payment is found at once, however many strangers paid before', async () => {
  listed = list(1_090)
  own = listed[0]?.signature
  expect((await compare([])).found).toEqual([`unbooked: ${own}`])
  own = undefined
})

test('an entry that the node lists and doesn’t tell is said to be left, and blocks no other', async () => {
  listed = list(3)
  unserved = 's1'
  own = 's2'
  expect((await compare([])).found).toEqual(['unbooked: s2', 'partial: 1 entry of the wallet wasn’t checked.'])
  unserved = own = undefined
})

test('a page that is empty because its node has not the one before ends no whole list', async () => {
  listed = list(1_000)
  const reason = 'partial: The wallet has more than 1,000 entries for this period. Older ones weren’t compared.'
  expect(await compare(listed)).toEqual({ pages: 2, found: [reason] })
})

test('what is left when the time is over is said to be left out, and what was found is told', async () => {
  let questions = 1
  const hasTime = () => (questions -= 1) >= 0
  listed = list(300)
  own = listed[0]?.signature
  const unchecked = (count: string) => `partial: ${count} entries of the wallet weren’t checked.`
  expect((await compare([], hasTime)).found).toEqual([`unbooked: ${own}`, unchecked('299')])
  own = undefined
  questions = 1
  listed = list(2_500)
  const reason = 'partial: The wallet has more than 2,000 entries for this period. Older ones weren’t compared.'
  expect(await compare([], hasTime)).toEqual({ pages: 2, found: [reason, unchecked('2,000')] })
})
