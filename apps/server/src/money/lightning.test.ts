import { describe, expect, test } from 'vitest'
import { makeInvoice, payeeOf } from '#test/fakes/lightning-invoice.ts'
import { coinsOfMsat, msatOf, readInvoice, readLightningPlace, satAmount } from './lightning.ts'

/** An example of BOLT11, as lnd's own tests have it (zpay32/invoice_test.go). */
const printed =
  'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kd' +
  'zw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp'
const printedHash = '0001020304050607080900010203040506070809000102030405060708090102'
const hash = 'cd'.repeat(32)
const madeAt = new Date('2026-03-10T09:00:00Z')

describe('an invoice', () => {
  test('that BOLT11 prints is read: its hash, its amount and its expiry', async () => {
    const invoice = readInvoice(printed)
    expect(invoice).toMatchObject({ hash: printedHash, msat: 250_000_000n, text: printed })
    expect(invoice?.expiresAt.toISOString()).toBe('2017-06-01T10:58:38.000Z')
    expect(await payeeOf(printed)).toBe('03e7156ae33b0a208d0744199163177e909e80176e55d97a2f221ede0f934dd9ad')
  })

  test('is the same in upper case and behind its prefix', () => {
    const place = readLightningPlace(printed)
    expect(place).toMatchObject({ kind: 'invoice', key: `bolt11:${printedHash}` })
    expect(readLightningPlace(printed.toUpperCase())).toEqual(place)
    expect(readLightningPlace(` lightning:${printed} `)).toEqual(place)
    expect(readLightningPlace(`LIGHTNING:${printed.toUpperCase()}`)).toEqual(place)
  })

  test('without an amount or a time has none, or an hour', async () => {
    const invoice = readInvoice(await makeInvoice({ hash, madeAt }))
    expect(invoice).toMatchObject({ hash, msat: null, expiresAt: new Date('2026-03-10T10:00:00Z') })
  })

  test('of a single satoshi is one', async () => {
    expect(readInvoice(await makeInvoice({ hash, madeAt, msat: 1_000n, expirySeconds: 60 }))).toMatchObject({
      msat: 1_000n,
      expiresAt: new Date('2026-03-10T09:01:00Z'),
    })
  })

  test.each([
    ['a wrong checksum', printed.replace(/p$/, 'q')],
    ['a letter of another case', printed.replace(/p$/, 'P')],
    ['an amount that was changed', printed.replace('lnbc2500u', 'lnbc2501u')],
    ['nothing behind its prefix', 'lnbc1'],
    ['more than any wallet makes', `lnbc1${'q'.repeat(5_000)}`],
    ['an offer', 'lno1qgsyxjtl6luzd9t3pr62xr7eemp6awnejusgf6gw45q75vcfqqqqqqq'],
  ])('with %s is none', (_what, text) => {
    expect(readInvoice(text)).toBeNull()
  })

  test.each(['lntb', 'lntbs', 'lnbcrt'])('of the test network %s is none', async (prefix) => {
    const invoice = await makeInvoice({ hash, madeAt, msat: 21_000n, prefix })
    expect(readInvoice(invoice)).toBeNull()
  })
})

describe('a Lightning address', () => {
  test.each(['ada@example.com', 'Ada@Example.com', 'lightning:ada@example.com'])('%s is one and the same', (text) => {
    expect(readLightningPlace(text)).toEqual({
      kind: 'address',
      key: 'lightning:ada@example.com',
      name: 'ada',
      host: 'example.com',
    })
  })

  test.each([
    'ada',
    '@example.com',
    'ada@example',
    'ada@10.0.0.1',
    'a/b@example.com',
    'ada@-a.com',
    'ada@example.com/x',
  ])('%s is none', (text) => {
    expect(readLightningPlace(text)).toBeNull()
  })
})

test('amounts go from bitcoins to thousandths of a satoshi and back', () => {
  expect(msatOf('0.00000001')).toBe(1_000n)
  expect(msatOf('1.00000000001')).toBe(100_000_000_001n)
  expect(coinsOfMsat(1_000n)).toBe('0.00000001')
  expect(satAmount(2_100_999n)).toEqual({ coins: '2100', currency: 'sat' })
})
