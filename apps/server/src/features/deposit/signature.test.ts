import { expect, test } from 'vitest'
import type { Call } from '#test/fakes/provider.ts'
import { AMOUNT, callsOf, depositBalance, depositRow, payIn, useProviders } from '#test/features/depositing.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, limits: false })
const { providers, deliver: deliverTo } = useProviders(world)

const deliver = async (call: Call) => (await deliverTo('nowpayments', call))[0]

test('notices with a wrong signature are heard when NOWPayments confirms the payment that they name', async () => {
  const { nowpayments } = providers()
  const person = await world.user('rotates')
  const deposit = await payIn(person, 'nowpayments')
  const invoice = (await depositRow(world, deposit)).provider_id ?? ''
  const payment = nowpayments.choose(invoice)
  nowpayments.settle(payment, { status: 'finished', paid: '0.0001' })
  await world.settings({ deposit_nowpayments_ipn_secret: 'the next one' })
  const call = nowpayments.notice(payment)
  nowpayments.failNext('fails before')
  expect(await deliver(call), 'to be repeated').toBe(503)
  expect((await depositRow(world, deposit)).provider_tokens).toEqual([])
  expect(await deliver(call)).toBe(200)
  await world.settings({ deposit_nowpayments_ipn_secret: nowpayments.config.ipnSecret })
  expect(await depositBalance(world, person)).toBe(AMOUNT)
  const [kept] = (await callsOf(world, 'nowpayments')).slice(-1)
  expect(kept).toMatchObject({ verdict: 'credited', deposit_id: deposit._id })
  expect(kept?.detail).toContain('owner.deposit.invalidSignatureConfirmed')
})

test('notices with a wrong signature lead nowhere when their payment or deposit is another', async () => {
  const { nowpayments } = providers()
  const person = await world.user('forges')
  const [paid, other, over] = [
    await payIn(person, 'nowpayments'),
    await payIn(person, 'nowpayments'),
    await payIn(person, 'nowpayments'),
  ]
  const choose = async (deposit: typeof paid) => {
    const payment = nowpayments.choose((await depositRow(world, deposit)).provider_id ?? '')
    nowpayments.settle(payment, { status: 'finished', paid: '0.0001' })
    return payment
  }
  const [payment, late] = [await choose(paid), await choose(over)]
  await world.db.raw('UPDATE deposits SET poll_at = NULL WHERE id = $1', [over._id])
  const before = nowpayments.got.length
  const forge = (id: string, changes: object) => nowpayments.notice(id, { secret: 'guessed', ...changes })
  expect(await deliver(forge(payment, { order_id: other._id }))).toBe(403)
  expect(await deliver(forge(payment, { payment_id: 999 }))).toBe(403)
  expect(nowpayments.got).toHaveLength(before + 2)
  expect(await deliver(forge(late, {})), 'no longer looked at').toBe(403)
  expect(await deliver(forge(payment, { order_id: crypto.randomUUID() }))).toBe(403)
  expect(nowpayments.got, 'and NOWPayments is not asked').toHaveLength(before + 2)
  for (const deposit of [paid, other, over]) {
    expect((await depositRow(world, deposit)).provider_tokens).toEqual([])
  }
  expect(await depositBalance(world, person)).toBe(0)
})
