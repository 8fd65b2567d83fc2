import { describe, expect, test } from 'vitest'
import { scanRecentActivity } from '#guard/suspicion/suspect-scan.ts'
import { addMethod, dogePlace, earn, openHanded, requestWithdrawal } from '#test/features/withdrawing.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 10, settings: openHanded })

const rich = async (name: string): Promise<Person> => {
  const person = await world.user(name)
  await earn(world, person, 100_000)
  return person
}

/** Looks at everybody who was here, as the hourly job does. */
const look = async (people: readonly Person[]): Promise<void> => {
  for (const person of people) await person.user.me()
  world.clock.turn(3_600)
  for (const person of people)
    await world.db.raw('UPDATE sessions SET last_seen_at = $1 WHERE user_id = $2', [world.clock.now(), person.id])
  world.clock.turn(120)
  await scanRecentActivity(world.db, { timerSeconds: 300, hostingNets: '', now: world.clock.now() })
}

const told = async (...people: readonly Person[]) => {
  const ids = people.map(({ id }) => id)
  const [marks, ties] = await Promise.all([
    world.db.raw(
      `SELECT username FROM risk_marks m JOIN users u ON u.id = m.user_id
      WHERE m.user_id = ANY ($1) AND m.reason LIKE 'address-shared:%' ORDER BY username`,
      [ids],
    ),
    world.db.raw(
      `SELECT username FROM ties t JOIN users u ON u.id = t.user_id
      WHERE t.user_id = ANY ($1) AND t.kind = 'payout' ORDER BY username`,
      [ids],
    ),
  ])
  return { marks: marks.map(({ username }) => username), ties: ties.map(({ username }) => username) }
}

const statusOf = async (person: Person, id: string) =>
  (await person.withdraw.history({ query: { limit: '100' } })).items.find(({ _id }) => _id === id)?.status

describe('an address that somebody was paid at', () => {
  test('is named by a stranger: the stranger is held and marked, and who was paid there is not', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner)
    const [victim, stranger] = [await rich('victim'), await rich('stranger')]
    const address = dogePlace('of the victim')
    const ask = async (person: Person, to = address) =>
      (await requestWithdrawal(person, { method, amount: 2_000, address: to })).withdrawal
    const paid = await ask(victim)
    await world.runJobs()
    expect(await statusOf(victim, paid._id)).toBe('paid')
    world.clock.turn(60)

    const named = await ask(stranger)
    expect(named.status).toBe('review')
    expect(await told(victim, stranger)).toMatchObject({ marks: ['stranger'] })
    await look([victim, stranger])
    expect(await told(victim, stranger)).toEqual({ marks: ['stranger'], ties: ['stranger'] })
    const { review } = await victim.withdraw.preview({
      params: { methodId: method._id },
      body: { address, amount: 2_000 },
    })
    expect(review).toBeNull()
    expect((await ask(victim)).status).toBe('approved')

    // Both wait at once, and are no case: neither decision reaches the other.
    await world.settings({ ...openHanded, payout_auto_max: 0 })
    expect((await ask(victim)).status).toBe('review')
    expect((await owner.admin.withdrawalCases()).cases).toEqual([])
    await world.settings(openHanded)

    await owner.admin.rejectWithdrawals({ body: { ids: [named._id], reason: 'Not yours.' } })
    await look([victim, stranger])
    expect((await ask(victim)).status).toBe('approved')
    expect(await told(victim)).toEqual({ marks: [], ties: [] })
    // The stranger is seen beside the victim each time anew.
    expect((await ask(stranger)).status).toBe('review')
    expect(await told(victim)).toEqual({ marks: [], ties: [] })
  })

  test('and at which many were paid still shows all of them', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner)
    const farm = await Promise.all(['paid_one', 'paid_two', 'paid_three'].map(rich))
    const address = dogePlace('of the farm')
    for (const person of farm) {
      const { withdrawal } = await requestWithdrawal(person, { method, amount: 2_000, address })
      if (withdrawal.status === 'review') await owner.admin.approveWithdrawals({ body: { ids: [withdrawal._id] } })
      await world.runJobs()
      expect(await statusOf(person, withdrawal._id)).toBe('paid')
      world.clock.turn(60)
    }
    await look(farm)
    const all = ['paid_one', 'paid_three', 'paid_two']
    expect(await told(...farm)).toEqual({ marks: all, ties: all })
    for (const person of farm) {
      expect((await requestWithdrawal(person, { method, amount: 2_000, address })).withdrawal.status).toBe('review')
    }
    const { cases } = await owner.admin.withdrawalCases()
    expect(cases).toMatchObject([{ accounts: 3, amount: 6_000 }])
  })
})

test('a request that was rejected is held against nobody else', async () => {
  const owner = await world.owner()
  const method = await addMethod(owner)
  const [first, second] = [await rich('rejected_first'), await rich('later_second')]
  const address = dogePlace('rejected there')
  await world.settings({ ...openHanded, payout_auto_max: 0 })
  const { withdrawal } = await requestWithdrawal(first, { method, amount: 2_000, address })
  await owner.admin.rejectWithdrawals({ body: { ids: [withdrawal._id], reason: 'No.' } })
  await world.settings(openHanded)
  expect((await requestWithdrawal(second, { method, amount: 2_000, address })).withdrawal.status).toBe('approved')
  await look([first, second])
  expect(await told(second)).toEqual({ marks: [], ties: [] })
})
