import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'
import { AMOUNT, callsOf, payIn } from '#test/features/depositing.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ isProduction: true })

test('a production site has no sandbox', async () => {
  const person = await world.user('real')
  const { methods } = await person.deposit.overview({})
  expect(methods, 'what was never set up is not shown').toEqual([])
  const sentence = 'This deposit method is currently unavailable.'
  const refused = await refusal(payIn(person, 'btcpay', AMOUNT))
  expect(refused).toMatchObject({ status: 409, failure: { code: 'METHOD_CLOSED', msg: sentence } })
  expect(await refusal(payIn(person, 'sandbox', AMOUNT))).toMatchObject({ status: 422 })
  const pay = person.deposit.sandboxPay({ params: { id: newId() }, body: { outcome: 'pay' } })
  expect(await refusal(pay)).toMatchObject({ status: 404 })
  const call = await world.guest().raw({ method: 'POST', path: '/api/deposit/webhook/sandbox', body: {} })
  expect(call).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test('its owner reads in the settings why a way to pay in is closed, until it is set up', async () => {
  const owner = await world.owner()
  const { closedDeposits, settings, defaults, hasSandbox } = await owner.admin.settings()
  expect(hasSandbox).toBe(false)
  const real = ['btcpay', 'nowpayments', 'faucetpay']
  expect(settings.deposit_methods.map(({ processor }) => processor)).toEqual(real)
  expect(defaults.deposit_methods.map(({ processor }) => processor)).toEqual(real)
  expect(closedDeposits).toEqual([
    { processor: 'btcpay', msg: inEnglish(say('owner.processor.btcpayServerNeedsUrl')) },
    { processor: 'nowpayments', msg: inEnglish(say('owner.processor.nowpaymentsNeedsApiKey')) },
    { processor: 'faucetpay', msg: inEnglish(say('owner.processor.faucetpayNeedsMerchantsUsername')) },
  ])
  const body = { deposit_nowpayments_key: 'very secret', deposit_nowpayments_ipn_secret: 'hush' }
  const saved = await owner.admin.saveSettings({ body })
  expect(saved.closedDeposits.map(({ processor }) => processor)).toEqual(['btcpay', 'faucetpay'])
  expect(JSON.stringify(saved)).not.toContain('very secret')
  expect(saved.settings.deposit_methods.map(({ processor }) => processor)).toEqual(real)
  const { methods } = await (await world.user('pays')).deposit.overview({})
  expect(methods.map(({ processor }) => processor)).toEqual(['nowpayments'])
  await owner.admin.saveSettings({ body: { deposit_nowpayments_key: '', deposit_nowpayments_ipn_secret: '' } })
})

test('a sandbox deposit that was opened elsewhere is not paid in production', async () => {
  const person = await world.user('moved')
  const now = world.clock.now()
  const id = newId()
  const deposit = { id, user_id: person.id, method: 'sandbox', processor: 'sandbox', coin: null, currency: 'USD' }
  const times = { expires_at: now, poll_at: now, created_at: now, updated_at: now, paid_at: null }
  const rest = {
    amount: AMOUNT,
    fee_basis_points: 0,
    status: 'waiting',
    note: null,
    provider_id: id,
    deposit_url: null,
  } as const
  await world.db.write(async (tx) => {
    await tx
      .insertInto('deposits')
      .values({ ...deposit, ...rest, ...times })
      .execute()
    const paid = { status: 'paid', asked: '5', paid: '5', paid_id: 'x' } as const
    await tx
      .insertInto('sandbox_deposits')
      .values({ reference: id, ...paid, at: now })
      .execute()
  })
  await world.runJob('deposits.poll')
  const pay = person.deposit.sandboxPay({ params: { id }, body: { outcome: 'pay' } })
  expect(await refusal(pay)).toMatchObject({ status: 404 })
  expect((await person.deposit.overview({})).depositBalance).toBe(0)
})

test('a stranger who calls for ever is put off for ever, and kept only so often', async () => {
  const stranger = world.guest()
  const call = () => stranger.raw({ method: 'POST', path: '/api/deposit/webhook/btcpay', body: { type: 'x' } })
  for (let index = 0; index < 65; index += 1) expect((await call()).status).toBe(503)
  expect(await callsOf(world, 'btcpay')).toHaveLength(60)
  const other = await world.guest().raw({ method: 'POST', path: '/api/deposit/webhook/btcpay', body: {} })
  expect(other).toMatchObject({ status: 503, body: { text: 'Later' } })
  expect(await callsOf(world, 'btcpay')).toHaveLength(61)
})
