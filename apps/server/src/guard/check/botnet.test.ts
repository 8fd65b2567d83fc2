import { expect, test } from 'vitest'
import { riskRules, ruleOf } from '#guard/suspicion/catalogue.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { findingsOf, marksOf, scoreTown } from '#test/botnet.ts'
import { townRules } from '#test/town-events.ts'
import { townOf, townOfReport } from '#test/town.ts'

const small = {
  people: 2_000,
  robots: { 'one-box': 20, proxies: 21, 'one-referrer': 20, 'own-solver': 20, 'lone-careful': 8 },
}
const allRules = new Set<string>(Object.values(riskRules).flat())

test('the rules hold the withdrawals of herds and leave people in peace (ANTIBOT.md 8, T3)', () => {
  const { precision, people, byStrategy } = scoreTown('a small town', small)
  expect(precision).toBeGreaterThanOrEqual(0.9)
  expect(people.held).toBeLessThanOrEqual(0.003)
  for (const strategy of ['one-box', 'proxies'] as const) {
    expect(byStrategy.get(strategy), strategy).toBe(1)
  }
})

test('the town contains every trap and mark of the product', () => {
  expect(new Set(townRules)).toEqual(allRules)
  const seen = [...marksOf(townOf('all rules', { ...townOfReport, people: 1_500 }))].flatMap(([, marks]) =>
    marks.map(({ reason }) => ruleOf(reason)),
  )
  expect(new Set(seen)).toEqual(allRules)
})

test('the same seed is the same town, and what is found reads as a sentence', () => {
  const size = { people: 300, robots: { ...small.robots, proxies: 9 } }
  const [one, two] = [townOf('twice', size), townOf('twice', size)]
  expect(two).toEqual(one)
  const sentences = [...findingsOf(one).values()].flat().map(({ detail }) => detail)
  expect(sentences.length).toBeGreaterThan(50)
  for (const sentence of sentences) expect(inEnglish(sentence)).toMatch(/^[A-Z0-9].*\.$/)
})
