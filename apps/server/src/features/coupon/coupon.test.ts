import { describe, expect, test } from 'vitest'
import { couponFields, haveDone, holdForReview, onDeviceOf, reasonsOf } from '#test/features/gifts.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 40, limits: false })

let people = 0
const someone = (): Promise<Person> => world.user(`coup${(people += 1)}`)
let codes = 0
const add = async (given: Partial<typeof couponFields> = {}): Promise<string> => {
  const owner = await world.owner()
  const code = `CODE-${(codes += 1)}`
  await owner.admin.addCoupons({ body: { ...couponFields, ...given, code } })
  return code
}
const redeem = (person: Pick<Person, 'coupon'>, code: string) => person.coupon.check({ body: { code } })
const uses = async (code: string): Promise<unknown> => {
  const [row] = await world.db.raw('SELECT uses, cost FROM coupons WHERE code = $1', [code])
  return row
}

describe('a coupon', () => {
  test('pays once a user, in whatever case it is typed', async () => {
    const code = await add()
    const alice = await someone()
    expect(await redeem(alice, ` ${code.toLowerCase()} `)).toMatchObject({ reward: 200, balance: 200 })
    expect(await refusal(redeem(alice, code))).toMatchObject({ status: 409, failure: { code: 'COUPON_USED' } })
    expect((await alice.user.statement()).items).toMatchObject([{ kind: 'coupon', amount: 200 }])
    expect((await alice.user.me()).user.progress.exp).toBe(5)
    expect(await uses(code)).toEqual({ uses: 1, cost: 200 })
  })

  // Many calls at once under different keys: test/site/gift-nodes.test.ts.
  test('of many calls at once under one key, one is paid and all have one answer', async () => {
    const code = await add()
    const other = await someone()
    const same = () => other.coupon.check({ body: { code }, idempotencyKey: 'coupon-once' })
    const answers = await Promise.all(Array.from({ length: 20 }, same))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await uses(code)).toEqual({ uses: 1, cost: 200 })
  })

  test('opens and ends to the moment', async () => {
    world.clock.set('2028-02-28T12:00:00.000Z')
    const code = await add({ from: '2028-02-29T00:00:00.000Z', until: '2028-03-01T00:00:00.000Z' })
    const [early, first, last, late] = [await someone(), await someone(), await someone(), await someone()]
    world.clock.set('2028-02-28T23:59:59.999Z')
    const refused = await refusal(redeem(early, code))
    expect(refused).toMatchObject({ status: 409, failure: { code: 'COUPON_NOT_YET', retryAfter: 1 } })
    expect(refused.failure['msg']).toContain('Feb 29, 2028, 12:00 AM UTC')
    world.clock.set('2028-02-29T00:00:00.000Z')
    expect((await redeem(first, code)).reward).toBe(200)
    world.clock.set('2028-02-29T23:59:59.999Z')
    expect((await redeem(last, code)).reward).toBe(200)
    world.clock.set('2028-03-01T00:00:00.000Z')
    expect(await refusal(redeem(late, code))).toMatchObject({ status: 409, failure: { code: 'COUPON_OVER' } })
  })

  test('may ask for a level and a verified address, and says so', async () => {
    const person = await someone()
    const high = await add({ minLevel: 2 })
    const low = await refusal(redeem(person, high))
    expect(low).toMatchObject({ status: 409, failure: { code: 'COUPON_LEVEL' } })
    expect(low.failure['msg']).toContain('level 2')
    await world.db.raw('UPDATE users SET exp = 100, level = 2, email_verified_at = NULL WHERE id = $1', [person.id])
    expect((await redeem(person, high)).reward).toBe(200)
    const verified = await add({ verifiedOnly: true })
    expect(await refusal(redeem(person, verified))).toMatchObject({ failure: { code: 'COUPON_VERIFY_EMAIL' } })
    await world.db.raw('UPDATE users SET email_verified_at = $2 WHERE id = $1', [person.id, world.clock.now()])
    expect((await redeem(person, verified)).reward).toBe(200)
  })

  test('that is off is answered to the letter like one that does not exist', async () => {
    const code = await add({ enabled: false })
    const person = await someone()
    const answers = [await refusal(redeem(person, code)), await refusal(redeem(person, 'NO-SUCH-CODE'))]
    const [off, unknown] = answers.map(({ status, failure: { requestId: _id, ...failure } }) => ({ status, failure }))
    expect(off).toEqual(unknown)
    expect(off).toMatchObject({ status: 404, failure: { code: 'COUPON_UNKNOWN' } })
  })

  test('is redeemed on a device for one account, and not by an account under review', async () => {
    const code = await add()
    const [first, second] = [await someone(), await someone()]
    await redeem(first, code)
    const seen = await refusal(redeem(onDeviceOf(world, first, second), code))
    expect(seen).toMatchObject({ status: 409, failure: { code: 'SEEN_ON_DEVICE' } })
    expect(await reasonsOf(world, second)).toEqual(['claimed-on-device'])
    expect(await uses(code)).toEqual({ uses: 1, cost: 200 })
    await holdForReview(world, second)
    expect(await refusal(redeem(second, code))).toMatchObject({ status: 409, failure: { code: 'UNDER_REVIEW' } })
    expect((await second.user.me()).user.balance).toBe(0)
  })

  test('is nothing for guests, and no code is refused by its looks alone', async () => {
    expect(await refusal(world.guest().coupon.check({ body: { code: 'ABC' } }))).toMatchObject({ status: 401 })
    const person = await someone()
    for (const code of ['', 'ab', 'x'.repeat(41), "a' OR 1=1", 'ÄÖÜ']) {
      expect(await refusal(redeem(person, code))).toMatchObject({ status: 422 })
    }
    expect(await reasonsOf(world, person)).toEqual([])
  })
})

