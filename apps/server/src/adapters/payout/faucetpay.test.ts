import { defaults } from '@runnel/contract/settings/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dateOf } from '#adapters/payout/faucetpay-date.ts'
import { createFaucetpay } from '#adapters/payout/faucetpay.ts'
import type { AutomaticPayout, PayoutOrder } from '#adapters/payout/payout.ts'
import { startFaucetpayPayouts } from '#test/fakes/faucetpay-payouts.ts'
import { localHttp } from '#test/local-http.ts'
import { saysEnglish } from '#test/says-english.ts'

const now = new Date('2026-03-10T09:00:00.000Z')
let server: Awaited<ReturnType<typeof startFaucetpayPayouts>>
let payout: AutomaticPayout
beforeAll(async () => {
  server = await startFaucetpayPayouts(() => now)
  const http = localHttp()
  payout = saysEnglish(createFaucetpay({ http, url: `${server.url}/api/v1` }))
  server.link('alice')
})
afterAll(() => server.close())

const order: PayoutOrder = {
  reference: 'one',
  currency: 'DOGE',
  decimals: 8,
  options: {},
  address: 'alice',
  amount: '0.99',
}
const settings = () => ({ ...defaults, payout_faucetpay_key: server.key })

describe('FaucetPay', () => {
  test('is told the amount in parts of 10⁻⁸ and pays', async () => {
    expect(await payout.send(order, settings())).toEqual({ kind: 'paid', txId: 'faucetpay-1' })
    expect(server.sent.at(-1)).toMatchObject({ to: 'alice', amount: 99_000_000n, currency: 'DOGE' })
    expect(server.got.at(-1)?.body).toContain('referral=false')
  })

  test.each([
    [402, { kind: 'retry', halt: { scope: 'currency', seconds: 1_800 } }],
    [450, { kind: 'retry', halt: { scope: 'processor', seconds: 1_800 } }],
    [401, { kind: 'retry', halt: { scope: 'processor', seconds: null } }],
    [403, { kind: 'retry', halt: { scope: 'processor', seconds: null } }],
    [457, { kind: 'retry' }],
    [405, { kind: 'refused' }],
    [410, { kind: 'refused' }],
    [456, { kind: 'refused' }],
  ] as const)('says %i, and it is known what that means', async (status, meaning) => {
    server.refuseNext(status)
    expect(await payout.send(order, settings())).toMatchObject(meaning)
  })

  test('refuses a place that nobody linked, with words for the user', async () => {
    const answer = await payout.send({ ...order, address: 'nobody' }, settings())
    expect(answer).toMatchObject({ kind: 'refused', reason: expect.stringContaining('link the address') })
  })

  test.each(['drops before', 'drops after', 'fails before', 'hangs', 'too long', 'redirects'] as const)(
    'whose answer does not come (%s) leaves it open what happened',
    async (fault) => {
      server.failNext(fault)
      await expect(payout.send(order, settings())).rejects.toThrow(/.+/)
    },
  )

  test.each([500, 200.5, 201, 202, 302, 408, 1, 0])(
    'that answers %s, which is no refusal, leaves it open too: it may have paid',
    async (status) => {
      server.refuseNext(status)
      await expect(payout.send(order, settings())).rejects.toThrow(String(status))
    },
  )

  test('finds what was paid by counting, and explains each entry once', async () => {
    server.link('carol')
    const wanted = { ...order, address: 'carol', amount: '1.5', since: now }
    const find = (explained: number) => payout.find({ ...wanted, explained: async () => explained }, settings())
    expect(await find(0)).toEqual({ kind: 'absent' })
    await payout.send(wanted, settings())
    expect(await find(0)).toEqual({ kind: 'paid', txId: 'faucetpay 2026-03-10T09:00:00.000Z' })
    expect(await find(1)).toEqual({ kind: 'unknown' })
    await payout.send(wanted, settings())
    expect((await find(1)).kind).toBe('paid')
    const later = { ...wanted, since: new Date('2026-03-10T10:00:00.000Z'), explained: async () => 0 }
    expect(await payout.find(later, settings()), 'an equal one of another time').toEqual({ kind: 'unknown' })
    const zoned = { ...later, since: new Date('2026-03-10T08:00:00.000Z') }
    expect(await payout.find(zoned, settings()), 'its clock may be ahead by hours').toEqual({ kind: 'unknown' })
    server.failNext('fails before')
    expect(await find(0)).toEqual({ kind: 'unknown' })
  })

  test('finds it too where the coin is meant, and the address is written another way', async () => {
    const rewards = [{ to: '0xABCDEF', amount: '0.00150000', date: '2026-03-10 09:00:01' }]
    const text = JSON.stringify({ status: 200, rewards })
    const http = { call: async () => ({ kind: 'answered', status: 200, text }) as const, addressProblem: () => null }
    const wanted = { ...order, address: '0xabcdef', amount: '0.0015', since: now, explained: async () => 0 }
    expect((await createFaucetpay({ http }).find(wanted, settings())).kind).toBe('paid')
  })

  test('is closed without a key, for coins that it has not, and for finer parts than it counts', () => {
    expect(payout.closed(defaults, order)).toContain('API key')
    expect(payout.closed(settings(), { ...order, currency: 'USDT-ERC20' })).toContain('doesn’t pay')
    expect(payout.closed(settings(), { ...order, decimals: 18 })).toContain('8 decimals')
    expect(payout.closed(settings(), order)).toBeNull()
  })

  test('is closed for a day for coins that its own list lacks, and tells the owner', async () => {
    const asked = () => server.got.filter(({ path }) => path.endsWith('/currencies')).length
    const before = asked()
    const clock = { now: now.getTime() }
    const site = saysEnglish(createFaucetpay({ http: localHttp(), url: `${server.url}/api/v1`, now: () => clock.now }))
    const pepe = { currency: 'PEPE', decimals: 8, options: {} }
    expect(site.closed(settings(), pepe), 'nobody has asked yet').toBeNull()
    await expect(site.holdings?.(settings(), pepe)).rejects.toThrow(
      'FaucetPay doesn’t list PEPE. It lists BTC, DOGE, LTC.',
    )
    expect(site.closed(settings(), pepe)).toContain('doesn’t list PEPE')
    expect(site.closed(settings(), order)).toBeNull()
    await site.holdings?.(settings(), order)
    expect(asked() - before).toBe(1)
    clock.now += 86_400_001
    expect(site.closed(settings(), pepe), 'it may have it by now').toBeNull()
    await site.holdings?.(settings(), order)
    expect(asked() - before).toBe(2)
  })

  test('tells what it holds', async () => {
    server.fund('DOGE', 12_345n)
    expect(await payout.holdings?.(settings(), order)).toEqual([{ currency: 'DOGE', amount: '0.00012345' }])
    await expect(payout.holdings?.({ ...settings(), payout_faucetpay_key: 'wrong' }, order)).rejects.toThrow('403')
  })

  test.each([
    ['1773133200', now],
    ['2026-03-10 09:00:00', now],
    ['2026-03-10T09:00:00.000Z', now],
    ['10-03-26 09:00:00 GMT', now],
    ['yesterday', undefined],
    ['99-99-99 09:00:00', undefined],
  ])('reads the date %s', (text, date) => expect(dateOf(text)).toEqual(date))
})
