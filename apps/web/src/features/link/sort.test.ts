import type { Shortlink } from '@runnel/contract/earn/link'
import { expect, test } from 'vitest'
import { nextLink, rewardPerMinute, sortLinks } from './sort.ts'

const link = (id: string, changes: Partial<Shortlink> = {}): Shortlink => ({
  _id: id,
  name: id,
  reward: 20,
  maxView: 1,
  priority: 0,
  avgDuration: 60,
  closed: null,
  ...changes,
})

const links = [
  link('plain'),
  link('rich', { reward: 90, avgDuration: 300 }),
  link('quick', { reward: 15, avgDuration: 20 }),
  link('wanted', { reward: 5, priority: 3 }),
  link('shut', { reward: 500, closed: 'It does not answer.' }),
  link('spent', { reward: 400, maxView: 2 }),
]
const list = { links, history: [{ _id: 'spent', count: 2 }] }
const names = (sort: 'auto' | 'reward' | 'duration') => sortLinks(list, sort).map((shown) => shown.link._id)

test('each order stands by its own rule, and what cannot be visited comes last', () => {
  expect(names('auto')).toEqual(['wanted', 'quick', 'plain', 'rich', 'shut', 'spent'])
  expect(names('reward')).toEqual(['rich', 'plain', 'quick', 'wanted', 'shut', 'spent'])
  expect(names('duration')).toEqual(['quick', 'plain', 'wanted', 'rich', 'shut', 'spent'])
})

test('visits left are never below none', () => {
  const [shown] = sortLinks({ links: [link('spent')], history: [{ _id: 'spent', count: 7 }] }, 'auto')
  expect(shown).toMatchObject({ left: 0, isOpen: false })
})

test('the next link is the best one that is open, but not the one that failed', () => {
  expect(nextLink(list)?._id).toBe('wanted')
  expect(nextLink(list, 'wanted')?._id).toBe('quick')
  expect(nextLink({ links: [link('shut', { closed: 'No.' })], history: [] })).toBeNull()
})

test('a link whose time is not known yet pays no endless reward', () => {
  expect(rewardPerMinute(link('odd', { avgDuration: 0 }))).toBe(1_200)
  expect(rewardPerMinute(link('plain'))).toBe(20)
  expect(rewardPerMinute(link('uneven', { reward: 60, avgDuration: 37 })), 'cut as on the dashboard').toBe(97)
})