describe('whoever guesses codes', () => {
  test('is stopped for the day after ten, even with a right one, and nothing is held against anybody', async () => {
    world.clock.set('2028-03-01T09:00:00.000Z')
    const code = await add()
    const person = await someone()
    for (let guess = 1; guess <= 10; guess++) {
      expect(await refusal(redeem(person, `GUESS-${guess}`))).toMatchObject({ failure: { code: 'COUPON_UNKNOWN' } })
      expect(await reasonsOf(world, person)).toEqual([])
    }
    const stopped = { status: 429, failure: { code: 'COUPON_GUESSES', retryAfter: 15 * 3_600 } }
    expect(await refusal(redeem(person, code))).toMatchObject(stopped)
    world.clock.set('2028-03-01T23:59:59.000Z')
    expect(await refusal(redeem(person, code))).toMatchObject({ status: 429, failure: { retryAfter: 1 } })
    world.clock.set('2028-03-02T00:00:00.000Z')
    expect((await redeem(person, code)).reward).toBe(200)
  })

  test('is not who types right codes that are over, used up or used before', async () => {
    const over = await add({ until: '2028-01-01T00:00:00.000Z' })
    const person = await someone()
    for (let turn = 0; turn < 12; turn++) expect(await refusal(redeem(person, over))).toMatchObject({ status: 409 })
    await haveDone(world, person, { source: 'faucet', count: 1 })
    expect((await redeem(person, await add())).reward).toBe(200)
  })

  test('finds the code that nobody was given: it answers like any wrong one, and refuses nothing later', async () => {
    await world.settings({ coupon_canary: 'Free-Money' })
    const [curious, plain] = [await someone(), await someone()]
    const [trapped, wrong] = [await refusal(redeem(curious, 'FREE-MONEY')), await refusal(redeem(plain, 'FREE-MONEX'))]
    expect({ ...trapped.failure, requestId: '' }).toEqual({ ...wrong.failure, requestId: '' })
    expect(trapped.status).toBe(wrong.status)
    expect([await reasonsOf(world, curious), await reasonsOf(world, plain)]).toEqual([['canary-coupon'], []])
    const code = await add()
    expect((await redeem(curious, code)).reward).toBe(200)
    await world.settings({ coupon_canary: '' })
  })
})
