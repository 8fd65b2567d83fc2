import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterAnswer, afterUnanswered, isFlagged, paceSignals, pauseSeconds } from '#guard/check/answer-statistics.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { isHoldDue, scoreOf, withCluster, type RiskSignal } from './score.ts'

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

  it('shares suspicion over rare ties', () => {
    expect(withCluster(10, 80)).toBeCloseTo(52)
    expect(withCluster(70, 10)).toBe(70)
  })
})

describe('a hold of withdrawals', () => {
  const stood = (family: string, points: number, days: number): RiskSignal => ({
    ...mark(family, `reason of ${family}`, points),
    since: new Date(now.getTime() - days * 86_400_000),
  })

  it('needs two independent kinds of evidence that have stood for a week', () => {
    expect(isHoldDue([stood('payout', 65, 7), stood('pace', 45, 7)], now)).toBe(true)
    expect(isHoldDue([stood('payout', 65, 7), stood('pace', 45, 6.9)], now)).toBe(false)
    expect(isHoldDue([stood('payout', 200, 30)], now)).toBe(false)
    expect(isHoldDue([stood('payout', 40, 30), stood('pace', 14, 30)], now)).toBe(false)
    expect(isHoldDue([mark('payout', 'address', 65), mark('pace', 'even', 45)], now)).toBe(false)
  })

  it('counts what a household shares by nature as one kind', () => {
    const shared = ['place', 'network', 'referral', 'cluster'].map((family) => stood(family, 60, 30))
    expect(isHoldDue(shared, now)).toBe(false)
    expect(isHoldDue([...shared, stood('sync', 60, 30)], now)).toBe(true)
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

  it('counts what is left unanswered, so that nobody only answers what is easy', () => {
    expect(afterUnanswered(1)).toBeCloseTo(1.15)
  })

  it('pauses from the third wrong answer in a row, up to an hour', () => {
    expect([0, 2, 3, 4, 5, 9, 10, 99].map(pauseSeconds)).toEqual([0, 0, 30, 60, 120, 1_920, 3_600, 3_600])
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

  /** Twenty a day. */
  const delays = (count: number, secondsOf: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => ({
      at: new Date(Date.UTC(2030, 0, 1 + Math.floor(index / 20), 12)),
      seconds: secondsOf(index),
    }))

  it('says nothing about a person', () => {
    expect(
      paceSignals({
        solveMs: Array.from({ length: 40 }, (_, index) => 4_000 + 300 * (index % 9)),
        claimDelays: delays(40, (index) => 4 + ((index * 37) % 90)),
        claims: everyMinutes(20, 10, 8, 23),
      }),
    ).toEqual([])
    expect(
      paceSignals({ solveMs: [900], claimDelays: delays(3, () => 3), claims: everyMinutes(10, 2, 0, 24) }),
    ).toEqual([])
  })

  it('knows a program by its haste, its evenness and its nights', () => {
    const found = paceSignals({
      solveMs: Array.from({ length: 20 }, () => 1_500),
      claimDelays: delays(30, (index) => 10 + (index % 3)),
      claims: everyMinutes(10, 6, 0, 24),
    })
    expect(found.map(({ reason, points }) => [reason, points])).toEqual([
      ['quick-solver', 45],
      ['even-delays', 35],
      ['never-sleeps', 40],
    ])
    for (const { detail } of found) expect(inEnglish(detail)).toMatch(/^[A-Z].*\.$/)
  })

  it('knows who claims the moment the timer ends, but not an eager person who is now and then called away', () => {
    const reasonsOf = (count: number, secondsOf: (index: number) => number) =>
      paceSignals({ solveMs: [], claimDelays: delays(count, secondsOf), claims: [] }).map(({ reason }) => reason)
    const atOnce = (index: number): number => [0.1, 0.4, 0.9, 0.2][index % 4] ?? 0
    expect(reasonsOf(60, atOnce)).toEqual(['fast-claims'])
    expect(reasonsOf(59, atOnce)).toEqual([])
    const onTwoDays = delays(80, atOnce).map((delay, index) => ({
      ...delay,
      at: new Date(Date.UTC(2030, 0, 1 + (index % 2))),
    }))
    expect(paceSignals({ solveMs: [], claimDelays: onTwoDays, claims: [] })).toEqual([])
    // Whoever has lately handed the work to a program is known by these days.
    expect(reasonsOf(160, (index) => (index < 100 ? 30 + 20 * (index % 7) : atOnce(index)))).toEqual(['fast-claims'])
    expect(reasonsOf(60, (index) => (index % 8 === 0 ? 40 : atOnce(index)))).toEqual([])
    expect(reasonsOf(60, (index) => [0.9, 1.7, 2.8][index % 3] ?? 0)).toEqual([])
    // The same offset each time is even, however small: the network adds less than a tenth.
    expect(reasonsOf(60, (index) => 0.5 + (index % 2) / 100)).toEqual(['fast-claims', 'even-delays'])
  })
})
