import { describe, expect, test } from 'vitest'
import { reviewViews } from '#features/ptc/review.ts'
import { newId } from '#kernel/id.ts'
import { inEnglish, renderAll } from '#kernel/words/render.ts'
import { balancesOf, escrowsOf } from '#money/accounts.ts'
import { forViewing, viewing } from '#test/features/viewing.ts'
import { spend, userRow } from '#test/features/walling.ts'
import { someoneWaits } from '#test/waiting.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld(forViewing)
const { someone, campaign, view, campaignRow } = viewing(world)

const review = async (told: string[] = []): Promise<string> =>
  inEnglish(
    await reviewViews({
      db: world.db,
      clock: world.clock.now,
      live: { notify: (userId) => void told.push(userId) },
      settings: { current: () => ({ ...world.defaults, ...forViewing.settings }) },
    }),
  )

const lock = (person: Person): Promise<unknown> =>
  world.db.raw(`UPDATE users SET locked_at = $2, lock_reason = 'A farm of accounts.' WHERE id = $1`, [
    person.id,
    world.clock.now(),
  ])

const unlock = (person: Person): Promise<unknown> =>
  world.db.raw('UPDATE users SET locked_at = NULL, lock_reason = NULL WHERE id = $1', [person.id])

const mainOf = async (person: Person): Promise<number> => (await balancesOf(world.db.read, person.id)).main
const depositOf = async (person: Person): Promise<number> => (await balancesOf(world.db.read, person.id)).deposit
const escrowOf = async (id: string): Promise<number> => (await escrowsOf(world.db.read, [id])).get(id) ?? 0

const userOf = (person: Person) => userRow(world, person)

/** Makes it the device of these views. */
const onOneDevice = (people: readonly Person[], campaignId: string): Promise<unknown> =>
  world.db.raw('UPDATE ptc_views SET device_id = $3 WHERE campaign_id = $1 AND user_id = ANY($2)', [
    campaignId,
    people.map(({ id }) => id),
    newId(),
  ])

const statuses = async (id: string): Promise<unknown[]> =>
  (await world.db.raw(`SELECT status FROM ptc_views WHERE campaign_id = $1 ORDER BY paid_at, id`, [id])).map(
    (row) => row['status'],
  )

const bell = async (person: Person, kind: string) =>
  (await person.user.me()).notification.notifications.filter((note) => note.kind === kind)

