import { expect, it } from 'vitest'
import { newId } from '#kernel/id.ts'
import { reward } from '#money/reward.ts'
import { addMethod, earn as earnEnough, openHanded, requestWithdrawal } from '#test/features/withdrawing.ts'
import { useWorld, type Person } from '#test/world.ts'

const world = useWorld({ settings: openHanded })

const fileOf = async (person: Person, year: string): Promise<string[][]> => {
  const { status, body } = await person.raw({ method: 'GET', path: `/api/user/year-statement.csv?year=${year}` })
  expect(status).toBe(200)
  return String(body['text'])
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
}

const earn = (userId: string, amount: number) =>
  world.db.write((tx) =>
    reward(tx, { userId, source: 'faucet', amount, exp: 10, key: `faucet:${newId()}` }, world.clock.now()),
  )

it('adds up the movements of one UTC year by kind, of the caller alone', async () => {
  world.clock.set('2026-12-31T23:59:59.000Z')
  const [dora, other] = [await world.user('dora'), await world.user('other')]
  await earn(dora.id, 150)
  await earn(dora.id, 12_345)
  await earn(other.id, 9)
  world.clock.set('2027-01-01T00:00:00.000Z')
  await earn(dora.id, 7)
  const none = ['withdrawals-paid', '0', '0', '0', '0', '0', '0', 'USD']
  expect((await fileOf(dora, '2026')).slice(1)).toEqual([
    ['2026', 'faucet', '2', '12495', '0', '', '0.12495', '0', 'USD'],
    ['2026', ...none],
  ])
  expect((await fileOf(dora, '2027')).slice(1)).toEqual([
    ['2027', 'faucet', '1', '7', '0', '', '0.00007', '0', 'USD'],
    ['2027', ...none],
  ])
  expect((await fileOf(dora, '2025')).slice(1)).toEqual([['2025', ...none]])
})

it('has the withdrawals that were paid, with their fees', async () => {
  const owner = await world.owner()
  const method = await addMethod(owner, { processor: 'manual' })
  const erin = await world.user('erin')
  await earnEnough(world, erin, 30_000)
  const { withdrawal } = await requestWithdrawal(erin, { method, amount: 12_000 })
  const year = String(world.clock.now().getUTCFullYear())
  const paidOf = async () => (await fileOf(erin, year)).at(-1)
  expect((await paidOf())?.slice(1, 6)).toEqual(['withdrawals-paid', '0', '0', '0', '0'])
  await owner.admin.markPaid({ params: { id: withdrawal._id }, body: { txId: 'by hand' } })
  expect(await paidOf()).toEqual([year, 'withdrawals-paid', '1', '0', '12000', '100', '0', '0.12', 'USD'])
  expect(await fileOf(erin, year)).toContainEqual([year, 'withdraw-request', '1', '0', '12000', '', '0', '0.12', 'USD'])
})

it('takes nothing that is no year, and nobody who is not signed in', async () => {
  const finn = await world.user('finn')
  for (const year of ['', 'now', '1999', '3000', '2026.5', '-1']) {
    const { status, body } = await finn.raw({ method: 'GET', path: `/api/user/year-statement.csv?year=${year}` })
    expect({ status, code: body['code'] }).toEqual({ status: 422, code: 'INVALID_FIELDS' })
  }
  const { status } = await world.guest().raw({ method: 'GET', path: '/api/user/year-statement.csv?year=2026' })
  expect(status).toBe(401)
})
