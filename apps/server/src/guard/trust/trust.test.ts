import { describe, expect, it, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { countDays } from '#test/features/trusting.ts'
import { addMethod, dogePlace, earn, openHanded, requestWithdrawal } from '#test/features/withdrawing.ts'
import { type Person, useWorld } from '#test/world.ts'
import { grantTrust, judgeTrust, loadTrustFacts, type TrustFacts, trustLevelOf, trustProgress } from './trust.ts'

const proven: TrustFacts = {
  isVerified: true,
  activeDays: 45,
  answers: 20,
  earned: 20_000,
  grants: 0,
  isHeld: false,
  hasPayout: true,
}

describe('the level', () => {
  test.each([
    ['proven', {}],
    ['trusted', { activeDays: 44 }],
    ['trusted', { earned: 19_999 }],
    ['trusted', { earned: 2_000, grants: 1 }],
    ['trusted', { hasPayout: false }],
    ['proven', { earned: 0, grants: 2 }],
    ['known', { activeDays: 9 }],
    ['known', { earned: 1_999 }],
    ['trusted', { earned: 0, grants: 1 }],
    ['known', { isHeld: true }],
    ['new', { activeDays: 2 }],
    ['new', { answers: 19 }],
    ['new', { isVerified: false }],
    ['new', { isVerified: false, grants: 2 }],
  ] as const)('is %s with %o', (level, changed) => {
    expect(trustLevelOf({ ...proven, ...changed })).toBe(level)
  })

  it('says how far the way to a step is, and never more than all of it', () => {
    expect(trustProgress({ ...proven, activeDays: 99, earned: 1_500, isHeld: true }, 'trusted')).toEqual([
      { need: 'days', have: 10, wanted: 10 },
      { need: 'earned', have: 1_500, wanted: 2_000 },
      { need: 'review', have: 0, wanted: 1 },
    ])
    expect(trustProgress(proven, 'new')).toEqual([])
  })
})

const world = useWorld({ settings: { ...openHanded, happy_hours: [] }, limits: false })
const factsOf = ({ id }: Person) => loadTrustFacts(world.db.read, { userId: id, now: world.clock.now() })
const grant = ({ id }: Person, grants: number) =>
  world.db.write((tx) => grantTrust(tx, { userId: id, grants, now: world.clock.now() }))
const judge = ({ id }: Person) => judgeTrust(world.db, { userId: id, now: world.clock.now() })

describe('what is known of an account', () => {
  it('counts days with three paid actions, and earnings of others two weeks later', async () => {
    const person = await world.user('ada')
    expect(await factsOf(person)).toEqual({
      isVerified: true,
      activeDays: 0,
      answers: 0,
      earned: 0,
      grants: 0,
      isHeld: false,
      hasPayout: false,
    })
    await countDays(world, person, [
      { ago: 20, source: 'faucet', count: 2, earned: 60 },
      { ago: 20, source: 'link', count: 1, earned: 300 },
      { ago: 19, source: 'faucet', count: 2, earned: 60 },
      { ago: 18, source: 'referral', count: 30, earned: 900 },
      { ago: 14, source: 'ptc', count: 3, earned: 70 },
      { ago: 13, source: 'offerwall', count: 3, earned: 9_000 },
      { ago: 13, source: 'task', count: 1, earned: 50_000 },
    ])
    expect(await factsOf(person)).toMatchObject({ activeDays: 3, earned: 370 })
    world.clock.turn(86_400)
    expect(await factsOf(person)).toMatchObject({ activeDays: 3, earned: 9_370 })
  })

  it('counts right answers, and claims where no pictures of ours are answered', async () => {
    const [seeing, blind] = [await world.user('seer'), await world.user('listener')]
    await blind.user.accessible({ body: { withoutPictures: true } })
    for (const person of [seeing, blind]) {
      await person.faucet.claim({ body: await person.solve.claim() })
    }
    await seeing.faucet.claim({ body: await seeing.solve.claim({ right: false }) }).catch(() => undefined)
    expect((await factsOf(seeing)).answers).toBe(1)
    expect((await factsOf(blind)).answers).toBe(1)
    await world.db.raw('UPDATE users SET faucet_claim = 25 WHERE id = ANY ($1)', [[seeing.id, blind.id]])
    expect((await factsOf(seeing)).answers).toBe(1)
    expect((await factsOf(blind)).answers).toBe(25)
  })

  it('takes a payout for one when it is 14 days old and its destination is nobody else’s', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner)
    const [first, second] = [await world.user('payee'), await world.user('neighbor')]
    for (const person of [first, second]) await earn(world, person, 50_000)
    await requestWithdrawal(first, { method })
    await world.runJobs()
    expect(await factsOf(first)).toMatchObject({ hasPayout: false })
    world.clock.turn(14 * 86_400)
    expect(await factsOf(first)).toMatchObject({ hasPayout: true })
    // Naming the address of somebody who was paid there first takes nothing from them.
    await requestWithdrawal(second, { method, address: dogePlace(first.id) })
    expect(await factsOf(first)).toMatchObject({ hasPayout: true })
    const asked = await world.db.raw('SELECT id FROM withdrawals WHERE user_id = $1', [second.id])
    await owner.admin.approveWithdrawals({ body: { ids: asked.map((row) => String(row['id'])) } })
    await world.runJobs()
    world.clock.turn(14 * 86_400)
    expect(await factsOf(first)).toMatchObject({ hasPayout: false })
    expect(await factsOf(second)).toMatchObject({ hasPayout: false })
  })

  it('knows of a review that is not finished', async () => {
    const person = await world.user('held')
    const hold = `INSERT INTO measures (id, user_id, kind, since, until, reason) VALUES ($1, $2, 'review', $3, $4, 'x')`
    const now = world.clock.now()
    await world.db.raw(hold, [newId(), person.id, now, new Date(now.getTime() + 60_000)])
    expect(await factsOf(person)).toMatchObject({ isHeld: true })
    world.clock.turn(61)
    expect(await factsOf(person)).toMatchObject({ isHeld: false })
  })
})

describe('judging an account', () => {
  it('raises the level that claims read, and keeps what was reached', async () => {
    const person = await world.user('climber')
    await world.db.raw('UPDATE users SET faucet_claim = 20 WHERE id = $1', [person.id])
    await countDays(
      world,
      person,
      [1, 2, 3].map((ago) => ({ ago, source: 'faucet', count: 3 })),
    )
    expect((await judge(person)).level).toBe('known')
    await world.db.raw('UPDATE users SET email_verified_at = NULL WHERE id = $1', [person.id])
    expect((await judge(person)).level).toBe('known')
    await grant(person, 1)
    await world.db.raw('UPDATE users SET email_verified_at = $2 WHERE id = $1', [person.id, world.clock.now()])
    await countDays(
      world,
      person,
      [5, 6, 7, 8, 9, 10, 11].map((ago) => ({ ago, source: 'faucet', count: 3 })),
    )
    expect(await grant(person, 1)).toBe('trusted')
    expect(await grant(person, 0), 'what a person takes back').toBe('known')
    const rows = await world.db.raw('SELECT trust_level, trust_on FROM users WHERE id = $1', [person.id])
    expect(rows).toEqual([{ trust_level: 1, trust_on: world.clock.now().toISOString().slice(0, 10) }])
  })
})
