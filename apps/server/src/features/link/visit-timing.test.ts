import { describe, expect, test } from 'vitest'
import { type Random, seededRandom } from '#guard/captcha-image/random.ts'
import { backoffSeconds } from './circuit-breaker.ts'
import { isTooRegular, classifyDuration, LEARN_FROM_AT_MOST, durationStatsFrom } from './visit-timing.ts'

const SEED = process.env['LINK_SEED'] ?? 'links'

/** A time that spreads as times of people do: evenly in its logarithm, around a median. */
const about = (random: Random, median: number, spread: number): number => {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return median * Math.exp(spread * normal)
}
const PEOPLE = { median: 50, spread: 0.38 }
const BYPASS = { median: 5, spread: 0.25 }

describe('what is learnt', () => {
  test('needs ten visits', () => {
    expect(durationStatsFrom(Array.from({ length: 9 }, () => 40))).toBeUndefined()
    expect(durationStatsFrom(Array.from({ length: 10 }, () => 40))).toEqual({ median: 40, floor: 40, visits: 10 })
  })

  test('is the median, and a floor that one person in hundred is below', () => {
    const random = seededRandom(SEED)
    const people = Array.from({ length: 200 }, () => about(random, PEOPLE.median, PEOPLE.spread))
    const { median, floor } = durationStatsFrom(people) ?? { median: 0, floor: 0 }
    expect(median).toBeGreaterThan(44)
    expect(median).toBeLessThan(56)
    expect(floor).toBeGreaterThan(13)
    expect(floor).toBeLessThan(25)
  })

  test('moves little when a tenth of what it learns from came by a bypass', () => {
    const random = seededRandom(SEED)
    const visits = Array.from({ length: 200 }, (_, index) =>
      index % 10 === 0 ? about(random, BYPASS.median, BYPASS.spread) : about(random, PEOPLE.median, PEOPLE.spread),
    )
    expect(durationStatsFrom(visits)?.floor).toBeGreaterThan(10)
  })
})

test('a time is judged by the least that is possible first, then by what is learnt or expected', () => {
  const link = { minSeconds: 6, floorSeconds: 18, expectedSeconds: 100 }
  expect([5.9, 6, 17.9, 18].map((seconds) => classifyDuration(seconds, link))).toEqual([
    'impossible',
    'unlikely',
    'unlikely',
    'likely',
  ])
  const fresh = { ...link, floorSeconds: null }
  expect([34.9, 35].map((seconds) => classifyDuration(seconds, fresh))).toEqual(['unlikely', 'likely'])
  // An owner who knows better raises the least above what was learnt.
  expect(classifyDuration(18, { ...link, minSeconds: 20 })).toBe('impossible')
})

describe('traffic of which 70 % comes by a bypass of five seconds', () => {
  interface Paid {
    readonly bypass: number
    readonly people: number
  }
  const VISITS = 4_000
  /** The owner expects about what is right, and forbids next to nothing: all that helps is what is learnt. */
  const link = { minSeconds: 2, expectedSeconds: 45 }

  /** Everybody passes for trusted, which is the worst for what is learnt; it learns anew after each hundred visits. */
  const play = (floorOf: (paid: readonly number[], all: readonly number[]) => number | null, seed: string): Paid => {
    const random = seededRandom(seed)
    const [paid, all]: [number[], number[]] = [[], []]
    const counts = { bypass: 0, people: 0 }
    const of = { bypass: 0, people: 0 }
    let floorSeconds: number | null = null
    for (let index = 0; index < VISITS; index += 1) {
      if (index % 100 === 0) floorSeconds = floorOf(paid.slice(-LEARN_FROM_AT_MOST), all)
      const who = random() < 0.7 ? 'bypass' : 'people'
      const { median, spread } = who === 'bypass' ? BYPASS : PEOPLE
      const seconds = about(random, median, spread)
      of[who] += 1
      all.push(seconds)
      if (classifyDuration(seconds, { ...link, floorSeconds }) !== 'likely') continue
      paid.push(seconds)
      counts[who] += 1
    }
    return { bypass: counts.bypass / of.bypass, people: counts.people / of.people }
  }

  test.each([1, 2, 3, 4, 5])('seed %i: at most 1 %% of it is paid, and people are', (number) => {
    const paid = play((seconds) => durationStatsFrom(seconds)?.floor ?? null, `${SEED} ${number}`)
    expect(paid.bypass, JSON.stringify(paid)).toBeLessThanOrEqual(0.01)
    expect(paid.people, JSON.stringify(paid)).toBeGreaterThanOrEqual(0.98)
  })

  test('the plain rule, a part of the average of all, is dragged down by it: that is what the bar is for', () => {
    const mean = (all: readonly number[]) => all.reduce((sum, seconds) => sum + seconds, 0) / all.length
    const paid = play((_paid, all) => (all.length === 0 ? null : 0.35 * mean(all)), SEED)
    expect(paid.bypass).toBeGreaterThan(0.05)
  })
})

describe('visits that always take equally long', () => {
  const users = (visits: number, seconds: (random: Random) => number): number => {
    const random = seededRandom(SEED)
    const flagged = Array.from({ length: 2_000 }, () => Array.from({ length: visits }, () => seconds(random)))
    return flagged.filter(isTooRegular).length / flagged.length
  }
  const bot = (random: Random): number => 20 + 5 * random()
  const person = (random: Random): number => about(random, PEOPLE.median, 0.35)

  test('a program that waits 20 to 25 seconds is seen: now and then after five, always after ten', () => {
    expect(users(4, bot)).toBe(0)
    expect(users(5, bot)).toBeGreaterThan(0.15)
    expect(users(10, bot)).toBeGreaterThan(0.99)
  })

  test('people are not', () => {
    for (const visits of [5, 7, 10]) expect(users(visits, person), `${visits} visits`).toBeLessThanOrEqual(0.002)
  })
})

test('the breaker waits 5 minutes and doubles up to an hour', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 100].map(backoffSeconds)).toEqual([0, 0, 0, 300, 600, 1_200, 2_400, 3_600, 3_600])
})
