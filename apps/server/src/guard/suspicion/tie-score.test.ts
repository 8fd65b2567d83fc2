import { expect, test } from 'vitest'
import { clustersOf, tieScore, type SharedThing, type SharedThings } from './tie-score.ts'

/** ANTIBOT.md 4.2. */
const examples: readonly [name: string, shared: SharedThings, sum: number, isTied: boolean][] = [
  ['flatmates', { network: 2 }, 0.4, false],
  ['a couple on one computer, one invited the other', { network: 2, device: 2, referrer: 2 }, 1.25, true],
  ['a family of 4 on one tablet, one invited three', { network: 4, device: 4, referrer: 4 }, 0.85, false],
  ['a class of 30, 3 to a computer', { network: 30, joined: 30, device: 3 }, 0.6, false],
  ['a café of 300, 20 to a computer', { network: 300, device: 20 }, 0.29, false],
  ['a village behind one address', { network: 60, referrer: 12, joined: 6 }, 0.3, false],
  ['a carrier of 5,000 whose prints collide', { network: 5_000, print: 400 }, 0.11, false],
  [
    'a farm of 50 on own addresses, one domain, in step, one referrer',
    { domain: 50, timing: 50, referrer: 50 },
    1.07,
    true,
  ],
  ['a farm of 8 behind one address, in step', { network: 8, joined: 8, timing: 8 }, 0.7, false],
  ['the same with a domain of its own', { network: 8, joined: 8, timing: 8, domain: 8 }, 1.2, true],
  ['a farm that keeps everything apart', {}, 0, false],
  ['two accounts that are paid to one place', { destination: 2 }, 1, true],
]
test.each(examples)('%s', (_name, shared, sum, isTied) => {
  expect(tieScore(shared)).toMatchObject({ sum: expect.closeTo(sum, 1), isTied })
})

const thing = (name: SharedThing['name'], users: string[], accounts = users.length): SharedThing => ({
  name,
  key: users.join(),
  accounts,
  users,
})

test('accounts that are tied one to the next are one cluster, and others are in none', () => {
  const farm = ['a', 'b', 'c']
  const family = ['m', 'n', 'o', 'p']
  const found = clustersOf([
    ...(['domain', 'timing', 'referrer'] as const).map((name) => thing(name, farm)),
    thing('destination', ['c', 'd']),
    ...(['network', 'device', 'referrer'] as const).map((name) => thing(name, family)),
    thing('network', [...farm, ...family, 'x'], 400),
  ])
  expect(found.map(({ users }) => users)).toEqual([['a', 'b', 'c', 'd']])
  expect(found[0]?.things.map(({ name, users }) => [name, users.length])).toEqual([
    ['destination', 2],
    ['network', 3],
    ['timing', 3],
    ['domain', 3],
    ['referrer', 3],
  ])
})

test('thousands who are paid to one place are one cluster, and thousands in one network are none', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => `account ${index}`)
  expect(clustersOf([thing('destination', many)])[0]?.users).toHaveLength(2_000)
  expect(clustersOf([thing('network', many), thing('device', many), thing('domain', many)])).toEqual([])
})
