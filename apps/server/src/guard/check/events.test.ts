import { defaults } from '@runnel/contract/settings/settings'
import { describe, expect, test } from 'vitest'
import { type RiskFamily, riskRules } from '#guard/suspicion/catalogue.ts'
import { type Trap, traps, writeTrap } from '#guard/trap.ts'
import { checkRate, drawAt } from '#guard/trust/draw.ts'
import { newId } from '#kernel/id.ts'
import { renderAll } from '#kernel/words/render.ts'
import { suspect } from '#test/features/suspecting.ts'
import { trust } from '#test/features/trusting.ts'
import { addMethod, earn, openHanded, requestWithdrawal } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ settings: { ...openHanded, faucet_reward: 31, happy_hours: [] }, limits: false })

const recordOf = async ({ id }: Person) => {
  const [row] = await world.db.raw('SELECT llr, right_count, wrong_count FROM answer_records WHERE user_id = $1', [id])
  return row
}
const challengeOf = (person: Person) => person.antibot.challenge({ query: { action: 'faucet' } })

/** What ANTIBOT.md 7 allows one event to do: nothing, but one more check. */
const expectHarmless = async (person: Person): Promise<void> => {
  await world.runJob('suspects.judge')
  expect(await person.appeal.appealState()).toMatchObject({ lock: null, measures: [] })
  const { captcha, antibotlinks } = await challengeOf(person)
  expect([captcha, antibotlinks.length], 'one check at a time').toEqual([true, 0])
  expect(await person.faucet.claim({ body: await person.solve.claim() })).toMatchObject({ reward: 31 })
  await earn(world, person, 20_000)
  const method = await addMethod(await world.owner())
  expect((await requestWithdrawal(person, { method })).withdrawal.status).toBe('approved')
}

interface Event {
  readonly name: string
  readonly happens: (person: Person) => Promise<unknown>
}

// The keys of an object are its own names.
const families = Object.keys(riskRules) as RiskFamily[]
const markEvents = families.flatMap((family) =>
  riskRules[family].map((rule): Event => ({
    name: `mark ${rule}`,
    happens: (person) => suspect(world, person, { family, reason: rule, points: 80 }),
  })),
)

const trapEvents = (Object.keys(traps) as Trap[]).map((trap): Event => ({
  name: `trap ${trap}`,
  happens: ({ id }) => {
    const visitor = { net: '233.252.0.0/24', deviceId: newId(), userAgent: 'Robot/1' }
    // Only what is written down of a visitor matters here.
    const asVisitor = visitor as Parameters<typeof writeTrap>[1]['visitor']
    const hit = { trap, visitor: asVisitor, userId: id, sample: {}, now: world.clock.now() }
    return world.db.write((tx) => writeTrap(tx, hit))
  },
}))

const pageEvents: readonly Event[] = [
  {
    name: 'a wrong answer',
    happens: async (person) => {
      const body = await person.solve.claim({ right: false })
      expect(await refusal(person.faucet.claim({ body }))).toMatchObject({ failure: { code: 'CHALLENGE_WRONG' } })
    },
  },
  {
    name: 'a double click',
    happens: async (person) => {
      const body = await person.solve.claim()
      const sent = await Promise.allSettled([1, 2, 3].map(() => person.faucet.claim({ body })))
      expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      world.clock.turn(301)
    },
  },
  { name: 'a reload', happens: (person) => Promise.all([person.solve.claim(), person.solve.claim()]) },
  {
    name: 'a challenge that ran out',
    happens: async (person) => {
      await person.solve.claim()
      world.clock.turn(151)
    },
  },
  {
    name: 'a filled hidden field',
    happens: async (person) => {
      const captcha = await person.solve.captcha('contact')
      const body = { email: 'a@example.com', subject: 'Hello there', message: 'A question.', website: 'x', captcha }
      await person.raw({ method: 'POST', path: '/api/contact', body })
    },
  },
  {
    name: 'an hour of practice',
    happens: async (person) => {
      for (let round = 0; round < 30; round += 1) await person.antibot.challenge({ query: { action: 'practice' } })
      expect(await recordOf(person)).toBeUndefined()
    },
  },
  {
    name: 'a fetched decoy',
    happens: (person) => person.raw({ method: 'GET', path: '/faucet/verify' }),
  },
]

