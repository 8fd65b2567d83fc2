import { expect, test } from 'vitest'
import { bestEarningOptions, type EarningOptions } from './earning-options.ts'

const now = new Date('2026-03-10T09:00:00.000Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const nothing: EarningOptions = {
  faucet: undefined,
  ads: { ads: [], count: 0, amount: 0 },
  links: { links: [], count: 0, amount: 0 },
  tasks: [],
  bonus: { streak: 0, reward: 0 },
  challenges: [],
}
const ad = (reward: number, timer: number) => ({
  _id: `ad-${reward}-${timer}`,
  kind: 'iframe' as const,
  title: 'Ad',
  description: '',
  reward,
  timer,
  remaining: 5,
})
const link = (reward: number, avgDuration: number) => ({
  _id: `link-${reward}`,
  name: 'Link',
  reward,
  maxView: 1,
  priority: 0,
  avgDuration,
  closed: null,
})

test('nothing to do is no way', () => {
  expect(bestEarningOptions(nothing, now)).toEqual([])
})

test('a claim is worth less a minute the longer one waits for it', () => {
  const of = (seconds: number) =>
    bestEarningOptions({ ...nothing, faucet: { readyAt: later(seconds), amount: 30 } }, now)[0]
  expect(of(0)).toMatchObject({ kind: 'faucet', reward: 30, seconds: 15, perMinute: 120, readyAt: null })
  expect(of(-60), 'ready for a minute').toMatchObject({ perMinute: 120, readyAt: null })
  expect(of(285)).toMatchObject({ perMinute: 6, readyAt: '2026-03-10T09:04:45.000Z' })
})

test('the best pay a minute stands first, and six are enough', () => {
  const best = bestEarningOptions(
    {
      faucet: { readyAt: later(285), amount: 30 },
      ads: { ads: [ad(49, 10), ad(35, 5), ad(20, 30)], count: 9, amount: 300 },
      links: { links: [link(60, 30), link(90, 120)], count: 2, amount: 150 },
      tasks: [
        { id: 'quick', title: 'A picture', reward: 400, seconds: 120 },
        { id: 'slow', title: 'A long text', reward: 900, seconds: 1_800 },
      ],
      bonus: { streak: 2, reward: 100 },
      challenges: [
        { id: 'small', kind: 'faucet', reward: 50 },
        { id: 'large', kind: 'earn', reward: 400 },
        { id: 'least', kind: 'ptc', reward: 10 },
      ],
    },
    now,
  )
  expect(best.map(({ kind, id, perMinute }) => [kind, id, perMinute])).toEqual([
    ['challenge', 'large', 4_800],
    ['challenge', 'small', 600],
    ['bonus', null, 400],
    ['ptc', 'ad-35-5', 210],
    ['task', 'quick', 200],
    ['ptc', 'ad-49-10', 196],
  ])
})
