import { defaults } from '@runnel/contract/settings/settings'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBitcoind } from '#adapters/payout/bitcoind.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { pageOf } from '#test/fakes/bitcoind-transaction.ts'
import { type Provider, startProvider } from '#test/fakes/provider.ts'
import { localHttp } from '#test/local-http.ts'
import type { BookedPayout, WalletBooks } from './wallet-books.ts'

const GENESIS = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
const DESCRIPTOR = `wpkh([d34db33f/84h/0h/0h]xpub${'6ERApfZwUNrhLCkDtcHT'.repeat(5)}/0/*)#cjjspncu`
const since = new Date('2026-11-21T00:00:00Z')
const seconds = (days: number): number => since.getTime() / 1_000 + days * 86_400
const idOf = (n: number): string => n.toString(16).padStart(64, '0')

interface Entry {
  readonly [field: string]: unknown
  readonly txid: string
}
/** With every field that `help listtransactions` of Bitcoin Core 29 lists. */
const entry = (n: number, days: number): Entry => ({
  address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  parent_descs: [DESCRIPTOR],
  category: 'receive',
  amount: 0.0005,
  label: 'deposits',
  vout: 0,
  abandoned: false,
  confirmations: 34_714,
  blockhash: '00000000bd0ed80435fc9fe3269da69bb0730ebb454d0a29128a870ea1a37929',
  blockheight: 321_000,
  blockindex: 11,
  blocktime: seconds(days),
  txid: idOf(n),
  wtxid: idOf(n),
  walletconflicts: [],
  mempoolconflicts: [],
  time: seconds(days),
  timereceived: seconds(days),
  'bip125-replaceable': 'no',
})
const sent = (n: number, days: number, fields: object = {}): Entry => ({
  ...entry(n, days),
  category: 'send',
  amount: -0.25,
  fee: -0.000_01,
  ...fields,
})

/** What the wallet lists, in the order in which it learned of it. */
let entries: Entry[] = []
let onPage: (skip: number) => void = () => undefined
const asked: string[] = []
let provider: Provider
beforeAll(async () => {
  provider = await startProvider(({ body }) => {
    const { method, params, id } = JSON.parse(body) as { method: string; params: unknown[]; id: unknown }
    asked.push(method)
    if (method === 'getblockhash') return { status: 200, body: { result: GENESIS, error: null, id } }
    if (method === 'listtransactions') {
      const [, count, skip = 0] = params
      onPage(Number(skip))
      return { status: 200, body: { result: pageOf(entries, Number(count), Number(skip)), error: null, id } }
    }
    const known = entries.find(({ txid }) => txid === params[0])
    const error = { code: -5, message: 'Invalid or non-wallet transaction id' }
    return known === undefined
      ? { status: 500, body: { result: null, error, id } }
      : { status: 200, body: { result: known, error: null, id } }
  })
})
afterAll(() => provider.close())
beforeEach(() => {
  asked.length = 0
  onPage = () => undefined
})

const booked = (n: number, fields: Partial<BookedPayout> = {}): BookedPayout => ({
  withdrawalId: `withdrawal ${n}`,
  txId: idOf(n),
  address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  amount: '0.25',
  isPaid: true,
  at: new Date(seconds(1) * 1_000),
  ...fields,
})
const compare = async (payouts: readonly BookedPayout[] = [], hasTime = () => true) => {
  const txIds = new Set(payouts.map(({ txId }) => txId ?? ''))
  const books: WalletBooks = { since, payouts, txIds, nonces: [], hasTime }
  const settings = { ...defaults, payout_bitcoind_btc_url: provider.url }
  return createBitcoind({ http: localHttp() }).compare?.(settings, { currency: 'BTC', decimals: 8, options: {} }, books)
}
const many = (count: number, days: number, from = 1_000): Entry[] =>
  Array.from({ length: count }, (_, index) => entry(from + index, days))

test('a payment is found behind any number of other entries', async () => {
  entries = [...many(600, -30, 90_000), sent(1, 0.5), ...many(2_400, 1), sent(2, 2), ...many(700, 3, 10_000)]
  expect(await compare()).toMatchObject([
    { kind: 'unbooked', txId: idOf(2), amount: '0.25' },
    { kind: 'unbooked', txId: idOf(1), amount: '0.25' },
  ])
})

test('the list is read no further than the days that are compared', async () => {
  entries = [...many(3_000, -30), ...many(100, 1, 10_000)]
  expect(await compare()).toEqual([])
  expect(asked.filter((method) => method === 'listtransactions')).toHaveLength(1)
})

