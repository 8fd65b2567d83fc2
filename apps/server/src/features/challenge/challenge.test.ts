import type { Challenge } from '@runnel/contract/earn/challenge'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { haveDone, holdForReview, onDeviceOf, outcome, reasonsOf } from '#test/features/gifts.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 40, limits: false })

beforeAll(async () => {
  await world.db.raw('DELETE FROM earn_challenges')
})

let people = 0
const someone = (): Promise<Person> => world.user(`chal${(people += 1)}`)
const add = async (given: Partial<Pick<Challenge, 'kind' | 'period' | 'requirement' | 'tokenReward'>> = {}) => {
  const owner = await world.owner()
  const fields = {
    kind: 'faucet',
    period: 'daily',
    requirement: 5,
    tokenReward: 40,
    enabled: true,
    position: 0,
  } as const
  const { challenge } = await owner.admin.addChallenge({ body: { ...fields, ...given } })
  return challenge._id
}
const claim = (person: Pick<Person, 'challenge'>, id: string) => person.challenge.claim({ params: { id } })
const seenBy = async (person: Person, id: string): Promise<Challenge | undefined> =>
  (await person.challenge.list()).challenges.find(({ _id }) => _id === id)

describe('challenges', () => {
  test('one that is done pays once a day, with its row in the statement, and stands last afterwards', async () => {
    const id = await add()
    const other = await add({ requirement: 9 })
    const alice = await someone()
    await haveDone(world, alice, { source: 'faucet', count: 4 })
    expect(await seenBy(alice, id)).toMatchObject({ progress: 4, requirement: 5, claimed: false, tokenReward: 40 })
    const early = await refusal(claim(alice, id))
    expect(early).toMatchObject({ status: 409, failure: { code: 'CHALLENGE_NOT_DONE' } })
    expect(early.failure['msg']).toContain('4 of 5')
    await haveDone(world, alice, { source: 'faucet', count: 7 })
    const ready = await alice.challenge.list()
    expect(ready.stats.open, 'one that waits to be claimed is no longer in progress').toBe(1)
    const paid = await claim(alice, id)
    expect(paid).toMatchObject({ reward: 40, balance: 40, challenge: { _id: id, claimed: true, progress: 5 } })
    expect(await refusal(claim(alice, id))).toMatchObject({ status: 409, failure: { code: 'CHALLENGE_CLAIMED' } })
    const { challenges, history, stats, settings } = await alice.challenge.list()
    expect(challenges.map(({ _id }) => _id)).toEqual([other, id])
    expect(history).toEqual([{ challengeId: id }])
    expect(stats).toEqual({ claimed: 1, earned: 40, open: 1 })
    expect(settings).toEqual({ dayEndsAt: '2026-03-11T00:00:00.000Z', weekEndsAt: '2026-03-16T00:00:00.000Z' })
    expect((await alice.user.statement()).items).toMatchObject([{ kind: 'challenge', amount: 40, ref: id }])
    expect((await alice.user.me()).user.progress.exp).toBe(20)
  })

  test('what can be claimed stands first, whatever the order of the owner', async () => {
    const person = await someone()
    await haveDone(world, person, { source: 'faucet', count: 5 })
    const claimed = await add({ requirement: 4 })
    await claim(person, claimed)
    const [open, ready] = [await add({ requirement: 800 }), await add({ requirement: 3 })]
    const { challenges } = await person.challenge.list()
    const order = challenges.map(({ _id }) => _id)
    const places = [ready, open, claimed].map((id) => order.indexOf(id))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('a claim in the last moment counts for the period of now, and midnight begins a new one', async () => {
    const [day, week, once] = [await add(), await add({ period: 'weekly' }), await add({ period: 'once' })]
    const person = await someone()
    // A Sunday, so that the week ends with the day.
    world.clock.set('2026-03-15T23:59:59.999Z')
    await haveDone(world, person, { source: 'faucet', count: 5 })
    for (const id of [day, week, once]) expect((await claim(person, id)).reward).toBe(40)
    world.clock.set('2026-03-16T00:00:00.000Z')
    expect(await seenBy(person, day)).toMatchObject({ progress: 0, claimed: false })
    expect(await seenBy(person, week)).toMatchObject({ progress: 0, resetsAt: '2026-03-23T00:00:00.000Z' })
    expect(await seenBy(person, once)).toMatchObject({ progress: 5, claimed: true, resetsAt: null })
    await haveDone(world, person, { source: 'faucet', count: 5 })
    for (const id of [day, week]) expect((await claim(person, id)).reward).toBe(40)
    expect(await refusal(claim(person, once))).toMatchObject({ failure: { code: 'CHALLENGE_CLAIMED' } })
    // A clock that was set back finds the earlier period claimed already.
    world.clock.set('2026-03-15T12:00:00.000Z')
    for (const id of [day, week]) {
      expect(await refusal(claim(person, id))).toMatchObject({ failure: { code: 'CHALLENGE_CLAIMED' } })
    }
  })

  test('counts each kind in its period: a week adds its days up, and what was before it does not count', async () => {
    world.clock.set('2028-03-01T08:00:00.000Z')
    const ids = {
      ptc: await add({ kind: 'ptc', period: 'weekly', requirement: 10 }),
      link: await add({ kind: 'link', period: 'once', requirement: 100 }),
      earn: await add({ kind: 'earn', period: 'weekly', requirement: 1_000 }),
      earnDay: await add({ kind: 'earn', requirement: 1_000 }),
      level: await add({ kind: 'level', period: 'once', requirement: 3 }),
      offerwall: await add({ kind: 'offerwall', requirement: 2 }),
    }
    const person = await someone()
    await haveDone(world, person, { source: 'ptc', count: 50, earned: 500, day: '2028-02-27' })
    await haveDone(world, person, { source: 'ptc', count: 4, earned: 200, day: '2028-02-29' })
    await haveDone(world, person, { source: 'ptc', count: 3, earned: 30 })
    await haveDone(world, person, { source: 'link', count: 20, earned: 100, day: '2026-01-01' })
    await haveDone(world, person, { source: 'link', count: 5, earned: 50 })
    await haveDone(world, person, { source: 'ptc', count: 9, earned: 9, day: '2028-03-02' })
    const { challenges } = await person.challenge.list()
    const progress = Object.fromEntries(challenges.map((one) => [one._id, one.progress]))
    const shown = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, progress[id]]))
    expect(shown).toEqual({ ptc: 7, link: 25, earn: 280, earnDay: 80, level: 1, offerwall: 0 })
    await world.db.raw('UPDATE users SET exp = 300, level = 3 WHERE id = $1', [person.id])
    expect((await claim(person, ids.level)).reward).toBe(40)
  })

  test('counts referred people who are verified, in the period, unlocked and not on the own device', async () => {
    world.clock.set('2028-03-01T08:00:00.000Z')
    const id = await add({ kind: 'referral', period: 'weekly', requirement: 2 })
    const referrer = await someone()
    const refer = async (set: string): Promise<Person> => {
      const person = await someone()
      await world.db.raw(`UPDATE users SET referrer_id = $1${set} WHERE id = $2`, [referrer.id, person.id])
      return person
    }
    await refer(", joined_at = '2028-02-27T23:59:59Z'")
    await refer(', email_verified_at = NULL')
    await refer(", locked_at = '2028-03-01T00:00:00Z', lock_reason = 'Test.'")
    const sibling = await refer('')
    const device = newId()
    await world.db.raw('INSERT INTO devices (id, first_seen_at) VALUES ($1, now())', [device])
    for (const user of [referrer.id, sibling.id]) {
      await world.db.raw(
        `INSERT INTO device_users (device_id, user_id, ip_net, user_agent, first_seen_at, last_seen_at)
         VALUES ($1, $2, '10.0.0.0/24', '', now(), now())`,
        [device, user],
      )
    }
    await refer(", joined_at = '2028-02-28T00:00:00Z'")
    expect(await seenBy(referrer, id)).toMatchObject({ progress: 1 })
    expect(await refusal(claim(referrer, id))).toMatchObject({ failure: { code: 'CHALLENGE_NOT_DONE' } })
    await refer('')
    await refer('')
    expect(await seenBy(referrer, id)).toMatchObject({ progress: 2 })
    expect((await claim(referrer, id)).reward).toBe(40)
  })

  // Many claims at once under different keys: test/site/gift-nodes.test.ts.
  test('of many claims at once under one key, one pays and all have one answer', async () => {
    const id = await add()
    const other = await someone()
    await haveDone(world, other, { source: 'faucet', count: 5 })
    const same = () => other.challenge.claim({ params: { id }, idempotencyKey: 'challenge-once' })
    const answers = await Promise.all(Array.from({ length: 20 }, same))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect((await other.user.me()).user.balance).toBe(40)
  })

  test('many users claim at once and each is paid, counted for the owner', async () => {
    const id = await add()
    const crowd = await Promise.all(Array.from({ length: 30 }, someone))
    await Promise.all(crowd.map((person) => haveDone(world, person, { source: 'faucet', count: 5 })))
    expect(await outcome(crowd.map((person) => claim(person, id)))).toEqual({ paid: 30, refusals: [] })
    const { challenges } = await (await world.owner()).admin.challenges()
    expect(challenges.find(({ _id }) => _id === id)).toMatchObject({ claims: 30, cost: 1_200 })
  })

  test('one that is unknown, off or asked for by a guest is refused', async () => {
    const id = await add()
    const person = await someone()
    expect(await refusal(claim(person, newId()))).toMatchObject({ status: 404, failure: { code: 'CHALLENGE_UNKNOWN' } })
    await (await world.owner()).admin.editChallenge({ params: { id }, body: { enabled: false } })
    expect(await refusal(claim(person, id))).toMatchObject({ status: 404 })
    expect(await seenBy(person, id)).toBeUndefined()
    expect(await refusal(world.guest().challenge.list())).toMatchObject({ status: 401 })
    expect(await refusal(claim(world.guest(), id))).toMatchObject({ status: 401 })
  })

  test('a device claims it for one account, and an account under review waits', async () => {
    const id = await add()
    const [first, second] = [await someone(), await someone()]
    for (const person of [first, second]) await haveDone(world, person, { source: 'faucet', count: 5 })
    await claim(first, id)
    const seen = await refusal(claim(onDeviceOf(world, first, second), id))
    expect(seen).toMatchObject({ status: 409, failure: { code: 'SEEN_ON_DEVICE' } })
    expect(await reasonsOf(world, second)).toEqual(['claimed-on-device'])
    await holdForReview(world, second)
    expect(await refusal(claim(second, id))).toMatchObject({ status: 409, failure: { code: 'UNDER_REVIEW' } })
    expect((await second.user.me()).user.balance).toBe(0)
  })
})
