import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { addMethod, dogePlace, earn, inReview, requestWithdrawal } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 10, settings: { ...inReview, payout_address_wait_hours: 0 } })

/** Lets these share a network and a device, as the places that were seen say. */
const together = async (all: readonly Person[], net: string, device: string) => {
  const at = world.clock.now()
  const count = all.length
  await world.db.raw(
    `INSERT INTO networks (net, accounts, devices, highest_score, first_seen_at, last_seen_at)
     VALUES ($1, $2, $2, 0, $3, $3)`,
    [net, count, at],
  )
  await world.db.raw('INSERT INTO devices (id, first_seen_at, accounts) VALUES ($1, $2, $3)', [device, at, count])
  for (const { id } of all) {
    await world.db.raw(
      'INSERT INTO network_users (net, user_id, first_seen_at, last_seen_at) VALUES ($1, $2, $3, $3)',
      [net, id, at],
    )
    await world.db.raw(
      `INSERT INTO device_users (device_id, user_id, first_seen_at, last_seen_at, ip_net, user_agent)
       VALUES ($1, $2, $3, $3, $4, 'a browser')`,
      [device, id, at, net],
    )
  }
}
const refer = (referrer: Person, all: readonly Person[]) =>
  world.db.raw('UPDATE users SET referrer_id = $1 WHERE id = ANY ($2)', [referrer.id, all.map(({ id }) => id)])
const people = (names: readonly string[]): Promise<Person[]> =>
  Promise.all(
    names.map(async (name) => {
      const person = await world.user(name)
      await earn(world, person, 20_000)
      return person
    }),
  )

test('withdrawals of a cluster are one case with one decision, and those of a family are none', async () => {
  const owner = await world.owner()
  const method = await addMethod(owner)
  const farm = await people(['farm_one', 'farm_two', 'farm_three', 'farm_four', 'farm_five'])
  const family = await people(['mother', 'father', 'daughter', 'son'])
  const alone = await people(['somebody'])
  const [first, ...others] = farm
  const [mother, ...relatives] = family
  if (first === undefined || mother === undefined) throw new Error('nobody')
  // The farm on a mail host of its own, in step, under one referrer; the family on one tablet, of whom one invited all.
  await world.db.raw(`UPDATE users SET email = username || '@farm.example', email_key = username || '@farm.example'
    WHERE username LIKE 'farm\\_%'`)
  await world.db.raw(`UPDATE users SET email_key = username || '@gmail.com' WHERE username NOT LIKE 'farm\\_%'`)
  for (const { id } of farm) {
    await world.db.raw(`INSERT INTO ties (kind, key, user_id, at) VALUES ('timing', 'step', $1, $2)`, [
      id,
      world.clock.now(),
    ])
  }
  await refer(first, others)
  await together(family, '198.51.100.0/24', newId())
  await refer(mother, relatives)
  for (const person of [...farm, ...family, ...alone]) {
    await requestWithdrawal(person, { method, amount: 2_000, address: dogePlace(person.id) })
  }

  const { cases } = await owner.admin.withdrawalCases()
  expect(cases).toHaveLength(1)
  const [found] = cases
  expect(found).toMatchObject({ accounts: 5, amount: 10_000, revenue: 0 })
  expect(found?.withdrawals.map(({ user }) => user.username).toSorted()).toEqual([
    'farm_five',
    'farm_four',
    'farm_one',
    'farm_three',
    'farm_two',
  ])
  expect(found?.ties).toEqual([
    '5 of 5 claim in the same 10-minute slots.',
    '5 of 5 have an email address at the same rare domain.',
    '5 of 5 share a referrer (4 referrals in total).',
  ])
  expect(await refusal(mother.admin.withdrawalCases())).toMatchObject({ status: 403 })

  // Two reviewers at once: each withdrawal is decided once.
  const body = { ids: found?.withdrawals.map(({ _id }) => _id) ?? [], reason: 'One person, several accounts.' }
  const done = await Promise.all([owner.admin.rejectWithdrawals({ body }), owner.admin.rejectWithdrawals({ body })])
  expect(done.map(({ done: count }) => count).toSorted((a, b) => a - b)).toEqual([0, 5])
  expect((await owner.admin.withdrawalCases()).cases).toEqual([])
})

test('accounts that are paid to one place are a case, until a person says that they may be', async () => {
  const owner = await world.owner()
  const method = await addMethod(owner)
  const pair = await people(['one_wallet', 'same_wallet'])
  for (const person of pair) {
    await requestWithdrawal(person, { method, amount: 2_000, address: dogePlace('one place') })
  }
  const told = '2 of 2 withdraw to the same address.'
  const { cases } = await owner.admin.withdrawalCases()
  expect(cases).toMatchObject([{ accounts: 2, amount: 4_000, ties: expect.arrayContaining([told]) }])
  await world.db.raw(
    `INSERT INTO pardons (user_id, reason, family, detail, points, at, by_user)
     SELECT user_id, reason, family, detail, points, at, $1 FROM risk_marks WHERE reason LIKE 'address-shared:%'`,
    [owner.id],
  )
  expect((await owner.admin.withdrawalCases()).cases).toEqual([])
})
