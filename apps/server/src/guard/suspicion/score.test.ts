import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterAnswer,
  afterReload,
  isFlagged,
  paceSignals,
  pauseSeconds,
  powLevelFor,
} from '#guard/check/answer-statistics.ts'
import { combineVerdicts, assessRisk, scoreOf, withCluster, type RiskSignal, type RiskVerdict } from './score.ts'

const now = new Date('2030-05-05T12:00:00Z')
const mark = (family: string, reason: string, points: number, daysAgo = 0): RiskSignal => ({
  family,
  reason,
  points,
  detail: `${reason} of ${family}`,
  at: new Date(now.getTime() - daysAgo * 86_400_000),
})

describe('the score', () => {
  it('adds the strongest of a family and 0.4 of its rest, and families as they are', () => {
    expect(scoreOf([], now)).toBe(0)
    expect(scoreOf([mark('place', 'device', 45), mark('place', 'print', 30)], now)).toBeCloseTo(57)
    expect(scoreOf([mark('place', 'device', 45), mark('payout', 'address', 30)], now)).toBeCloseTo(75)
  })

  it('halves every 14 days', () => {
    expect(scoreOf([mark('payout', 'address', 64, 14)], now)).toBeCloseTo(32)
    expect(scoreOf([mark('payout', 'address', 64, 42)], now)).toBeCloseTo(8)
  })

  it('counts one reason once and caps what a browser says about itself', () => {
    expect(scoreOf([mark('traps', 'replayed', 25), mark('traps', 'replayed', 25, 1)], now)).toBeCloseTo(25)
    const client = [25, 25, 25, 20, 40].map((points, index) => mark('client', `sign ${index}`, points))
    expect(scoreOf(client, now)).toBe(40)
  })

  it('never falls when a mark is added, and never comes out negative or broken', () => {
    const marks = fc.array(
      fc.record({
        family: fc.constantFrom('traps', 'client', 'payout', 'place', 'answers'),
        reason: fc.constantFrom('a', 'b', 'c'),
        points: fc.integer({ min: 0, max: 80 }),
        detail: fc.constant('x'),
        at: fc.date({ min: new Date('2029-01-01'), max: new Date('2031-01-01'), noInvalidDate: true }),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(marks, (list) => {
        for (let length = 1; length <= list.length; length += 1) {
          const score = scoreOf(list.slice(0, length), now)
          expect(Number.isFinite(score)).toBe(true)
          expect(score).toBeGreaterThanOrEqual(scoreOf(list.slice(0, length - 1), now) - 1e-9)
        }
      }),
      { numRuns: 300, seed: 20_261_120 },
    )
  })

  it('acts at 20, 60 and 80', () => {
    const at = (points: number): RiskVerdict => assessRisk([mark('payout', 'address', points)], now)
    expect(at(19)).toMatchObject({ allow: true, step: 'none' })
    expect(at(20)).toMatchObject({ allow: true, step: 'captcha' })
    expect(at(60)).toMatchObject({ allow: true, step: 'hold', reasons: ['address of payout'] })
    expect(at(80)).toMatchObject({ allow: false, step: 'hold' })
    expect(assessRisk([mark('a', 'old', 1, 30), mark('b', 'low', 5), mark('c', 'high', 9)], now).reasons).toEqual([
      'high of c',
      'low of b',
    ])
  })

  it('takes the strictest of several verdicts', () => {
    const verdict = (step: RiskVerdict['step'], allow = true): RiskVerdict => ({
      allow,
      step,
      points: 5,
      reasons: [step],
    })
    expect(combineVerdicts([])).toEqual({ allow: true, step: 'none', points: 0, reasons: [] })
    expect(combineVerdicts([verdict('pow'), verdict('captcha'), verdict('none', false)])).toEqual({
      allow: false,
      step: 'captcha',
      points: 15,
      reasons: ['pow', 'captcha', 'none'],
    })
    expect(withCluster(10, 80)).toBeCloseTo(52)
    expect(withCluster(70, 10)).toBe(70)
  })
})

describe('the sequential test', () => {
  it('needs seven wrong answers from nothing, and an honest streak is forgotten at the floor', () => {
    let llr = 0
    for (let count = 0; count < 6; count += 1) llr = afterAnswer(llr, false)
    expect(isFlagged(llr)).toBe(false)
    expect(isFlagged(afterAnswer(llr, false))).toBe(true)
    for (let count = 0; count < 1_000; count += 1) llr = afterAnswer(llr, true)
    expect(llr).toBe(-3)
  })

  it('holds a reload for half a wrong answer', () => {
    expect(afterReload(afterReload(0))).toBeCloseTo(afterAnswer(0, false))
  })

  it('pauses from the third wrong answer in a row, up to an hour', () => {
    expect([0, 2, 3, 4, 5, 9, 10, 99].map(pauseSeconds)).toEqual([0, 0, 30, 60, 120, 1_920, 3_600, 3_600])
  })

  it('asks for more work under load, suspicion and after wrong answers', () => {
    const calm = { load: 0, points: 0, wrongStreak: 0, minutesSinceWrong: 0 }
    expect(powLevelFor(calm)).toBe(0)
    expect(powLevelFor({ ...calm, load: 0.6 })).toBe(1)
    expect(powLevelFor({ ...calm, points: 45 })).toBe(2)
    expect(powLevelFor({ ...calm, wrongStreak: 2 })).toBe(2)
    expect(powLevelFor({ ...calm, wrongStreak: 2, minutesSinceWrong: 30 })).toBe(1)
    expect(powLevelFor({ load: 1, points: 99, wrongStreak: 9, minutesSinceWrong: 0 })).toBe(3)
  })
})

describe('the pace', () => {
  const hour = 3_600_000
  const everyMinutes = (minutes: number, days: number, from: number, to: number): Date[] =>
    Array.from({ length: days }, (_, day) =>
      Array.from({ length: ((to - from) * 60) / minutes }, (_unused, index) => {
        return new Date(Date.UTC(2030, 0, 1 + day) + from * hour + index * minutes * 60_000)
      }),
    ).flat()

  it('says nothing about a person', () => {
    expect(
      paceSignals({
        solveMs: Array.from({ length: 40 }, (_, index) => 4_000 + 300 * (index % 9)),
        claimDelays: Array.from({ length: 40 }, (_, index) => 4 + ((index * 37) % 90)),
        claims: everyMinutes(20, 10, 8, 23),
      }),
    ).toEqual([])
    expect(paceSignals({ solveMs: [900], claimDelays: [3, 3, 3], claims: everyMinutes(10, 2, 0, 24) })).toEqual([])
  })

  it('knows a program by its haste, its evenness and its nights', () => {
    const found = paceSignals({
      solveMs: Array.from({ length: 20 }, () => 1_500),
      claimDelays: Array.from({ length: 30 }, (_, index) => 10 + (index % 3)),
      claims: everyMinutes(10, 6, 0, 24),
    })
    expect(found.map(({ reason, points }) => [reason, points])).toEqual([
      ['quick-solver', 45],
      ['even-delays', 35],
      ['never-sleeps', 40],
    ])
    for (const { detail } of found) expect(detail).toMatch(/^[A-Z].*\.$/)
  })
})
