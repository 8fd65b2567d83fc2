import { describe, expect, test } from 'vitest'
import { earn } from '#test/features/earning.ts'
import { expectRefused, mailedSecret, signUp } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'
import { maskedName } from './masked.ts'

const world = useWorld()

describe('the link', () => {
  test('brings people to their referrer; an unknown one, and the own, brings nobody', async () => {
    const host = await signUp(world, 'hanna')
    const joined = await signUp(world, 'joined', { ref: 'HANNA' })
    await signUp(world, 'alone', { ref: 'nobody_at_all' })
    const own = await signUp(world, 'mirror', { ref: 'mirror' })
    const info = await host.me.referral.info()
    expect(info).toMatchObject({
      link: 'http://runnel.test/?r=hanna',
      refCount: 1,
      activeCount: 0,
      earning: 0,
      pending: 0,
      withheld: null,
      referralCommission: 1_000,
      offerwallCommission: 500,
    })
    expect(info.stats).toHaveLength(30)
    expect(info.stats.at(-1)).toEqual({ day: '2026-03-10', joined: 1, earning: 0, withheld: 0 })
    expect((await own.me.referral.info()).refCount).toBe(0)
    expect((await host.me.referral.people({ query: {} })).items).toMatchObject([
      { username: 'jo***d', earning: 0, level: 1, lastActiveDay: null, withheld: false },
    ])
    expect((await joined.me.referral.people({ query: {} })).totalItems).toBe(0)
  })

  test('tells the referrer once, when the address is verified', async () => {
    const host = await signUp(world, 'teller')
    const joined = await signUp(world, 'newcomer', { ref: 'teller' })
    const told = async () =>
      (await host.me.user.me()).notification.notifications.filter(({ kind }) => kind === 'referral-joined')
    expect(await told()).toEqual([])
    await world.runJobs()
    await joined.me.auth.active({ body: { secret: mailedSecret(world, 'active', joined.email) } })
    expect(await told()).toMatchObject([{ values: { username: 'ne***r' } }])
    await world.db.raw('UPDATE users SET email_verified_at = NULL WHERE id = $1', [joined.id])
    world.clock.turn(61)
    await joined.me.user.resend()
    await world.runJobs()
    await joined.me.auth.active({ body: { secret: mailedSecret(world, 'active', joined.email) } })
    expect(await told()).toHaveLength(1)
  })
})

describe('the page', () => {
  test('tells what today will bring, of all people together and rounded down once', async () => {
    const host = await world.user('sums')
    const people = []
    for (const name of ['sum_a', 'sum_b', 'sum_c']) people.push(await world.user(name))
    const ids = people.map(({ id }) => id)
    await world.db.raw('UPDATE users SET referrer_id = $1 WHERE id = ANY($2::uuid[])', [host.id, ids])
    await earn(world, ids[0]!, 109)
    await earn(world, ids[0]!, 30, 'offerwall')
    await earn(world, ids[1]!, 19, 'link')
    await earn(world, ids[2]!, 9)
    await earn(world, ids[2]!, 1_000_000, 'bonus')
    expect((await host.referral.info()).pending).toBe(15)
    await world.settings({ referral_commission: 2_000, referral_offerwall_commission: 0 })
    expect((await host.referral.info()).pending).toBe(27)
    await world.settings({ referral_commission: 1_000, referral_offerwall_commission: 500 })
    const stats = await host.user.stats()
    expect(stats).toMatchObject({ earning: 0, refCount: 3, referralCommission: 1_000 })
    expect(stats.stats).toHaveLength(30)
  })

  test('lists people by pages, newest first', async () => {
    const host = await world.user('lister')
    for (let n = 0; n < 12; n++) {
      world.clock.turn(60)
      const { id } = await world.user(`listed_${n}`)
      await world.db.raw('UPDATE users SET referrer_id = $1 WHERE id = $2', [host.id, id])
    }
    const first = await host.referral.people({ query: {} })
    expect(first.totalItems).toBe(12)
    expect(first.items.map(({ username }) => username).slice(0, 3)).toEqual(['li***1', 'li***0', 'li***9'])
    expect((await host.referral.people({ query: { page: '2' } })).items).toHaveLength(2)
    const wrong = await host.raw({ method: 'GET', path: '/api/referral/user?limit=101' })
    expect(wrong).toMatchObject({ status: 422 })
  })

  test('is nothing for guests', async () => {
    await expectRefused(world.guest().referral.info(), 401, 'NO_SESSION')
    await expectRefused(world.guest().referral.people({ query: {} }), 401, 'NO_SESSION')
  })
})

test.each([
  ['abc', 'a***'],
  ['abcd', 'a***'],
  ['abcde', 'ab***e'],
  ['a_very_long_name_20c', 'a_***c'],
])('%s is shown as %s', (name, masked) => {
  expect(maskedName(name)).toBe(masked)
})
