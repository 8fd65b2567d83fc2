import type { adminTrap } from '@runnel/contract/admin/trap'
import type { Call } from '@runnel/contract/route'
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { runSuspectJobs, seenOn } from '#test/features/suspecting.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })

type Query = Call<(typeof adminTrap)['traps']>['query']

describe('hits of traps by day', () => {
  const net = '233.252.9.0/24'
  const hits = async (at: Date, userIds: readonly (string | null)[]) => {
    for (const userId of userIds) {
      const row = { user_id: userId, ip_net: net, device_id: null, trap: 'hidden-option', sample: '{}' }
      await world.db.write((tx) =>
        tx
          .insertInto('trap_hits')
          .values({ id: newId(), at, ...row })
          .execute(),
      )
    }
  }
  const daysOf = async (query: Query) => (await (await world.owner()).admin.traps({ query })).days

  test('are those that the filters leave, on every day that was asked for', async () => {
    const { id } = await world.user('daily_bot')
    await hits(new Date('2020-05-02T23:59:59Z'), [id, null, null])
    await hits(new Date('2020-05-04T00:00:00Z'), [id])
    const wanted = { net, from: '2020-05-02', to: '2020-05-04' }
    expect(await daysOf(wanted)).toEqual([
      { day: '2020-05-02', byAccounts: 1, byGuests: 2 },
      { day: '2020-05-03', byAccounts: 0, byGuests: 0 },
      { day: '2020-05-04', byAccounts: 1, byGuests: 0 },
    ])
    expect((await daysOf({ ...wanted, userId: id })).map(({ byGuests }) => byGuests)).toEqual([0, 0, 0])
    expect((await daysOf({ ...wanted, kind: 'forged' })).map(({ byAccounts }) => byAccounts)).toEqual([0, 0, 0])
  })

  test('are those of the last 30 days where none were asked for, and never of too many', async () => {
    const today = world.clock.now().toISOString().slice(0, 10)
    const days = await daysOf({})
    expect([days.length, days.at(-1)?.day]).toEqual([30, today])
    expect(await daysOf({ from: '2001-01-01' })).toHaveLength(400)
    expect(await daysOf({ from: today, to: '2001-01-01' })).toEqual([])
  })
})

test('whoever knows an address finds its network, and what hit a trap from there', async () => {
  const owner = await world.owner()
  const found = await owner.admin.traps({ query: { net: '233.252.9.77', kind: 'hidden-option' } })
  expect([...new Set(found.items.map((hit) => hit.net))]).toEqual(['233.252.9.0/24'])
  await seenOn(world, [await world.user('ip_ida')], { net: '100.65.8.0/24' })
  await runSuspectJobs(world)
  const { items } = await owner.admin.networks({ query: { net: '100.65.8.200' } })
  expect(items.map((one) => one.net)).toEqual(['100.65.8.0/24'])
})
