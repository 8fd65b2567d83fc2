import { expect, test } from 'vitest'
import { findingsOf, scoreTown } from '#test/botnet.ts'
import { townOf } from '#test/town.ts'

const small = {
  people: 2_000,
  robots: { 'one-box': 20, proxies: 21, 'one-referrer': 20, 'own-solver': 20, 'lone-careful': 8 },
}

test('the rules find the robots of a small town and leave its people in peace (ANTIBOT.md S2, S3)', () => {
  const { precision, recall, people, byStrategy } = scoreTown('a small town', small)
  expect(precision[60]).toBeGreaterThanOrEqual(0.9)
  expect(recall[60]).toBeGreaterThanOrEqual(0.97)
  expect(people[60]).toBeLessThanOrEqual(0.005)
  expect(people[80]).toBeLessThanOrEqual(0.0015)
  for (const strategy of ['one-box', 'proxies', 'one-referrer'] as const) {
    expect(byStrategy.get(strategy)?.[60], strategy).toBe(1)
  }
})

test('the same seed is the same town, and what is found reads as a sentence', () => {
  const size = { people: 300, robots: { ...small.robots, proxies: 9 } }
  const [one, two] = [townOf('twice', size), townOf('twice', size)]
  expect(two).toEqual(one)
  const sentences = [...findingsOf(one).values()].flat().map(({ detail }) => detail)
  expect(sentences.length).toBeGreaterThan(50)
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z0-9].*\.$/)
})
