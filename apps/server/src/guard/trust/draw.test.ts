import { describe, expect, it, test } from 'vitest'
import { createSecrets } from '#kernel/secrets.ts'
import { suspect } from '#test/features/suspecting.ts'
import { trust } from '#test/features/trusting.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'
import { checkedAs, checkRate, drawAt, drawOf, type DrawState } from './draw.ts'

const every = { captcha_every_new: 2, captcha_every_known: 4, captcha_every_trusted: 10, captcha_every_proven: 40 }

describe('the rate', () => {
  test.each([
    ['new', 30, 0.5],
    ['known', 30, 0.25],
    ['trusted', 30, 0.1],
    ['proven', 30, 0.025],
    ['proven', 120, 0.1],
    ['known', 6, 0.05],
    ['new', 500, 1],
  ] as const)('of a %s account for %i units is %d', (level, pay, rate) => {
    expect(checkRate(every, { level, pay })).toBeCloseTo(rate)
  })

  const now = new Date('2030-05-05T12:00:00Z')
  const clean = { risk: { llr: 0, marks: [] }, caller: { measures: [] }, now }
  const held = (kind: 'review' | 'challenge' | 'reward') => ({ measures: [{ id: 'a', kind, until: null }] }) as never

  it('is that of the level below while answers are doubtful, and none while a person has to look', () => {
    expect(checkedAs('proven', clean)).toBe('proven')
    expect(checkedAs('proven', { ...clean, risk: { llr: 2, marks: [] } })).toBe('trusted')
    expect(checkedAs('known', { ...clean, risk: { llr: 5, marks: [] } })).toBe('new')
    expect(checkedAs('new', { ...clean, risk: { llr: 5, marks: [] } })).toBe('new')
    expect(checkedAs('proven', { ...clean, risk: { llr: 9.2, marks: [] } })).toBeUndefined()
    expect(checkedAs('proven', { ...clean, caller: held('review') })).toBeUndefined()
    expect(checkedAs('proven', { ...clean, caller: held('challenge') })).toBeUndefined()
    expect(checkedAs('proven', { ...clean, caller: held('reward') })).toBe('proven')
  })
})

describe('the draw', () => {
  it('is the same for an action for ever, of its own for each, and as frequent as the rate', () => {
    const secrets = createSecrets('a'.repeat(64))
    const at = (number: number, action: 'faucet' | 'ptc' = 'faucet') => drawAt(secrets, { userId: 'u', action, number })
    const all = Array.from({ length: 20_000 }, (_, number) => at(number))
    expect(all.every((value) => value >= 0 && value < 1)).toBe(true)
    expect(Math.abs(all.filter((value) => value < 0.1).length - 2_000)).toBeLessThan(150)
    expect(at(7)).toBe(all[7])
    expect(at(7, 'ptc')).not.toBe(all[7])
    expect(drawAt(createSecrets('b'.repeat(64)), { userId: 'u', action: 'faucet', number: 7 })).not.toBe(all[7])
  })

  const [early, late] = [new Date('2030-01-01'), new Date('2030-01-02')]
  const state: DrawState = {
    rank: 3,
    judgedOn: null,
    number: 50,
    claims: 50,
    until: -1,
    signalAt: null,
    signalPassedAt: null,
  }
  const found = { rate: 0.1, at: 0.5, wrongStreak: 0, signalAt: null }
  test.each([
    ['nothing is drawn', {}, {}, false, undefined],
    ['it is drawn', {}, { at: 0.05 }, true, 50],
    ['it was drawn before, whatever the rate is now', { until: 50 }, { rate: 0.01 }, true, undefined],
    ['an earlier one was drawn', { until: 49 }, {}, false, undefined],
    ['a signal is new', { signalAt: early, signalPassedAt: early }, { signalAt: late }, true, -1],
    ['its captcha was shown only', { signalAt: late, signalPassedAt: early }, { signalAt: late }, true, undefined],
    ['its captcha was passed', { signalAt: late, signalPassedAt: late }, { signalAt: late }, false, undefined],
    ['two answers in a row were wrong', { until: 50 }, { wrongStreak: 2 }, true, 53],
    ['the account is new', { claims: 4, number: 4 }, {}, true, 4],
    ['only this kind is new to a known account', { claims: 50, number: 0 }, {}, false, undefined],
  ] as const)('where %s', (_name, changed, seen, isDrawn, until) => {
    const drawn = drawOf({ ...state, ...changed }, { ...found, ...seen })
    expect([drawn.isDrawn, drawn.pin?.until]).toEqual([isDrawn, until])
  })
})

const world = useWorld({ settings: { happy_hours: [], faucet_timer: 5, bonus_min_claims: 0 }, limits: false })
const look = async (person: Person, action: 'faucet' = 'faucet') => {
  const { captcha, antibotlinks, pow } = await person.antibot.challenge({ query: { action } })
  return captcha || antibotlinks.length > 0 || pow !== null
}
const claims = ({ id }: Person, count: number) =>
  world.db.raw('UPDATE users SET faucet_claim = $2 WHERE id = $1', [id, count])

/** Brings somebody before the first claim from the sixth on that is drawn, or is not. */
const before = async (person: Person, isDrawn: boolean): Promise<void> => {
  for (let count = 5; count < 500; count += 1) {
    await claims(person, count)
    if ((await look(person)) === isDrawn) return
  }
  throw new Error('no such draw among hundreds')
}