test('old payments that a rescan put at the end of the list do not hide the new ones', async () => {
  const rescanned = many(1_500, -900, 20_000).map((one) => ({ ...one, timereceived: seconds(4) }))
  entries = [sent(1, 1), ...rescanned]
  expect(await compare()).toMatchObject([{ kind: 'unbooked', txId: idOf(1) }])
})

test('entries that arrive while the list is read hide none', async () => {
  entries = [...many(400, 1), sent(1, 1), ...many(800, 2, 10_000)]
  onPage = (skip) => {
    if (skip > 0) entries = [...entries, ...many(40, 3, 20_000 + skip)]
  }
  expect(await compare()).toMatchObject([{ kind: 'unbooked', txId: idOf(1) }])
})

test('a list that became shorter while it was read is not taken for a whole one', async () => {
  entries = many(1_200, 1)
  onPage = (skip) => {
    if (skip > 0) entries = entries.slice(0, -3)
  }
  await expect(compare().catch((error: Error) => inEnglish(error.message))).resolves.toMatch(/list changed while/)
})

test('older nodes list moves between accounts too, which have no transaction (Dogecoin 1.14)', async () => {
  const account = { account: '', category: 'move', otheraccount: 'cold', amount: -3, comment: '' }
  const moves = Array.from({ length: 700 }, (_, index) => ({ ...account, time: seconds(2) + index }))
  const { parent_descs: _descs, wtxid: _wtxid, mempoolconflicts: _conflicts, ...old } = sent(1, 1)
  entries = [{ ...old, account: '' } as Entry, ...(moves as unknown as Entry[])]
  expect(await compare()).toMatchObject([{ kind: 'unbooked', txId: idOf(1) }])
})

test('a list without an end is read for a while, and said to be compared in part', async () => {
  entries = [sent(1, 1), ...many(52_000, 2), sent(2, 2)]
  const found = (await compare()) ?? []
  expect(found.filter(({ kind }) => kind === 'unbooked')).toMatchObject([{ txId: idOf(2) }])
  expect(found.filter(({ kind }) => kind === 'partial').map(({ key }) => inEnglish(key))).toEqual([
    'The wallet has more than 49,901 entries for this period. Older ones weren’t compared.',
  ])
})

test('only payouts that no page lists are asked for, and not more than a run can', async () => {
  entries = [
    sent(1, -20, { confirmations: 900 }),
    ...many(600, -10),
    sent(2, 1),
    sent(3, 1, { confirmations: -7 }),
    sent(4, 1, { confirmations: 0 }),
  ]
  const found = (await compare([1, 2, 3, 4, 5].map((n) => booked(n)))) ?? []
  expect(found).toMatchObject([
    { kind: 'missing', withdrawalId: 'withdrawal 3' },
    { kind: 'missing', withdrawalId: 'withdrawal 5' },
  ])
  expect(asked.filter((method) => method === 'gettransaction')).toHaveLength(3)
  const lost = Array.from({ length: 1_003 }, (_, index) => booked(100_000 + index))
  const kinds = ((await compare(lost)) ?? []).map(({ kind }) => kind)
  const count = (kind: string): number => kinds.filter((one) => one === kind).length
  expect({ missing: count('missing'), unseen: count('unseen'), partial: count('partial') }).toEqual({
    missing: 1_000,
    unseen: 3,
    partial: 1,
  })
})

test('what was found when the time is over is told, and the rest is said to be left out', async () => {
  entries = [...many(1_200, 1), sent(1, 2)]
  const missing = [2, 3, 4].map((n) => booked(n))
  let questions = 4
  // Two between pages and two for a payout each, the newest first.
  const found = await compare(missing, () => (questions -= 1) >= 0)
  expect(found?.map(({ kind, key }) => `${kind} ${inEnglish(key)}`)).toEqual([
    expect.stringMatching(`^unbooked ${idOf(1)} `),
    'missing withdrawal 3',
    'missing withdrawal 4',
    'unseen withdrawal 2',
    expect.stringMatching(/^partial 1 payout/),
  ])
  questions = 0
  const cut = await compare([], () => (questions -= 1) >= 0)
  expect(cut).toMatchObject([{ kind: 'unbooked' }, { kind: 'partial' }])
  expect(asked.filter((method) => method === 'listtransactions')).toHaveLength(3 + 1)
})
