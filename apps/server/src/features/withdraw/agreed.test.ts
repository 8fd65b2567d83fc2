import { describe, expect, test } from 'vitest'
import { balancesOf } from '#money/accounts.ts'
import { addMethod, dogePlace, earn, openHanded } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: openHanded })

let count = 0
const shown = async () => {
  count += 1
  const owner = await world.owner()
  const method = await addMethod(owner)
  const person = await world.user(`agrees${count}`)
  await earn(world, person, 30_000)
  const params = { methodId: method._id }
  const body = { address: dogePlace(person.id), amount: 10_000 }
  const { receives } = await person.withdraw.preview({ params, body })
  const send = async (expected: string | undefined, idempotencyKey?: string) => {
    const captcha = await person.solve.captcha('withdraw')
    const sent = { ...body, captcha, ...(expected === undefined ? {} : { expected }) }
    return person.withdraw.request({ params, body: sent, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) })
  }
  const change = (fields: { rate?: string; fee?: number }) =>
    owner.admin.editMethod({ params: { id: method._id }, body: fields })
  const main = async () => (await balancesOf(world.db.read, person.id)).main
  return { person, receives, send, change, main }
}

describe('a request that says what was shown', () => {
  test('is taken while that very sum arrives, and what arrives is that sum', async () => {
    const { receives, send } = await shown()
    expect(receives).toBe('0.99')
    expect((await send(receives)).withdrawal.receives).toBe('0.99')
    expect((await send('0.990000000000000000')).withdrawal.receives).toBe('0.99')
  })

  test.each([
    ['rate', { rate: '10000.01' }, '0.98999901'],
    ['fee', { fee: 101 }, '0.9899'],
  ])('is refused with the new sum when the %s has risen, takes nothing, and the new sum is taken', async (...row) => {
    const [, change, now] = row
    const { person, receives, send, change: edit, main } = await shown()
    await edit(change)
    const refused = await refusal(send(receives, 'one-attempt'))
    expect(refused).toMatchObject({ status: 409, failure: { code: 'RATE_MOVED' } })
    expect(refused.failure?.msg).toContain(`${now} DOGE`)
    expect(await main()).toBe(30_000)
    expect((await person.withdraw.history()).totalItems).toBe(0)
    const reserved = await world.db.raw('SELECT id FROM withdrawals WHERE user_id = $1', [person.id])
    expect(reserved).toEqual([])
    expect((await send(now, 'another-attempt')).withdrawal.receives).toBe(now)
    expect(await main()).toBe(20_000)
  })

  test('is taken with all that arrives when it has become more', async () => {
    const { receives, send, change } = await shown()
    await change({ rate: '9000' })
    expect((await send(receives)).withdrawal.receives).toBe('1.1')
  })

  test('is not needed: who says nothing is paid by the rate of the moment', async () => {
    const { send, change } = await shown()
    await change({ rate: '20000' })
    expect((await send(undefined)).withdrawal.receives).toBe('0.495')
  })

  test.each(['', '-1', '1,98', '1e3', 'much', '9'.repeat(31)])('with %j is refused as it is written', async (words) => {
    const { send, main } = await shown()
    const refused = await refusal(send(words))
    expect(refused).toMatchObject({ status: 422, failure: { errors: { expected: expect.any(String) } } })
    expect(await main()).toBe(30_000)
  })
})
