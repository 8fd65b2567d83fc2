import { expect, test } from 'vitest'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { newId } from '#kernel/id.ts'
import { rollOutflow } from '#money/outflow.ts'
import { earn } from '#test/features/earning.ts'
import { addMethod, openHanded, payoutDeps, requestWithdrawal } from '#test/features/withdrawing.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: { ...openHanded, faucet_timer: 300 } })

const DAY = 86_400
const stats = () => world.guest().home.stats()
const rateOf = async (kind: string) => (await stats()).rates.find((rate) => rate.kind === kind)
const rollUp = () => world.db.write((tx) => rollOutflow(tx, world.clock.now()))

test('a site without records invents none, and asks what its guards ask', async () => {
  await world.settings({ payout_auto_max: 0, withdraw_min_answers: 100, withdraw_min_days: 7 })
  const { week, rates, ways, firstWithdrawal } = await stats()
  expect(week).toEqual({ earned: 0, paidOut: 0, payouts: 0, medianPaySeconds: null })
  expect(rates.map(({ kind }) => kind)).toEqual(ways)
  expect(
    rates.every(({ reward, seconds, perMinute }) => reward === null && seconds === null && perMinute === null),
  ).toBe(true)
  expect(firstWithdrawal).toMatchObject({ methods: [], reviewAbove: null, answers: 100, days: 7, addressWaitHours: 0 })
})

test('the conditions name the methods that pay right now, and the minimum of uncovered accounts', async () => {
  const owner = await world.owner()
  await addMethod(owner, { name: 'Open', minimum: 1_500, fee: 70 })
  await addMethod(owner, { name: 'Off', enabled: false })
  await addMethod(owner, { name: 'Without a key', currency: 'LTC', processor: 'faucetpay' })
  await world.settings({ payout_auto_max: 1_000_000, earning_rules: 'open' })
  world.clock.turn(60)
  const { firstWithdrawal } = await stats()
  expect(firstWithdrawal.methods).toEqual([{ name: 'Open', currency: 'DOGE', minimum: 1_500, fee: 70 }])
  expect(firstWithdrawal).toMatchObject({ reviewAbove: 1_000_000, uncoveredMinimum: null })
  await world.settings({ earning_rules: 'balanced', allowance_withdraw_min: 20_000 })
  expect((await stats()).firstWithdrawal.uncoveredMinimum).toBe(20_000)
  await world.settings({ ...openHanded, earning_rules: 'open' })
})

test('the week counts seven UTC days, and a median from five payouts on', async () => {
  world.clock.turn(20 * DAY)
  const method = await addMethod(await world.owner())
  const kim = await world.user('kim')
  await earn(world, kim.id, 50_000)
  world.clock.turn(3 * DAY)
  await earn(world, kim.id, 700)
  const pay = async (seconds: number) => {
    await requestWithdrawal(kim, { method, amount: 2_000 })
    world.clock.turn(seconds)
    await runPayouts(payoutDeps(world))
  }
  for (const seconds of [10, 20, 30, 40]) await pay(seconds)
  world.clock.turn(60)
  expect((await stats()).week).toEqual({ earned: 50_700, paidOut: 7_600, payouts: 4, medianPaySeconds: null })
  await pay(600)
  world.clock.turn(60)
  expect((await stats()).week).toEqual({ earned: 50_700, paidOut: 9_500, payouts: 5, medianPaySeconds: 30 })
  // What was earned four days before is out of the week four days later; the rest is not.
  world.clock.turn(4 * DAY)
  expect((await stats()).week).toMatchObject({ earned: 700, payouts: 5 })
})

test('a way says what it pays from ten records on, and a claim takes its wait too', async () => {
  world.clock.turn(30 * DAY)
  const ann = await world.user('ann')
  for (let claim = 0; claim < 9; claim++) await earn(world, ann.id, 30)
  await earn(world, ann.id, 500, 'offerwall')
  await rollUp()
  world.clock.turn(300)
  await rollUp()
  expect(await rateOf('faucet')).toEqual({ kind: 'faucet', count: 9, reward: null, seconds: null, perMinute: null })
  await earn(world, ann.id, 40)
  world.clock.turn(300)
  await rollUp()
  // 310 units in ten claims, one each 300 seconds.
  expect(await rateOf('faucet')).toEqual({ kind: 'faucet', count: 10, reward: 31, seconds: 300, perMinute: 6.2 })
  await world.db.raw('INSERT INTO claim_days (user_id, day, tenths, solve_ms) VALUES ($1, $2, $3, $4)', [
    ann.id,
    world.clock.now().toISOString().slice(0, 10),
    [],
    [9_000, 10_000, 60_000],
  ])
  world.clock.turn(300)
  expect(await rateOf('faucet')).toMatchObject({ seconds: 310, perMinute: 6 })
})

test('of work whose time was not measured only the reward is told', async () => {
  const ben = await world.user('ben')
  for (let day = 0; day < 10; day++) await earn(world, ben.id, 100 + day, 'bonus')
  world.clock.turn(600)
  await rollUp()
  expect(await rateOf('bonus')).toEqual({ kind: 'bonus', count: 10, reward: 105, seconds: null, perMinute: null })
})

test('what a shortlink takes is what its visits took', async () => {
  const cid = await world.user('cid')
  await world.db.raw(
    `INSERT INTO link_providers (id, name, api, api_url, api_key_sealed, reward, max_view, priority, min_seconds,
       expected_seconds, countries, enabled, median_seconds, learnt_from, created_at)
     VALUES ($1, 'Fern', 'generic', 'https://fern.example', '', 60, 3, 0, 10, 40, '{}', true, 40, 25, $2)`,
    [newId(), world.clock.now()],
  )
  for (let visit = 0; visit < 10; visit++) await earn(world, cid.id, 60, 'link')
  world.clock.turn(600)
  await rollUp()
  expect(await rateOf('link')).toEqual({ kind: 'link', count: 10, reward: 60, seconds: 40, perMinute: 90 })
})
