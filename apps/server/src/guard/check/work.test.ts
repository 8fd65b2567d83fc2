import type { PowSolution } from '@runnel/contract/check/captcha'
import { describe, expect, test } from 'vitest'
import { refusal } from '#test/refusal.ts'
import { PASSWORD, signUp } from '#test/sign-up.ts'
import { type Person, useWorld, type Visitor } from '#test/world.ts'

const world = useWorld()

/** What is no work of this challenge, made from what is. */
const wrongWorks: Readonly<Record<string, (right: PowSolution, foreign: PowSolution) => PowSolution | undefined>> = {
  none: () => undefined,
  'of another challenge': (_, foreign) => foreign,
  'with another key': ({ counter, derivedKey }) => ({
    counter,
    derivedKey: derivedKey.replace(/^../, (two) => (two === '00' ? '11' : '00')),
  }),
}

const wrong = { status: 400, failure: { code: 'CHALLENGE_WRONG' } }

describe('a captcha that is a proof of work', () => {
  const login = (guest: Visitor, captcha: Awaited<ReturnType<Visitor['solve']['captcha']>>) =>
    guest.auth.login({ body: { login: 'ann', password: PASSWORD, captcha }, headers: {} })

  test.each(Object.keys(wrongWorks))('takes no work %s, and is used up by it', async (kind) => {
    await signUp(world, 'ann').catch(() => undefined)
    const guest = world.guest()
    const other = await world.guest().solve.captcha('login')
    const right = await guest.solve.captcha('login')
    if (right.pow === undefined || other.pow === undefined) throw new Error('the captcha asked for no work')
    const pow = wrongWorks[kind]?.(right.pow, other.pow)
    expect(await refusal(login(guest, { id: right.id, ...(pow && { pow }) }))).toMatchObject(wrong)
    expect(await refusal(login(guest, right)), 'used up').toMatchObject(wrong)
    expect(await login(guest, await guest.solve.captcha('login'))).toHaveProperty('token')
  })
})

/** Somebody who solves by work alone. */
const withoutPictures = async (name: string): Promise<Person> => {
  const person = await world.user(name)
  await world.db.raw('INSERT INTO answer_records (user_id, without_pictures) VALUES ($1, true)', [person.id])
  return person
}

describe('work alone in place of a check by pictures', () => {
  test.each(Object.keys(wrongWorks))('takes no work %s, and pays nothing', async (kind) => {
    const nameOf = (who: string) => `${who}${kind}`.replaceAll(/[^a-z]/g, '').slice(0, 20)
    const person = await withoutPictures(nameOf('own'))
    const other = await withoutPictures(nameOf('other'))
    const solved = await person.solve.claim()
    const foreign = await other.solve.claim()
    expect(solved.antibot.order ?? []).toHaveLength(0)
    if (solved.antibot.pow === undefined || foreign.antibot.pow === undefined) throw new Error('no work was asked for')
    const { pow: right, ...answer } = solved.antibot
    const pow = wrongWorks[kind]?.(right, foreign.antibot.pow)
    const body = { ...solved, antibot: { ...answer, ...(pow && { pow }) } }
    expect(await refusal(person.faucet.claim({ body }))).toMatchObject(wrong)
    expect((await person.user.me()).user.balance).toBe(0)
    expect((await person.faucet.info()).wait).toBe(0)
  })

  test('is answered with its own work', async () => {
    const person = await withoutPictures('right')
    const { reward } = await person.faucet.claim({ body: await person.solve.claim() })
    expect(reward).toBeGreaterThan(0)
  })

  test('is paid the same, waits the same, and is asked as often as pictures', async () => {
    await world.settings({ happy_hours: [{ from: '13:00', to: '14:00' }] })
    world.clock.set('2026-10-01T12:05:00.000Z')
    const [blind, seeing] = [await withoutPictures('same_blind'), await world.user('same_seeing')]
    const told: unknown[][] = [[], []]
    for (let claim = 0; claim < 8; claim += 1) {
      world.clock.turn(claim % 2 === 0 ? 23 * 3_600 : 3_600)
      for (const [index, person] of [blind, seeing].entries()) {
        const { reward, parts, wait, exp } = await person.faucet.claim({ body: await person.solve.claim() })
        const { claimsToday, next } = await person.faucet.info()
        const { step, every, raised } = await person.trust.info()
        told[index]?.push({ reward, parts, wait, exp, claimsToday, next, step, every, raised })
      }
    }
    expect(told[0]).toEqual(told[1])
  })
})
