import { expect, test } from 'vitest'
import { withdrawalPage } from '#features/withdraw/owner/withdrawals.ts'
import { addMethod, dogePlace, earn, inReview, requestWithdrawal } from '#test/features/withdrawing.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 10, settings: { ...inReview, payout_address_wait_hours: 0 } })

const DAY_SECONDS = 86_400

test('a reviewer sees what an account earned, and who else of its network withdrew that day', async () => {
  const owner = await world.owner()
  const method = await addMethod(owner)
  const seenAt = async ({ id: user_id }: Person, net: string) => {
    const at = { first_seen_at: world.clock.now(), last_seen_at: world.clock.now() }
    await world.db.write((tx) =>
      tx
        .insertInto('network_users')
        .values({ net, user_id, ...at })
        .execute(),
    )
  }
  const member = async (name: string, ...nets: string[]): Promise<Person> => {
    const person = await world.user(name)
    for (const net of nets) await seenAt(person, net)
    await earn(world, person, 20_000)
    return person
  }
  const asks = (person: Person, place = person.id) =>
    requestWithdrawal(person, { method, amount: 1_000, address: dogePlace(place) })
  const shown = async (username: string) => (await owner.admin.withdrawals({ query: { username } })).items[0]

  const [ann, bea, cleo] = [
    await member('ann', '198.51.100.0/24', '203.0.113.0/24'),
    await member('bea', '198.51.100.0/24'),
    await member('cleo', '203.0.113.0/24', '198.51.100.0/24'),
  ]
  const dora = await member('dora', '192.0.2.0/24')
  for (const person of [ann, bea, cleo, dora]) await asks(person)
  expect(await shown('ann')).toMatchObject({ user: { score: 0 }, network: { accounts: 3, newAddresses: 3 } })
  expect(await shown('dora')).toMatchObject({ network: null })
  expect((await shown('ann'))?.earned).toEqual([{ source: 'faucet', amount: 20_000 }])

  // A day later two of them are paid again, one of them at a place of its own that is known already.
  world.clock.turn(DAY_SECONDS)
  await asks(ann)
  expect(await shown('ann'), 'nobody else withdrew yet').toMatchObject({ network: null })
  await asks(bea, 'somewhere else')
  expect(await shown('ann')).toMatchObject({ network: { accounts: 2, newAddresses: 1 } })
  expect(await shown('cleo'), 'the day of its withdrawal').toMatchObject({ network: { accounts: 3, newAddresses: 3 } })
  const later = new Date(world.clock.now().getTime() + 31 * DAY_SECONDS * 1_000)
  const { items } = await withdrawalPage(world.db.read, { page: 1, limit: 1, username: 'ann' }, later)
  expect(items[0]?.earned, 'earned long ago').toEqual([])
})
