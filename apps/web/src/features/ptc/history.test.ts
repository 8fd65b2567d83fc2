import type { PtcAd } from '@runnel/contract/earn/ptc'
import { expect, test } from 'vitest'
import { isClaimed, nextAd, renewed, returnsAt, rewardPerMinute, sortAds } from './history.ts'

const noon = Date.parse('2026-05-01T12:00:00.000Z')
const hour = 3_600_000

const ad = (name: string, changes: Partial<PtcAd> = {}): PtcAd => ({
  _id: name,
  kind: 'iframe',
  title: name,
  description: '',
  reward: 10,
  timer: 10,
  remaining: 100,
  ...changes,
})

test('an ad counts as claimed until the moment that the server named', () => {
  const entry = { adId: 'a', claimTime: '2026-05-01T11:00:00.000Z', availableOn: '2026-05-01T13:00:00.000Z' }
  expect(isClaimed(entry, noon)).toBe(true)
  expect(isClaimed(entry, noon + hour - 1)).toBe(true)
  expect(isClaimed(entry, noon + hour)).toBe(false)
})

test('without such a moment it counts as claimed for one day after it was paid', () => {
  const entry = { adId: 'a', claimTime: '2026-05-01T11:00:00.000Z' }
  expect(returnsAt(entry)).toBe(Date.parse('2026-05-02T11:00:00.000Z'))
  expect(isClaimed(entry, noon + 23 * hour - 1)).toBe(true)
  expect(isClaimed(entry, noon + 23 * hour)).toBe(false)
  expect(isClaimed(undefined, noon)).toBe(false)
})

const back = (hours: number) => new Date(noon + hours * hour).toISOString()
const list = {
  ads: [ad('late'), ad('best'), ad('soon'), ad('returned'), ad('empty', { remaining: 0 })],
  history: [
    { adId: 'late', claimTime: back(-1), availableOn: back(5) },
    { adId: 'soon', claimTime: back(-2), availableOn: back(1) },
    { adId: 'returned', claimTime: back(-9), availableOn: back(-1) },
  ],
  ptcCount: 2,
  today: { count: 2, earned: 20 },
}

test('what can be viewed stands first as the server sorted it, then what comes back, the next one first', () => {
  expect(sortAds(list, noon).map((shown) => shown.ad._id)).toEqual(['best', 'returned', 'soon', 'late'])
  expect(sortAds(list, noon).map(({ returns }) => returns)).toEqual([null, null, noon + hour, noon + 5 * hour])
})

test('the next ad is another one that pays', () => {
  expect(nextAd(list, { except: 'best', now: noon })?._id).toBe('returned')
  expect(nextAd({ ...list, ads: [ad('late')] }, { except: 'best', now: noon })).toBeNull()
})

test('news change what is left, and an ad that nobody heard of asks for the whole list', () => {
  const news = { ads: [{ _id: 'best', remaining: 3 }], history: [], ptcCount: 1 }
  const now = renewed(list, news)
  expect(now?.ads.find(({ _id }) => _id === 'best')?.remaining).toBe(3)
  expect(now?.ads.find(({ _id }) => _id === 'late')?.remaining).toBe(0)
  expect(now?.ptcCount).toBe(1)
  expect(renewed(list, { ...news, ads: [{ _id: 'new', remaining: 9 }] })).toBeNull()
})

test('says what a minute pays as the dashboard does: whole units, the presses included', () => {
  expect(rewardPerMinute({ reward: 12, timer: 15 })).toBe(36)
  expect(rewardPerMinute({ reward: 35, timer: 15 })).toBe(105)
  expect(rewardPerMinute({ reward: 35, timer: 30 })).toBe(60)
})
