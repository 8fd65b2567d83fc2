import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { trust } from '#test/features/trusting.ts'
import { type Person, useWorld } from '#test/world.ts'
import { countSharedNetworksAndDevices } from './sightings.ts'

const world = useWorld()

/** People who claim from one network, each with a browser of their own, on so many of the last days. */
const settle = async (net: string, { count, days }: { count: number; days: number }): Promise<Person[]> => {
  const people: Person[] = []
  const now = world.clock.now()
  for (let index = 0; index < count; index += 1) {
    const person = await world.user(`at${net.replace(/\W/g, '')}n${index}`)
    const device = newId()
    await world.db.raw('INSERT INTO devices (id, first_seen_at, print) VALUES ($1, $2, $3)', [device, now, device])
    await world.db.raw(
      `INSERT INTO device_users (device_id, user_id, ip_net, user_agent, first_seen_at, last_seen_at)
       VALUES ($1, $2, $3, 'test', $4, $4)`,
      [device, person.id, net, now],
    )
    await world.db.raw(
      `INSERT INTO network_users (net, user_id, first_seen_at, last_seen_at) VALUES ($1, $2, $3, $3)`,
      [net, person.id, now],
    )
    await world.db.raw(
      `INSERT INTO claim_days (user_id, day, tenths, solve_ms)
       SELECT $1, $2::timestamptz::date - day, '{1}', '{}' FROM generate_series(1, $3) day`,
      [person.id, now, days],
    )
    people.push(person)
  }
  return people
}

const commonnessOf = async (net: string): Promise<number> => {
  await world.db.write((tx) => countSharedNetworksAndDevices(tx, { since: world.clock.now() }))
  const [row] = await world.db.raw('SELECT commonness FROM networks WHERE net = $1', [net])
  return Number(row?.['commonness'])
}

test.each([
  ['a family of four, who claim every day', 4, 10, 1],
  ['a shared house', 16, 10, 2],
  ['a school of 60', 60, 5, 4],
  ['ten fresh accounts with ten prints', 10, 1, 1],
] as const)('%s', async (_who, count, days, commonness) => {
  const net = `198.18.${count}.0/24`
  await settle(net, { count, days })
  expect(await commonnessOf(net)).toBe(commonness)
})

test('what browsers say of themselves adds up to four shares, trusted accounts to any', async () => {
  const net = '198.18.200.0/24'
  const carrier = await settle(net, { count: 40, days: 4 })
  for (const person of carrier) await trust(world, person, 'trusted')
  expect(await commonnessOf(net)).toBe(10)
})
