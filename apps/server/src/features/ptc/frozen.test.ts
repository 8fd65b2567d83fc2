import { expect, test } from 'vitest'
import { balancesOf } from '#money/accounts.ts'
import { fund } from '#test/features/advertising.ts'
import { forViewing, refusedAs, viewing } from '#test/features/viewing.ts'
import { owe } from '#test/features/walling.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld(forViewing)
const { someone, campaign, watch, verify, view } = viewing(world)

test('ads of somebody in debt wait; a view that was begun is paid; they go on when the debt is repaid', async () => {
  const { id, owner } = await campaign()
  const [begun, late] = [await someone('viewer'), await someone('viewer')]
  const seen = async () => (await late.ptc.list()).ads.map(({ _id }) => _id)
  expect(await seen()).toEqual([id])
  const ticket = await watch(begun, id, 10)
  await owe(world, owner, 5_000)
  expect(await verify(begun, id, ticket)).toMatchObject({ reward: expect.any(Number) })
  expect(await seen()).toEqual([])
  expect((await late.user.refresh()).ptcCount ?? 0).toBe(0)
  expect(await refusal(late.ptc.open({ params: { id } }))).toMatchObject(refusedAs(409, 'AD_GONE'))
  await fund(world, owner, 5_000)
  expect(await seen()).toEqual([id])
  await view(late, id)
})

test('nobody in debt buys views or another campaign, and what is deleted repays first', async () => {
  const { id, owner } = await campaign()
  const [row] = await world.db.raw('SELECT balance::int AS left FROM accounts WHERE name = $1', [`escrow:${id}`])
  const left = Number(row?.['left'])
  await owe(world, owner, left + 40)
  const more = await refusal(owner.advertise.addView({ params: { id }, body: { views: 10 } }))
  expect(more).toMatchObject(refusedAs(409, 'IN_DEBT'))
  await owner.advertise.remove({ params: { id } })
  expect(await balancesOf(world.db.read, owner.id)).toEqual({ main: 0, deposit: 0, held: 0, debt: 40 })
})
