import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '#guard/captcha-image/random.ts'
import { startShortlinks } from '#test/fakes/shortlinks.ts'
import { linking } from '#test/features/linking.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, limits: false })
let fake: Awaited<ReturnType<typeof startShortlinks>>
beforeAll(async () => {
  fake = await startShortlinks()
})
afterAll(() => fake.close())
const { regular, onlyLink, visit, past, paidFor } = linking(world, () => fake)

const learntOf = async (id: string) =>
  (await (await world.owner()).admin.links()).links.find(({ _id }) => _id === id)?.learnt

const random = seededRandom('learn')
const people = (count: number): number[] =>
  Array.from({ length: count }, () => 50 * Math.exp(0.38 * (random() + random() + random() + random() - 2) * 1.73))

describe('the job that learns', () => {
  test('leaves alone what it knows too little of, and does not learn from strangers', async () => {
    const { _id: id } = await onlyLink()
    await past(id, people(9))
    await past(id, people(100), { trusted: false })
    await world.runJob('link.learn')
    expect(await learntOf(id)).toBeNull()
    await past(id, people(1))
    expect(await world.runJob('link.learn')).toMatch(/: 1 of /)
    expect(await learntOf(id)).toMatchObject({ visits: 10 })
    expect(await world.runJob('link.learn'), 'nothing is new').toMatch(/: 0 of /)
  })

  test('learns from the last two hundred only, and shows users what it learnt', async () => {
    const { _id: id } = await onlyLink({ expectedSeconds: 40 })
    const ann = await regular()
    expect((await ann.link.list()).links[0]?.avgDuration).toBe(40)
    // The first of these are the newest.
    await past(id, [...Array.from({ length: 200 }, () => 30), ...Array.from({ length: 300 }, () => 300)])
    await world.runJob('link.learn')
    expect(await learntOf(id)).toEqual({ median: 30, floor: 30, visits: 200 })
    expect((await ann.link.list()).links[0]?.avgDuration).toBe(30)
  })
})

test('of traffic with 70 % bypasses of five seconds, trusted or not, at most 1 % of those is paid', async () => {
  const { _id: id } = await onlyLink({ minSeconds: 2, maxView: 1_000, expectedSeconds: 45 })
  await past(id, people(60))
  await world.runJob('link.learn')
  const [bots, honest] = [
    await Promise.all(Array.from({ length: 5 }, () => regular('bot'))),
    await Promise.all(Array.from({ length: 5 }, () => regular())),
  ]
  const before = await paidFor(id)
  const statuses = { bypass: { paid: 0, held: 0 }, people: { paid: 0, held: 0 } }
  for (let round = 0; round < 200; round += 1) {
    const isBypass = random() < 0.7
    const person = (isBypass ? bots : honest)[round % 5]
    if (person === undefined) throw new Error('there are five of each')
    const { status } = await visit(person, id, isBypass ? 4 + 2 * random() : (people(1)[0] ?? 0))
    statuses[isBypass ? 'bypass' : 'people'][status] += 1
    if (round % 40 === 39) await world.runJob('link.learn')
  }
  const { bypass, people: visitors } = statuses
  expect(bypass.paid / (bypass.paid + bypass.held), JSON.stringify(statuses)).toBeLessThanOrEqual(0.01)
  expect(visitors.held / (visitors.paid + visitors.held), JSON.stringify(statuses)).toBeLessThanOrEqual(0.05)
  expect((await paidFor(id)) - before).toBe(bypass.paid + visitors.paid)
})
