import { afterAll, beforeAll, expect, test } from 'vitest'
import { startShortlinks } from '#test/fakes/shortlinks.ts'
import { linking } from '#test/features/linking.ts'
import { refusedAs } from '#test/features/viewing.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })
let fake: Awaited<ReturnType<typeof startShortlinks>>
beforeAll(async () => {
  fake = await startShortlinks()
})
afterAll(() => fake.close())
const { someone, addLink, open, verify, visit } = linking(world, () => fake)

test('the statistic tells of each provider and day what was opened, what came of it and what it cost', async () => {
  const one = await addLink({ name: 'One', maxView: 10 })
  const two = await addLink({ name: 'Two', reward: 50 })
  const ann = await someone()
  await visit(ann, one._id, 30)
  await visit(ann, one._id, 61)
  await visit(ann, one._id, 10)
  await visit(ann, one._id, 1).catch(() => undefined)
  await open(ann, one._id)
  fake.failNext('fails before')
  await open(ann, two._id).catch(() => undefined)
  await visit(ann, two._id, 40)
  const owner = await world.owner()
  world.clock.set('2026-03-10T23:59:40.000Z')
  const late = await open(ann, two._id)
  world.clock.turn(40)
  await verify(ann, late)
  const { items } = await owner.link.statistic({ query: {} })
  const day = '2026-03-10'
  expect(items).toEqual([
    {
      _id: one._id,
      name: 'One',
      day,
      opened: 5,
      completed: 2,
      held: 1,
      refused: 1,
      avgDuration: 46,
      cost: 240,
    },
    // A visit belongs to the day on which it was opened, so that the rate of a day is one.
    { _id: two._id, name: 'Two', day, opened: 2, completed: 2, held: 0, refused: 0, avgDuration: 40, cost: 100 },
  ])
  await owner.admin.removeLink({ params: { id: one._id } })
  expect((await owner.link.statistic({ query: { from: day, to: day } })).items).toHaveLength(2)
  expect((await owner.link.statistic({ query: { from: '2026-03-11' } })).items).toEqual([])
  await expect(owner.link.statistic({ query: { from: '2026-03-12', to: day } })).rejects.toMatchObject(
    refusedAs(422, 'DAYS_REVERSED'),
  )
  await expect(owner.link.statistic({ query: { from: '2025-12-01', to: day } })).rejects.toMatchObject(
    refusedAs(422, 'TOO_MANY_DAYS'),
  )
  await expect(ann.link.statistic({ query: {} })).rejects.toMatchObject({ status: 403 })
})
