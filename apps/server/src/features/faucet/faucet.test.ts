import { describe, expect, test } from 'vitest'
import { claimWorth } from '#features/faucet/worth.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 40 })

describe('faucet', () => {
  test('a claim pays exactly what was promised, and the wait begins', async () => {
    const alice = await world.user('alice')
    const promised = await alice.faucet.info()
    expect(promised).toMatchObject({ wait: 0, lastClaim: null, faucet_reward: 30, faucet_timer: 300, faucet_exp: 10 })
    const claimed = await alice.faucet.claim({ body: await alice.solve.claim() })
    expect(claimed.reward).toBe(promised.next.total)
    expect(claimed.balance).toBe(promised.next.total)
    const after = await alice.faucet.info()
    expect(after).toMatchObject({ wait: 300, claimsToday: 1, faucetClaim: 1 })
    const me = await alice.user.me()
    expect(me.user).toMatchObject({ balance: claimed.reward, totalEarned: claimed.reward, faucetClaim: 1 })
  })

  test('ten claims at level 1 pay 303, each exactly what was shown before it', async () => {
    const lee = await world.user('lee')
    const paid: number[] = []
    for (let claim = 0; claim < 10; claim++) {
      const { next } = await lee.faucet.info()
      const { reward, parts } = await lee.faucet.claim({ body: await lee.solve.claim() })
      expect(parts).toEqual(next)
      expect(parts.base + parts.level + parts.happyHour).toBe(reward)
      paid.push(reward)
      world.clock.turn(300)
    }
    expect(paid).toEqual([30, 30, 30, 31, 30, 30, 31, 30, 30, 31])
    const { user } = await lee.user.me()
    expect([user.balance, user.level]).toEqual([303, 2])
  })

  test('a claim before its time is refused with the seconds left, and the wait is not begun again', async () => {
    const bob = await world.user('bob')
    await bob.faucet.claim({ body: await bob.solve.claim() })
    world.clock.turn(100)
    const early = await refusal(bob.faucet.claim({ body: await bob.solve.claim() }))
    expect(early).toMatchObject({
      status: 409,
      failure: { code: 'FAUCET_WAIT', values: { wait: { wait: 200 } }, retryAfter: 200 },
    })
    world.clock.turn(199)
    expect((await bob.faucet.info()).wait).toBe(1)
    world.clock.turn(1)
    expect((await bob.faucet.claim({ body: await bob.solve.claim() })).reward).toBe(30)
  })

  test('a wrong answer is refused with a reload, uses the challenge up and leaves the wait alone', async () => {
    const carol = await world.user('carol')
    const wrong = await carol.solve.claim({ right: false })
    expect(await refusal(carol.faucet.claim({ body: wrong }))).toMatchObject({
      status: 400,
      failure: { code: 'CHALLENGE_WRONG', reload: 'captcha' },
    })
    expect((await carol.faucet.info()).wait).toBe(0)
    expect((await carol.faucet.claim({ body: await carol.solve.claim() })).reward).toBe(30)
  })

  test('the third wrong answer in a row sends to the waiting page for half a minute', async () => {
    const dora = await world.user('dora')
    for (const reload of ['captcha', 'captcha']) {
      const body = await dora.solve.claim({ right: false })
      expect(await refusal(dora.faucet.claim({ body }))).toMatchObject({ status: 400, failure: { reload } })
    }
    const body = await dora.solve.claim({ right: false })
    expect(await refusal(dora.faucet.claim({ body }))).toMatchObject({
      status: 429,
      failure: { code: 'COOLDOWN', retryAfter: 30, action: { type: 'redirect', path: '/app/wait' } },
    })
    expect((await dora.user.refresh()).cooldown).not.toBeNull()
    expect(await refusal(dora.antibot.challenge())).toMatchObject({ status: 429 })
    world.clock.turn(31)
    expect((await dora.user.refresh()).cooldown).toBeNull()
    expect((await dora.faucet.claim({ body: await dora.solve.claim() })).reward).toBe(30)
  })

  // Many at once under different keys: test/site/nodes.test.ts and test/site/processes.test.ts.
  test('the same claim under one key gives one payment and one answer, however often it is sent', async () => {
    const fay = await world.user('fay')
    const body = await fay.solve.claim()
    const send = () => fay.faucet.claim({ body, idempotencyKey: 'claim-0001' })
    const answers = await Promise.all(Array.from({ length: 25 }, send))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    world.clock.turn(3_600)
    expect(await send()).toEqual(answers[0])
    expect((await fay.user.me()).user.balance).toBe(30)
  })

  test('a challenge that was solved survives a claim that failed, when the same key comes again', async () => {
    const gil = await world.user('gil')
    await gil.faucet.claim({ body: await gil.solve.claim() })
    world.clock.turn(200)
    const body = await gil.solve.claim()
    const again = { body, idempotencyKey: 'claim-retry-1' }
    expect(await refusal(gil.faucet.claim(again))).toMatchObject({ failure: { code: 'FAUCET_WAIT' } })
    world.clock.turn(100)
    expect((await gil.faucet.claim(again)).reward).toBe(30)
    expect(await refusal(gil.faucet.claim({ body }))).toMatchObject({ status: 400 })
  })

  test('a key that was used elsewhere or looks wrong is refused', async () => {
    const hal = await world.user('hal')
    const body = await hal.solve.claim()
    expect(await refusal(hal.faucet.claim({ body, idempotencyKey: 'short' }))).toMatchObject({
      status: 400,
      failure: { code: 'BAD_IDEMPOTENCY_KEY' },
    })
  })

  test("another user's challenge, another session's and another action's are refused", async () => {
    const ida = await world.user('ida')
    const ben = await world.user('ben')
    const body = await ida.solve.claim()
    expect(await refusal(ben.faucet.claim({ body }))).toMatchObject({ status: 400 })
    const idaElsewhere = await world.user('ida')
    expect(await refusal(idaElsewhere.faucet.claim({ body }))).toMatchObject({ status: 400 })
    const practice = await ida.antibot.challenge({ query: { action: 'practice' } })
    const order = practice.antibotlinks.slice(0, practice.pick).map(({ id }) => id)
    expect(await refusal(ida.faucet.claim({ body: { antibot: { id: practice.id, order } } }))).toMatchObject({
      status: 400,
    })
    expect((await ida.faucet.claim({ body })).reward).toBe(30)
  })

  test('a challenge that ran out, or that a newer one replaced, is refused', async () => {
    const jim = await world.user('jim')
    const old = await jim.solve.claim()
    world.clock.turn(151)
    expect(await refusal(jim.faucet.claim({ body: old }))).toMatchObject({ failure: { code: 'CHALLENGE_EXPIRED' } })
    const replaced = await jim.solve.claim()
    await jim.antibot.challenge()
    expect(await refusal(jim.faucet.claim({ body: replaced }))).toMatchObject({
      failure: { code: 'CHALLENGE_EXPIRED' },
    })
  })

  test('guests are asked to sign in', async () => {
    const guest = world.guest()
    expect(await refusal(guest.faucet.info())).toMatchObject({ status: 401, failure: { code: 'NO_SESSION' } })
    expect(await refusal(guest.faucet.claim({ body: { antibot: { id: 'x', order: [] } } }))).toMatchObject({
      status: 401,
    })
  })

  test('the daily limit counts UTC days', async () => {
    await world.settings({ dailyClaimLimit: 2, faucet_timer: 5 })
    world.clock.set('2026-04-30T23:00:00.000Z')
    const kim = await world.user('kim')
    for (let claim = 0; claim < 2; claim++) {
      await kim.faucet.claim({ body: await kim.solve.claim() })
      world.clock.turn(10)
    }
    const third = await refusal(kim.faucet.claim({ body: await kim.solve.claim() }))
    expect(third).toMatchObject({ status: 409, failure: { code: 'FAUCET_DAILY_LIMIT' } })
    world.clock.set('2026-05-01T00:00:00.000Z')
    expect((await kim.faucet.claim({ body: await kim.solve.claim() })).reward).toBe(30)
    await world.settings({ dailyClaimLimit: 0, faucet_timer: 300 })
  })

  test('exp raises the level, and the level raises the reward', async () => {
    await world.settings({ faucet_exp: 100, faucet_reward: 1_000, happyHourBonus: 50 })
    world.clock.set('2026-05-02T09:00:00.000Z')
    const leo = await world.user('leo')
    const first = await leo.faucet.claim({ body: await leo.solve.claim() })
    expect(first).toMatchObject({ exp: 100, progress: { level: 2, nextLevelExp: 300 } })
    expect((await leo.user.refresh()).notification.notifications[0]).toMatchObject({
      kind: 'level-up',
      values: { level: 2 },
    })
    world.clock.set('2026-05-02T12:30:00.000Z')
    const second = await leo.faucet.claim({ body: await leo.solve.claim() })
    expect(second.parts).toEqual({ base: 1_000, level: 20, happyHour: 510, total: 1_530 })
    await world.settings({ faucet_exp: 10, faucet_reward: 30 })
  })

  test('the bonus of the level stops at 25 percent, and that of a happy hour comes on top', () => {
    const settings = { faucet_reward: 33, happyHourBonus: 50 }
    expect(claimWorth(settings, { level: 3, isHappyHour: false })).toBe(339_900)
    expect(claimWorth(settings, { level: 3, isHappyHour: true })).toBe(509_850)
    expect(claimWorth(settings, { level: 400, isHappyHour: false })).toBe(412_500)
  })

  test('a clock that was moved back does not open the faucet early', async () => {
    world.clock.set('2026-05-03T10:00:00.000Z')
    const mia = await world.user('mia')
    await mia.faucet.claim({ body: await mia.solve.claim() })
    world.clock.set('2026-05-03T09:58:00.000Z')
    expect(await refusal(mia.faucet.claim({ body: await mia.solve.claim() }))).toMatchObject({ status: 409 })
  })
})