describe('views of an account that was locked', () => {
  test('go back to the campaign and are taken from the viewer, once, as facts that both sides see', async () => {
    const { id, owner } = await campaign({ title: 'Honest ad' })
    const [cheat, honest] = [await someone('cheat'), await someone('honest')]
    await view(cheat, id)
    await view(honest, id)
    expect(await escrowOf(id)).toBe(98 * 50)
    await lock(cheat)
    const told: string[] = []
    const notes = await Promise.all([review(told), review(told), review(told)])
    expect(notes.toSorted()).toEqual(['0 views refunded.', '0 views refunded.', '1 view refunded.'])
    expect(told.toSorted()).toEqual([cheat.id, owner.id].toSorted())
    expect(await campaignRow(id)).toMatchObject({ status: 'active', views_left: 99 })
    expect(await escrowOf(id)).toBe(99 * 50)
    expect([await mainOf(cheat), await mainOf(honest)]).toEqual([0, 35])
    expect(await userOf(cheat)).toMatchObject({ debt: 0, total_earned: 0, exp: 5 })
    const facts = await world.db.raw(
      `SELECT t.kind, t.debit, t.credit, t.amount FROM transfers t JOIN ptc_views v ON v.id::text = t.ref
       WHERE v.user_id = $1 AND t.kind LIKE '%return' ORDER BY t.kind`,
      [cheat.id],
    )
    expect(facts).toEqual([
      { kind: 'ptc-fee-return', debit: 'house:fee', credit: `escrow:${id}`, amount: 15 },
      { kind: 'ptc-return', debit: `main:${cheat.id}`, credit: `escrow:${id}`, amount: 35 },
    ])
    expect(await bell(owner, 'campaign-returned')).toMatchObject([{ values: { title: 'Honest ad', amount: 50 } }])
    const [movement] = (await owner.advertise.report({ params: { id } })).movements.filter(
      ({ kind }) => kind === 'ptc-return',
    )
    expect(movement).toMatchObject({ reason: expect.stringContaining('locked') })
    await unlock(cheat)
    expect(await bell(cheat, 'view-returned')).toMatchObject([{ values: { title: 'Honest ad', amount: 35 } }])
    const { items } = await cheat.user.statement({ query: {} })
    expect(items.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['ptc-return', -35],
      ['ptc', 35],
    ])
    expect(await review()).toBe('0 views refunded.')
    expect((await cheat.ptc.list()).today, 'the day counts it no more').toEqual({ count: 0, earned: 0 })
    expect((await cheat.ptc.list()).history, 'and the ad does not come back sooner').toHaveLength(1)
  })

  test('that was spent becomes a debt, which the next earnings repay', async () => {
    const { id } = await campaign()
    const cheat = await someone('cheat')
    await view(cheat, id)
    await spend(world, cheat, 25)
    await lock(cheat)
    expect(await review()).toBe('1 view refunded.')
    await unlock(cheat)
    expect((await cheat.user.me()).user).toMatchObject({ balance: 0, debt: 25, totalEarned: 0 })
    expect(await escrowOf(id)).toBe(100 * 50)
    const debts = await world.db.raw('SELECT amount, reason FROM debts WHERE user_id = $1', [cheat.id])
    expect(renderAll(debts, 'en')).toEqual([{ amount: 25, reason: 'The viewer’s account was locked.' }])
    await world.settings({ captcha_provider: 'own', happy_hours: [] })
    const { reward, balance } = await cheat.faucet.claim({ body: await cheat.solve.claim() })
    await world.settings({ captcha_provider: 'turnstile' })
    expect([reward, balance]).toEqual([30, 5])
    expect((await cheat.user.me()).user).toMatchObject({ balance: 5, debt: 0 })
  })

  test('stay paid when the lock has ended, the days are over, or the owner returns none', async () => {
    const { id } = await campaign()
    const [early, freed] = [await someone('early'), await someone('freed')]
    await view(early, id)
    world.clock.turn(7 * 86_400 + 1)
    await view(freed, id)
    await lock(early)
    await world.db.raw(`UPDATE users SET locked_at = $2, locked_until = $2, lock_reason = 'x' WHERE id = $1`, [
      freed.id,
      world.clock.now(),
    ])
    expect(await review()).toBe('0 views refunded.')
    expect(await statuses(id)).toEqual(['paid', 'paid'])
    const never = { ...world.defaults, ptc_return_days: 0 }
    const deps = { db: world.db, clock: world.clock.now, live: { notify: () => undefined } }
    await lock(freed)
    expect(inEnglish(await reviewViews({ ...deps, settings: { current: () => never } }))).toContain('final')
    expect(await statuses(id)).toEqual(['paid', 'paid'])
    await unlock(freed)
  })

  test('stay paid when their viewer has left: deleting an account is no evidence', async () => {
    const { id } = await campaign()
    const viewer = await someone('leaver')
    await view(viewer, id)
    const { username } = (await viewer.user.me()).user
    await viewer.ownData.remove({ body: { username, waive: true } })
    expect(await review()).toBe('0 views refunded.')
    expect([await statuses(id), await escrowOf(id)]).toEqual([['paid'], 99 * 50])
  })

  test.each([
    ['locked for good', `locked_at = now(), lock_reason = 'Phishing.'`, 'paused', true, 50],
    ['locked for a while', `locked_at = now(), locked_until = 'infinity', lock_reason = 'x'`, 'paused', false, 50],
    ['gone', `locked_at = now(), lock_reason = 'x', deleted_at = now()`, 'completed', false, 0],
  ] as const)('run no campaign again whose owner is %s', async (_name, change, status, byStaff, escrow) => {
    const { id, owner } = await campaign({ views: 1 })
    const cheat = await someone('cheat')
    await view(cheat, id)
    await lock(cheat)
    await world.db.raw(`UPDATE users SET ${change} WHERE id = $1`, [owner.id])
    expect(await review()).toBe('1 view refunded.')
    expect(await campaignRow(id)).toMatchObject({ status, views_left: 1, paused_by_staff: byStaff })
    expect(await escrowOf(id)).toBe(escrow)
    expect(await depositOf(owner)).toBe(50 - escrow)
  })

  test('wait for a lock of the owner that is being written', async () => {
    const { id, owner } = await campaign({ views: 1 })
    const cheat = await someone('cheat')
    await view(cheat, id)
    await lock(cheat)
    let reviewing: Promise<string> | undefined
    await world.db.write(async (tx) => {
      const set = { locked_at: world.clock.now(), lock_reason: 'Phishing.' }
      await tx.updateTable('users').set(set).where('id', '=', owner.id).execute()
      reviewing = review()
      await someoneWaits(world)
    })
    expect(await reviewing).toBe('1 view refunded.')
    expect(await campaignRow(id)).toMatchObject({ status: 'paused', views_left: 1, paused_by_staff: true })
  })

  test('let a completed campaign run again, and of a deleted one go to the deposit balance of its owner', async () => {
    const { id, owner } = await campaign({ views: 1 })
    const cheat = await someone('cheat')
    await view(cheat, id)
    expect((await campaignRow(id)).status).toBe('completed')
    await lock(cheat)
    expect(await review()).toBe('1 view refunded.')
    expect(await campaignRow(id)).toMatchObject({ status: 'active', views_left: 1 })
    expect(await escrowOf(id)).toBe(50)
    const second = await someone('second')
    await view(second, id)
    await owner.advertise.remove({ params: { id } })
    expect(await depositOf(owner)).toBe(0)
    await lock(second)
    expect(await review()).toBe('1 view refunded.')
    expect([await depositOf(owner), await escrowOf(id)]).toEqual([50, 0])
    expect((await campaignRow(id)).status).toBe('deleted')
  })
})

