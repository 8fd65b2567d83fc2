import { beforeEach, expect, test } from 'vitest'
import { AMOUNT, callsOf, depositBalance, depositRow, payIn, useProviders } from '#test/features/depositing.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, limits: false })
const { providers, deliver: deliverTo } = useProviders(world)
// Each test looks at its own deposits only.
beforeEach(() => world.db.write((tx) => tx.updateTable('deposits').set({ poll_at: null }).execute()))

const deliver = async (...to: Parameters<typeof deliverTo>) => (await deliverTo(...to))[0]

const alerts = async () =>
  (await world.db.read.selectFrom('owner_alerts').select('what').execute()).map(({ what }) => what)

test('a further payment that cannot be read is told again, and to the owner once when it stays so', async () => {
  const { nowpayments } = providers()
  const person = await world.user('reads_badly')
  const deposit = await payIn(person, 'nowpayments')
  const what = `deposit-unread:${deposit._id}`
  const first = nowpayments.choose((await depositRow(world, deposit)).provider_id ?? '')
  nowpayments.settle(first, { status: 'finished', paid: '0.0001' })
  const second = nowpayments.repeat(first, { paid: '0.00004', fiat: '2' })
  nowpayments.change(second, { price_currency: 'eur' })
  expect(await deliver('nowpayments', nowpayments.notice(first))).toBe(200)
  expect(await deliver('nowpayments', nowpayments.notice(second))).toBe(503)
  expect(await depositBalance(world, person)).toBe(AMOUNT)
  expect((await callsOf(world, 'nowpayments')).at(-1)).toMatchObject({ verdict: 'unknown', deposit_id: deposit._id })
  world.clock.turn(3_000)
  await world.runJob('deposits.poll')
  expect(await alerts(), 'within the hour').not.toContain(what)
  for (let day = 0; day < 3; day++) {
    world.clock.turn(86_400)
    await world.runJob('deposits.poll')
    expect((await alerts()).filter((told) => told === what)).toHaveLength(1)
  }
  nowpayments.change(second, { price_currency: 'usd' })
  expect(await deliver('nowpayments', nowpayments.notice(second))).toBe(200)
  expect(await depositBalance(world, person)).toBe(AMOUNT + 200_000)
})

test('one payment that cannot be read is told to the owner, and one that can be an hour later is not', async () => {
  const { faucetpay } = providers()
  const { id: owner } = await world.owner()
  const [stays, passes] = [await world.user('stays_unread'), await world.user('passes_by')]
  const [unread, read] = [await payIn(stays, 'faucetpay'), await payIn(passes, 'faucetpay')]
  const tokens = [
    await faucetpay.pay(unread.depositUrl ?? '', { currency1: 'DOGE' }),
    await faucetpay.pay(read.depositUrl ?? ''),
  ]
  expect(await deliver('faucetpay', faucetpay.callback(unread.depositUrl ?? '', { token: tokens[0] ?? '' }))).toBe(503)
  faucetpay.failNext('fails before')
  expect(await deliver('faucetpay', faucetpay.callback(read.depositUrl ?? '', { token: tokens[1] ?? '' }))).toBe(503)
  world.clock.turn(3_601)
  await world.runJob('deposits.poll')
  expect(await alerts()).toContain(`deposit-unread:${unread._id}`)
  expect(await alerts()).not.toContain(`deposit-unread:${read._id}`)
  expect([await depositBalance(world, stays), await depositBalance(world, passes)]).toEqual([0, AMOUNT])
  const told = await world.db.raw("SELECT values ->> 'reason' AS reason FROM notifications WHERE user_id = $1", [owner])
  expect(JSON.stringify(told)).toContain(unread._id)
})