describe('a claim that meets no captcha', () => {
  it('is paid with its envelope alone, once', async () => {
    const person = await world.user('proven_one')
    await trust(world, person, 'proven')
    await before(person, false)
    const body = await person.solve.claim()
    expect(body.captcha).toBeUndefined()
    const sent = await Promise.allSettled([1, 2, 3].map(() => person.faucet.claim({ body })))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('cannot be kept for a later one, by key, by another tab or by the way without pictures', async () => {
    const person = await world.user('keeper')
    await trust(world, person, 'proven')
    await before(person, false)
    const kept = await person.solve.claim()
    await person.faucet.claim({ body: await person.solve.claim() })
    // Claims of these tests bring no proof, which is a signal: its captcha is passed.
    world.clock.turn(6)
    await person.faucet.claim({ body: await person.solve.claim() })
    // The number is set ahead, and the wait is not over yet.
    await before(person, false)
    const call = { body: await person.solve.claim(), idempotencyKey: 'the-same-key-for-both' }
    expect(await refusal(person.faucet.claim(call))).toMatchObject({ failure: { code: 'FAUCET_WAIT' } })
    world.clock.turn(6)
    expect(await refusal(person.faucet.claim(call))).toMatchObject({ failure: { code: 'CHALLENGE_WRONG' } })
    world.clock.turn(6)
    expect(await refusal(person.faucet.claim({ body: kept }))).toMatchObject({ status: 400 })
    await before(person, false)
    const free = await person.solve.claim()
    await person.user.accessible({ body: { withoutPictures: true } })
    await claims(person, 3)
    await person.solve.claim()
    expect(await refusal(person.faucet.claim({ body: free }))).toMatchObject({ status: 400 })
  })

  it('pays for no other action than its own', async () => {
    const person = await world.user('crosser')
    await trust(world, person, 'proven')
    await before(person, false)
    const { antibot } = await person.solve.claim()
    const call = { params: { day: '1' }, body: { captcha: antibot } }
    expect(await refusal(person.bonus.claim(call))).toMatchObject({ failure: { code: 'CHALLENGE_WRONG' } })
  })
})

describe('shopping for a draw', () => {
  it('changes nothing: reloads, devices, sessions, hours and a better level give the same one', async () => {
    const person = await world.user('shopper')
    await trust(world, person, 'new')
    await before(person, true)
    for (let reload = 0; reload < 50; reload += 1) {
      const elsewhere = await world.user('shopper')
      if (reload === 20) await trust(world, person, 'proven')
      if (reload % 10 === 0) world.clock.turn(7_200)
      expect(await look(reload % 2 === 0 ? person : elsewhere)).toBe(true)
    }
    expect(await person.faucet.claim({ body: await person.solve.claim() })).toMatchObject({ reward: 30 })
  })

  it('counts each look at pictures, and a wrong answer draws nothing new', async () => {
    const person = await world.user('refuser')
    await trust(world, person, 'known')
    await before(person, true)
    await person.solve.claim()
    const body = await person.solve.claim({ right: false })
    expect(await refusal(person.faucet.claim({ body }))).toMatchObject({ failure: { code: 'CHALLENGE_WRONG' } })
    expect(await look(person)).toBe(true)
    const [record] = await world.db.raw('SELECT llr FROM answer_records WHERE user_id = $1', [person.id])
    expect(record?.['llr']).toBeCloseTo(1.3218 + 0.15)
  })
})

describe('a new risk signal', () => {
  it('draws the next claim of a proven account, and that one alone', async () => {
    const person = await world.user('marked')
    await trust(world, person, 'proven')
    await before(person, false)
    await suspect(world, person, { family: 'place', reason: 'device-shared:one', points: 80 })
    expect(await look(person)).toBe(true)
    expect(await look(person)).toBe(true)
    await person.faucet.claim({ body: await person.solve.claim() })
    await before(person, false)
    world.clock.turn(86_400)
    await suspect(world, person, { family: 'place', reason: 'device-shared:one', points: 80 })
    expect(await look(person)).toBe(false)
  })

  it('is not used up by a look at another kind of action, and draws none once a captcha is passed', async () => {
    const person = await world.user('peeker')
    await trust(world, person, 'proven')
    await world.settings({ captcha_every_proven: 1_000, bonus_rewards: [1, 1, 1, 1, 1, 1, 1] })
    await claims(person, 10)
    const bonus = async () => (await person.captcha.challenge({ query: { action: 'bonus' } })).images.length > 0
    expect(await bonus()).toBe(false)
    await suspect(world, person, { family: 'place', reason: 'device-shared:one', points: 80 })
    expect(await bonus()).toBe(true)
    expect(await look(person)).toBe(true)
    await person.faucet.claim({ body: await person.solve.claim() })
    expect(await bonus()).toBe(false)
    await world.settings({ captcha_every_proven: 40, bonus_rewards: [50, 75, 100, 150, 200, 300, 500] })
  })
})

describe('the daily bonus and ads', () => {
  it('meet a captcha as often as their pay asks for', async () => {
    const person = await world.user('bonus_taker')
    await trust(world, person, 'proven')
    await claims(person, 10)
    await world.settings({ captcha_every_proven: 1_000, bonus_rewards: [1, 1, 1, 1, 1, 1, 1] })
    const challenge = await person.captcha.challenge({ query: { action: 'bonus' } })
    expect(challenge).toMatchObject({ images: [], reference: null, pow: null, external: null })
    const call = { params: { day: '1' }, body: { captcha: { id: challenge.id } } }
    expect(await person.bonus.claim(call)).toMatchObject({ reward: 1 })
    await world.settings({ captcha_every_proven: 40, bonus_rewards: [50, 75, 100, 150, 200, 300, 500] })
  })

  it('and a withdrawal always does', async () => {
    const person = await world.user('payee')
    await trust(world, person, 'proven')
    await claims(person, 10)
    expect((await person.captcha.challenge({ query: { action: 'withdraw' } })).images).toHaveLength(6)
    expect((await person.captcha.challenge({ query: { action: 'ptc' } })).images, 'no ad is open').toHaveLength(6)
  })
})
