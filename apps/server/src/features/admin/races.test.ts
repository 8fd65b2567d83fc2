import { expect, test } from 'vitest'
import { balancesOf } from '#money/accounts.ts'
import { addMethod } from '#test/features/withdrawing.ts'
import { PASSWORD, signUp } from '#test/sign-up.ts'
import { Refused, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, limits: false, settings: { exchange_minimum: 1 } })
const reason = 'A look at a race.'

/** Fails for any answer that is an error of ours. */
const codesOf = (results: readonly PromiseSettledResult<unknown>[]): string[] =>
  results.map((result) => {
    if (result.status === 'fulfilled') return 'done'
    if (!(result.reason instanceof Refused) || result.reason.status >= 500) throw result.reason
    return String(result.reason.failure['code'])
  })

test('what is taken while its owner moves it is taken or refused, and never below zero', async () => {
  const owner = await world.owner()
  const ann = await world.user('racing_ann')
  const params = { id: ann.id }
  const adjust = (amount: number) => owner.admin.adjustUser({ params, body: { account: 'main', amount, reason } })
  for (let turn = 0; turn < 12; turn++) {
    await adjust(1_000)
    const moves = [1, 2, 3].map(() => ann.deposit.exchange({ body: { amount: 1_000 } }))
    const codes = codesOf(await Promise.allSettled([...moves, adjust(-1_000), adjust(-1_000)]))
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect((await balancesOf(world.db.read, ann.id)).main).toBe(0)
  }
})

test('a movement that is undone while it is spent is undone or refused', async () => {
  const owner = await world.owner()
  const bob = await world.user('racing_bob')
  const params = { id: bob.id }
  for (let turn = 0; turn < 8; turn++) {
    await owner.admin.adjustUser({ params, body: { account: 'main', amount: 500, reason } })
    const [line] = (await owner.admin.userStatement({ params })).items
    const body = { transferId: line?._id ?? '', reason }
    const undoing = [1, 2, 3, 4].map(() => owner.admin.reverseTransfer({ params, body }))
    const codes = codesOf(await Promise.allSettled([bob.deposit.exchange({ body: { amount: 500 } }), ...undoing]))
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
  }
})

test('who deletes the account while it moves leaves books that balance, and nothing that lives on', async () => {
  const owner = await world.owner()
  let gone = 0
  for (let turn = 0; turn < 6; turn++) {
    const { me, id, username } = await signUp(world, `racing_leaver${turn}`)
    await owner.admin.adjustUser({ params: { id }, body: { account: 'main', amount: 700, reason } })
    const body = { username, password: PASSWORD, waive: true }
    codesOf(
      await Promise.allSettled([
        me.ownData.remove({ body }),
        me.deposit.exchange({ body: { amount: 300 } }),
        owner.admin.adjustUser({ params: { id }, body: { account: 'deposit', amount: 50, reason } }),
        owner.admin.banUser({ params: { id }, body: { reason } }),
        owner.admin.editUser({ params: { id }, body: { data: { email: `back${turn}@example.org` } } }),
        me.user.profile({ body: { tz: 'Europe/Berlin' } }),
        me.user.password({ body: { currentPassword: PASSWORD, password: 'five other small words' } }),
      ]),
    )
    const [row] = await world.db.raw('SELECT email, tz, password_hash, deleted_at FROM users WHERE id = $1', [id])
    // Somebody who came first may have changed the password or locked the account; then it is there, and whole.
    if (row?.['deleted_at'] === null) continue
    gone += 1
    expect(row).toMatchObject({ email: expect.stringContaining('@deleted.invalid'), tz: 'UTC', password_hash: null })
  }
  expect(gone).toBeGreaterThan(0)
  await world.runJob('own-data.waive')
})

test('a lock and its end, by many at once, end in one of both', async () => {
  const owner = await world.owner()
  const cid = await world.user('racing_cid')
  const params = { id: cid.id }
  const acts = [1, 2, 3, 4].flatMap(() => [
    owner.admin.banUser({ params, body: { reason } }),
    owner.admin.unban({ params }),
    owner.admin.banUsers({ body: { ids: [cid.id], reason } }),
  ])
  codesOf(await Promise.allSettled(acts))
  await owner.admin.unban({ params })
  await cid.faucet.info()
})

test('a method that one admin closes while another renames it is closed and renamed', async () => {
  const owner = await world.owner()
  const { _id: id } = await addMethod(owner)
  const params = { id }
  for (let turn = 0; turn < 10; turn++) {
    await owner.admin.editMethod({ params, body: { enabled: true } })
    const name = `Name ${turn}`
    const both = [{ name }, { enabled: false }].map((body) => owner.admin.editMethod({ params, body }))
    await Promise.all(both)
    const { methods } = await owner.admin.methods()
    expect(methods.find(({ _id }) => _id === id)).toMatchObject({ name, enabled: false })
  }
})
