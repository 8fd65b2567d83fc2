import { describe, expect, test } from 'vitest'
import { addDays, type Claimed, graceOf, turnOf } from './schedule.ts'

const claim = (date: string, given: Partial<Claimed> = {}): Claimed => ({
  date,
  day: 1,
  streak: 1,
  grace: false,
  ...given,
})
const on = (today: string, newest?: Claimed, lastGrace?: string) =>
  turnOf({ newest, lastGrace }, { today, graceDays: 30 })

describe('the round of the bonus', () => {
  test('begins with day 1, goes on from day to day, and begins again after day 7', () => {
    expect(on('2026-03-10')).toEqual({ claimed: false, day: 1, streak: 1, usesGrace: false })
    expect(on('2026-03-11', claim('2026-03-10'))).toEqual({ claimed: false, day: 2, streak: 2, usesGrace: false })
    expect(on('2026-03-11', claim('2026-03-10', { day: 7, streak: 14 }))).toMatchObject({ day: 1, streak: 15 })
  })

  test.each([
    ['a month ends', '2026-04-30', '2026-05-01'],
    ['a year ends', '2026-12-31', '2027-01-01'],
    ['a leap day comes', '2028-02-28', '2028-02-29'],
    ['a leap day goes', '2028-02-29', '2028-03-01'],
    ['February ends without a leap day', '2027-02-28', '2027-03-01'],
    ['clocks of many countries change', '2026-03-29', '2026-03-30'],
  ])('goes on when %s', (_when, before, today) => {
    expect(on(today, claim(before, { day: 3, streak: 3 }))).toMatchObject({ day: 4, streak: 4, usesGrace: false })
    expect(addDays(before, 1)).toBe(today)
    expect(addDays(today, -1)).toBe(before)
  })

  test('the same day and every earlier one are claimed, however far the clock went back', () => {
    const newest = claim('2026-03-10', { day: 5, streak: 5, grace: true })
    for (const today of ['2026-03-10', '2026-03-09', '2025-12-31', '1999-01-01']) {
      expect(on(today, newest)).toEqual({ claimed: true, day: 5, streak: 5, usesGrace: true })
    }
  })

  test('one missed day is forgiven, two are not, and nothing is while the grace was used lately', () => {
    const newest = claim('2026-03-10', { day: 4, streak: 4 })
    expect(on('2026-03-12', newest)).toEqual({ claimed: false, day: 5, streak: 5, usesGrace: true })
    expect(on('2026-03-13', newest)).toEqual({ claimed: false, day: 1, streak: 1, usesGrace: false })
    expect(on('2026-03-12', newest, '2026-02-11')).toMatchObject({ day: 1, usesGrace: false })
    expect(on('2026-03-12', newest, '2026-02-10')).toMatchObject({ day: 5, usesGrace: true })
    expect(turnOf({ newest, lastGrace: undefined }, { today: '2026-03-12', graceDays: 0 })).toMatchObject({ day: 1 })
  })

  test('the grace comes back after its days', () => {
    const past = { newest: undefined, lastGrace: '2028-01-31' }
    expect(graceOf(past, { today: '2028-02-29', graceDays: 30 })).toEqual({ available: false, next: '2028-03-01' })
    expect(graceOf(past, { today: '2028-03-01', graceDays: 30 })).toEqual({ available: true, next: undefined })
    expect(graceOf(past, { today: '2027-12-01', graceDays: 30 })).toEqual({ available: false, next: '2028-03-01' })
    expect(graceOf(past, { today: '2028-03-01', graceDays: 0 })).toEqual({ available: false, next: undefined })
  })
})

/** A small generator of numbers that a seed repeats. */
const random = (start: number): (() => number) => {
  let state = start
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const seed = Number(process.env['BONUS_SEED'] ?? 20_261_120)

describe(`random lives of claimers (BONUS_SEED=${seed})`, () => {
  test('pay each date once, in order, and break a row exactly where a person would say that it broke', () => {
    const next = random(seed)
    for (let life = 0; life < 300; life++) {
      const graceDays = Math.floor(next() * 40)
      const claims: Claimed[] = []
      let today = addDays('2026-01-01', Math.floor(next() * 1_500))
      for (let visit = 0; visit < 60; visit++) {
        // Mostly the next day, sometimes the same, one or more skipped, or a clock that was set back.
        const roll = next()
        const step = roll < 0.6 ? 1 : roll < 0.8 ? 2 : roll < 0.87 ? 3 : roll < 0.94 ? 0 : -Math.ceil(next() * 5)
        today = addDays(today, step)
        const newest = claims.at(-1)
        const lastGrace = claims.findLast(({ grace }) => grace)?.date
        const turn = turnOf({ newest, lastGrace }, { today, graceDays })
        expect(turn.claimed).toBe(newest !== undefined && today <= newest.date)
        if (turn.claimed) continue
        claims.push({ date: today, day: turn.day, streak: turn.streak, grace: turn.usesGrace })
      }
      expectLife(claims, graceDays)
    }
  })
})

/** What must hold of every history, told without the schedule's own words. */
const expectLife = (claims: readonly Claimed[], graceDays: number): void => {
  const dates = claims.map(({ date }) => date)
  expect(dates).toEqual([...new Set(dates)].toSorted())
  const graces = claims.filter(({ grace }) => grace).map(({ date }) => date)
  for (const [index, date] of graces.entries()) {
    const before = graces[index - 1]
    if (before !== undefined) expect(date >= addDays(before, graceDays)).toBe(true)
  }
  for (const [index, { date, day, streak, grace }] of claims.entries()) {
    const before = claims[index - 1]
    const lastGrace = claims.slice(0, index).findLast((one) => one.grace)?.date
    const isNextDay = before !== undefined && date === addDays(before.date, 1)
    const missedOne = before !== undefined && date === addDays(before.date, 2)
    const mayForgive = graceDays > 0 && (lastGrace === undefined || date >= addDays(lastGrace, graceDays))
    expect(grace).toBe(missedOne && mayForgive)
    const goesOn = isNextDay || grace
    expect(streak).toBe(goesOn ? (before?.streak ?? 0) + 1 : 1)
    expect(day).toBe(((streak - 1) % 7) + 1)
  }
}