describe('one event costs nobody more than one more check', () => {
  test.each([...pageEvents, ...trapEvents, ...markEvents].map((event, index) => ({ ...event, index })))(
    '$name',
    async ({ happens, index }) => {
      const person = await world.user(`event_${index}`)
      await happens(person)
      await expectHarmless(person)
    },
  )
})

/** The number of a claim that is not drawn by itself, and neither are the two after it. */
const quietNumber = ({ id: userId }: Person): number => {
  const rate = checkRate(defaults, { level: 'proven', pay: 31 })
  const isDrawn = (number: number) => drawAt(world.secrets, { userId, action: 'faucet', number }) < rate
  for (let number = 100; ; number += 1) {
    if (![number, number + 1, number + 2].some(isDrawn)) return number
  }
}

describe('one signal draws one captcha of a proven account', () => {
  test.each([...trapEvents, ...markEvents].map((event, index) => ({ ...event, index })))(
    '$name',
    async ({ happens, index }) => {
      const person = await world.user(`proven_${index}`)
      await trust(world, person, 'proven')
      await happens(person)
      const first = quietNumber(person)
      const drawnAt = async (number: number): Promise<boolean> => {
        await world.db.raw('UPDATE users SET faucet_claim = $2 WHERE id = $1', [person.id, number])
        return (await challengeOf(person)).captcha
      }
      expect([await drawnAt(first), await drawnAt(first), await drawnAt(first + 1)]).toEqual([true, true, true])
      await drawnAt(first)
      await person.faucet.claim({ body: await person.solve.claim() })
      expect([await drawnAt(first + 1), await drawnAt(first + 2)]).toEqual([false, false])
    },
  )
})

describe('the record of answers', () => {
  test('counts every challenge of pictures that ends without an answer, from the first on, of both kinds', async () => {
    const person = await world.user('shopper')
    for (const action of ['faucet', 'bonus', 'ptc', 'withdraw'] as const) {
      for (let round = 0; round < 3; round += 1) await person.captcha.challenge({ query: { action } })
    }
    expect((await recordOf(person))?.['llr']).toBeCloseTo(8 * 0.15)
    world.clock.turn(151)
    await person.captcha.challenge({ query: { action: 'bonus' } })
    expect((await recordOf(person))?.['llr']).toBeCloseTo(9 * 0.15)
    for (let round = 0; round < 70; round += 1) await person.captcha.challenge({ query: { action: 'bonus' } })
    const { antibotlinks } = await challengeOf(person)
    expect(antibotlinks).toHaveLength(5)
    const rows = await world.db.raw('SELECT detail FROM risk_marks WHERE user_id = $1', [person.id])
    expect(renderAll(rows, 'en')).toEqual([
      { detail: 'Captchas were answered incorrectly or left unanswered unusually often.' },
    ])
  })

  test('two wrong answers in a row ask for the click order once, and a right one ends that', async () => {
    const person = await world.user('stumbler')
    for (let round = 0; round < 2; round += 1) {
      const body = await person.solve.claim({ right: false })
      expect(await refusal(person.faucet.claim({ body }))).toMatchObject({ status: 400 })
    }
    const stepUp = await challengeOf(person)
    expect([stepUp.captcha, stepUp.antibotlinks.length, stepUp.pick]).toEqual([false, 5, 3])
    expect(await person.faucet.claim({ body: await person.solve.claim() })).toMatchObject({ reward: 31 })
    world.clock.turn(301)
    for (let round = 0; round < 3; round += 1) {
      await person.faucet.claim({ body: await person.solve.claim() })
      world.clock.turn(301)
    }
    expect((await challengeOf(person)).captcha).toBe(true)
  })
})