describe('views on one device', () => {
  test('are paid to the first account within the interval; whoever came later gives it back', async () => {
    const { id } = await campaign()
    const people = [await someone('first'), await someone('second'), await someone('third'), await someone('alone')]
    const [first, second, third, alone] = people
    await view(first!, id)
    world.clock.turn(20 * 3_600)
    await view(second!, id)
    await view(alone!, id)
    world.clock.turn(10 * 3_600)
    // A day after the first, and less than a day after the second, whose view was none.
    await view(third!, id)
    await onOneDevice([first!, second!, third!], id)
    expect(await review()).toBe('1 view refunded.')
    expect(await statuses(id)).toEqual(['paid', 'returned', 'paid', 'paid'])
    expect(await mainOf(second!)).toBe(0)
    expect(await bell(second!, 'view-returned')).toMatchObject([
      { values: { amount: 35, reason: expect.stringContaining('device') } },
    ])
    expect(await review()).toBe('0 views refunded.')
  })

  test('of one account are no matter, and those of another ad neither', async () => {
    const { id } = await campaign({ interval_seconds: 3_600 })
    const [first, second] = [await someone('first'), await someone('second')]
    await view(first, id)
    world.clock.turn(3_601)
    await view(first, id)
    await onOneDevice([first], id)
    const { id: other } = await campaign()
    await view(second, other)
    await world.db.raw(
      `UPDATE ptc_views SET device_id = (SELECT device_id FROM ptc_views WHERE user_id = $2 LIMIT 1)
        WHERE user_id = $1`,
      [second.id, first.id],
    )
    expect(await review()).toBe('0 views refunded.')
  })

  test('are found by the next search when they are paid after the last one, and aggregated for the owner', async () => {
    const { id, owner } = await campaign({ title: 'Busy ad' })
    const people: Person[] = []
    for (let index = 0; index < 6; index++) people.push(await someone('farm'))
    for (const person of people.slice(0, 3)) await view(person, id)
    await onOneDevice(people, id)
    expect(await review()).toBe('2 views refunded.')
    world.clock.turn(1_800)
    for (const person of people.slice(3)) await view(person, id)
    await onOneDevice(people, id)
    expect(await review()).toBe('3 views refunded.')
    expect(await campaignRow(id)).toMatchObject({ views_left: 99 })
    expect((await bell(owner, 'campaign-returned')).map(({ values }) => values['amount'])).toEqual([150, 100])
  })
})
