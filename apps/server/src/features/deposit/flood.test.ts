import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '#test/fakes/provider.ts'
import {
  AMOUNT,
  callsOf,
  depositBalance,
  depositRow,
  payIn,
  type Providers,
  startProviders,
} from '#test/features/depositing.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30 })
let providers: Providers
beforeAll(async () => {
  providers = await startProviders(world)
})
afterAll(() => providers.close())
// The limits of one test are over before the next; each looks at its own deposits only.
let minutes = 0
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 * ++minutes })
  await world.db.write((tx) => tx.updateTable('deposits').set({ poll_at: null }).execute())
  return () => void vi.useRealTimers()
})

/** Delivers from a network of the sender's own. */
const deliver = async ({ body, query, headers }: Call, net: number, processor = 'faucetpay'): Promise<number> => {
  const { statusCode } = await world.app.inject({
    method: 'POST',
    url: `/api/deposit/webhook/${processor}?${query}`,
    headers: { ...(headers as Record<string, string>), 'x-forwarded-for': `203.0.${net}.9` },
    payload: Buffer.from(body),
  })
  return statusCode
}

const askedSince = (before: number): number => providers.faucetpay.got.slice(before).length

test('invented tokens are asked about once each, and none is kept', async () => {
  const { faucetpay } = providers
  const person = await world.user('inventor')
  const deposit = await payIn(person, 'faucetpay')
  const before = faucetpay.got.length
  for (let n = 0; n < 8; n++) {
    const call = faucetpay.callback(deposit.depositUrl ?? '', { token: `invented-${n}` })
    expect(await deliver(call, 1), 'to be repeated, since FaucetPay may only be slow').toBe(503)
  }
  expect(askedSince(before)).toBe(8)
  expect((await depositRow(world, deposit)).provider_tokens).toEqual([])
  expect((await callsOf(world, 'faucetpay')).at(-1)).toMatchObject({ verdict: 'ignored', deposit_id: deposit._id })
  world.clock.turn(120)
  await world.runJob('deposits.poll')
  expect(askedSince(before)).toBe(8)
  expect(await depositBalance(world, person)).toBe(0)
})

test('whoever pays makes us ask FaucetPay a few times a minute, and loses no payment of others', async () => {
  const { faucetpay, payers } = providers
  const [flooder, payer] = [await world.user('flooder'), await world.user('flooded')]
  const deposits = await Promise.all(Array.from({ length: 4 }, () => payIn(flooder, 'faucetpay')))
  const honest = await payIn(payer, 'faucetpay')
  const before = faucetpay.got.length
  for (const [net, deposit] of deposits.entries()) {
    for (let n = 0; n < 30; n++) {
      const call = faucetpay.callback(deposit.depositUrl ?? '', { token: `flood-${net}-${n}` })
      expect(await deliver(call, 10 + net)).toBe(503)
    }
    expect(askedSince(before), `after network ${net}`).toBe(Math.min(30, 10 * (net + 1)))
    expect((await depositRow(world, deposit)).provider_tokens).toHaveLength(20)
  }
  expect((await callsOf(world, 'faucetpay')).at(-1)).toMatchObject({ verdict: 'flood' })
  // Too many for now, but not lost: the next look asks about it.
  const call = await payers.faucetpay.pay(honest, '5')
  expect(await deliver(call, 20)).toBe(503)
  expect(await depositBalance(world, payer)).toBe(0)
  for (let run = 0; run < 4; run++) {
    const since = faucetpay.got.length
    world.clock.turn(61)
    await world.runJob('deposits.poll')
    expect(askedSince(since), `in run ${run}`).toBeLessThanOrEqual(30)
  }
  expect(await depositBalance(world, payer)).toBe(AMOUNT)
  world.clock.turn(3_600)
  for (let run = 0; run < 8; run++) {
    await world.runJob('deposits.poll')
    world.clock.turn(2 * 3_600)
  }
  for (const deposit of deposits) expect((await depositRow(world, deposit)).provider_tokens).toEqual([])
  expect(await depositBalance(world, flooder)).toBe(0)
})

test('a payment that was credited is not asked about again by looking', async () => {
  const { faucetpay, payers } = providers
  const person = await world.user('paid_once')
  const deposit = await payIn(person, 'faucetpay')
  const call = await payers.faucetpay.pay(deposit, '2')
  const before = faucetpay.got.length
  expect(await deliver(call, 30)).toBe(200)
  expect(await deliver(call, 30)).toBe(200)
  expect(askedSince(before)).toBe(2)
  world.clock.turn(120)
  await world.runJob('deposits.poll')
  expect(askedSince(before)).toBe(2)
  expect(await depositRow(world, deposit)).toMatchObject({ received: 200_000, note: 'underpaid', provider_tokens: [] })
  expect(await deliver(await payers.faucetpay.pay(deposit, '3'), 30)).toBe(200)
  expect(await depositRow(world, deposit)).toMatchObject({ received: AMOUNT, note: null, status: 'paid' })
})

test('calls that name no deposit make us ask FaucetPay a few times only, and stop none that names one', async () => {
  const { faucetpay, payers } = providers
  const person = await world.user('bare_flood')
  const deposit = await payIn(person, 'faucetpay')
  const flood = async (net: number): Promise<number> => {
    for (let n = 0; n < 20; n++) {
      const call = faucetpay.callback(deposit.depositUrl ?? '', { token: `none-${net}-${n}` })
      expect([200, 503]).toContain(await deliver({ ...call, query: '' }, net))
    }
    return faucetpay.got.filter(({ path }) => path.includes(`none-${net}-`)).length
  }
  expect(await flood(1), 'of one network').toBe(5)
  const others = [await flood(2), await flood(3), await flood(4), await flood(5), await flood(6)]
  expect(others, 'of all of them').toEqual([5, 5, 5, 0, 0])
  const call = await payers.faucetpay.pay(deposit, '5')
  expect(await deliver(call, 1)).toBe(200)
  expect(await depositBalance(world, person)).toBe(AMOUNT)
})

test('wrongly signed notices make us ask NOWPayments a few times only', async () => {
  const { nowpayments } = providers
  const deposit = await payIn(await world.user('forged_flood'), 'nowpayments')
  const payment = nowpayments.choose((await depositRow(world, deposit)).provider_id ?? '')
  const before = nowpayments.got.length
  for (let n = 0; n < 60; n++) {
    const call = nowpayments.notice(payment, { secret: 'guessed', payment_id: 900 + n })
    expect(await deliver(call, 40 + Math.floor(n / 10), 'nowpayments')).toBe(403)
  }
  expect(nowpayments.got).toHaveLength(before + 20)
})
