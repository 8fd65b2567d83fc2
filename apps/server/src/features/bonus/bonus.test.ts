import { describe, expect, test } from 'vitest'
import { haveDone, holdForReview, endReview, onDeviceOf, outcome, reasonsOf } from '#test/features/gifts.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 40, limits: false })

let people = 0
const someone = (): Promise<Person> => world.user(`bonus${(people += 1)}`)
const active = (person: Person) => haveDone(world, person, { source: 'faucet', count: 3 })
const claim = async (person: Pick<Person, 'bonus' | 'solve'>, day: number) =>
  person.bonus.claim({ params: { day: String(day) }, body: { captcha: await person.solve.captcha('bonus') } })
/** Claims with what the day asks for. */
const claimed = async (person: Person, day: number) => {
  await active(person)
  return claim(person, day)
}
const DAY = 86_400

describe('the daily bonus', () => {
  test('asks for activity first, then pays its day once, with exp and in the statement', async () => {
    const alice = await someone()
    expect(await alice.bonus.info()).toMatchObject({
      today: { day: 1, reward: 50, claimed: false, claimsNeeded: 3, claimsMade: 0 },
      streak: 0,
      history: [],
      grace: { available: true, nextAt: null, willBeUsed: false },
      resetsAt: '2026-03-11T00:00:00.000Z',
    })
    await haveDone(world, alice, { source: 'faucet', count: 1 })
    const idle = await refusal(claim(alice, 1))
    expect(idle).toMatchObject({ status: 409, failure: { code: 'BONUS_ACTIVITY_FIRST' } })
    expect(idle.failure['msg']).toContain('2 more faucet claims')
    await active(alice)
    const paid = await claim(alice, 1)
    expect(paid).toMatchObject({ reward: 50, balance: 50, exp: 20, streak: 1, graceUsed: false, progress: { exp: 20 } })
    expect(await refusal(claim(alice, 1))).toMatchObject({ status: 409, failure: { code: 'BONUS_CLAIMED' } })
    expect(await refusal(claim(alice, 2))).toMatchObject({ status: 409, failure: { code: 'BONUS_NOT_TODAY' } })
    const info = await alice.bonus.info()
    expect(info).toMatchObject({ today: { day: 1, claimed: true, reward: 50 }, streak: 1 })
    expect(info.bonuses.map(({ state }) => state)).toEqual(['claimed', ...Array.from({ length: 6 }, () => 'ahead')])
    expect(info.history).toEqual([{ date: '2026-03-10', day: 1, reward: 50, grace: false }])
    expect((await alice.user.statement()).items).toMatchObject([{ kind: 'bonus', amount: 50 }])
  })

  test('only the day of today opens', async () => {
    const person = await someone()
    await active(person)
    for (const day of [2, 7]) {
      expect(await refusal(claim(person, day))).toMatchObject({ status: 409, failure: { code: 'BONUS_NOT_TODAY' } })
    }
    expect(await refusal(person.bonus.claim({ params: { day: '8' }, body: { captcha: { id: 'x' } } }))).toMatchObject({
      status: 404,
    })
  })

  test('seven days pay their rewards, and the eighth begins again', async () => {
    const person = await someone()
    const paid: number[] = []
    for (const day of [1, 2, 3, 4, 5, 6, 7, 1]) {
      paid.push((await claimed(person, day)).reward)
      world.clock.turn(DAY)
    }
    expect(paid).toEqual([50, 75, 100, 150, 200, 300, 500, 50])
    expect(await person.bonus.info()).toMatchObject({ streak: 8, today: { day: 2 } })
  })

  test('one missed day is forgiven once in thirty days and told before; a second one begins again', async () => {
    world.clock.set('2026-03-10T09:00:00.000Z')
    const person = await someone()
    await claimed(person, 1)
    world.clock.turn(2 * DAY)
    expect(await person.bonus.info()).toMatchObject({
      today: { day: 2, claimed: false },
      streak: 1,
      grace: { available: true, willBeUsed: true },
    })
    expect(await claimed(person, 2)).toMatchObject({ reward: 75, streak: 2, graceUsed: true })
    expect((await person.bonus.info()).grace).toEqual({
      available: false,
      nextAt: '2026-04-11T00:00:00.000Z',
      willBeUsed: false,
    })
    world.clock.turn(2 * DAY)
    expect(await person.bonus.info()).toMatchObject({ today: { day: 1 }, streak: 0, grace: { willBeUsed: false } })
    expect(await claimed(person, 1)).toMatchObject({ reward: 50, streak: 1, graceUsed: false })
    expect((await person.bonus.info()).history.map(({ grace }) => grace)).toEqual([false, true, false])
  })

  test('at midnight UTC a new day begins, and a clock that was set back pays nothing twice', async () => {
    world.clock.set('2027-12-31T23:59:59.999Z')
    const person = await someone()
    await claimed(person, 1)
    world.clock.set('2028-01-01T00:00:00.000Z')
    expect(await claimed(person, 2)).toMatchObject({ reward: 75, streak: 2 })
    world.clock.set('2027-12-30T12:00:00.000Z')
    expect(await refusal(claimed(person, 3))).toMatchObject({ failure: { code: 'BONUS_NOT_TODAY' } })
    expect(await refusal(claimed(person, 2))).toMatchObject({ failure: { code: 'BONUS_CLAIMED' } })
    expect((await person.bonus.info()).resetsAt).toBe('2028-01-02T00:00:00.000Z')
    world.clock.set('2028-01-02T00:00:00.000Z')
    expect(await claimed(person, 3)).toMatchObject({ reward: 100, streak: 3 })
  })

  // Many claims at once under different keys: test/site/gift-nodes.test.ts.
  test('of many claims at once under one key, one pays and all have one answer', async () => {
    const other = await someone()
    await active(other)
    const body = { captcha: await other.solve.captcha('bonus') }
    const same = () => other.bonus.claim({ params: { day: '1' }, body, idempotencyKey: 'bonus-once' })
    const answers = await Promise.all(Array.from({ length: 20 }, same))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect((await other.user.me()).user.balance).toBe(50)
  })

  test('a wrong captcha, one for another action and a guest are refused', async () => {
    const person = await someone()
    await active(person)
    const wrong = await person.solve.captcha('bonus', { right: false })
    expect(await refusal(person.bonus.claim({ params: { day: '1' }, body: { captcha: wrong } }))).toMatchObject({
      status: 400,
      failure: { code: 'CHALLENGE_WRONG' },
    })
    const other = await person.solve.captcha('faucet')
    expect(await refusal(person.bonus.claim({ params: { day: '1' }, body: { captcha: other } }))).toMatchObject({
      status: 400,
    })
    expect(await refusal(world.guest().bonus.info())).toMatchObject({ status: 401 })
    expect((await person.user.me()).user.balance).toBe(0)
  })

  test('a device claims for one account a day, also when many accounts claim at once', async () => {
    const owner = await someone()
    await claimed(owner, 1)
    const sibling = await someone()
    await active(sibling)
    const seen = onDeviceOf(world, owner, sibling)
    // Told before anybody solves a check for it, and only there.
    expect((await seen.bonus.info()).today.closed).toMatch(/^Another account has claimed today’s bonus on this device/)
    expect((await sibling.bonus.info()).today.closed).toBeNull()
    expect((await owner.bonus.info()).today).toMatchObject({ claimed: true, closed: null })
    expect(await refusal(claim(seen, 1))).toMatchObject({ status: 409, failure: { code: 'SEEN_ON_DEVICE' } })
    expect(await reasonsOf(world, sibling)).toEqual(['claimed-on-device'])
    expect(await reasonsOf(world, owner)).toEqual([])
    expect((await claim(sibling, 1)).reward).toBe(50)

    const device = world.guest()
    const crowd = await Promise.all(Array.from({ length: 10 }, someone))
    await Promise.all(crowd.map(active))
    const { paid, refusals } = await outcome(crowd.map((person) => claim(onDeviceOf(world, device, person), 1)))
    expect({ paid, refusals }).toEqual({ paid: 1, refusals: ['SEEN_ON_DEVICE'] })
  })

  test('an account under review is told so, and claims when a person has looked', async () => {
    const person = await someone()
    await active(person)
    await holdForReview(world, person)
    expect((await person.bonus.info()).today.closed).toMatch(/^Your account is in review/)
    expect(await refusal(claim(person, 1))).toMatchObject({ status: 409, failure: { code: 'UNDER_REVIEW' } })
    await endReview(world, person)
    expect((await claim(person, 1)).reward).toBe(50)
  })

  test('rewards, activity and grace are the owner’s to set', async () => {
    const person = await someone()
    await world.settings({ bonus_rewards: [7, 8, 9, 10, 11, 12, 13], bonus_min_claims: 0, bonus_grace_days: 0 })
    expect(await claim(person, 1)).toMatchObject({ reward: 7 })
    world.clock.turn(2 * DAY)
    expect(await person.bonus.info()).toMatchObject({ today: { day: 1, claimsNeeded: 0 }, grace: { available: false } })
    await world.settings({
      bonus_rewards: [50, 75, 100, 150, 200, 300, 500],
      bonus_min_claims: 3,
      bonus_grace_days: 30,
    })
  })
})
