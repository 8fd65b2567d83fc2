import { beforeEach, expect, test } from 'vitest'
import { storeVisit, keptToken } from './kept-visits.ts'

beforeEach(() => sessionStorage.clear())

test('gives what was kept last, as long as its visit lives', () => {
  storeVisit('one', { vt: 'first', at: 1_000, until: 9_000 })
  storeVisit('two', { vt: 'second', at: 2_000, until: 5_000 })
  expect(keptToken(3_000)).toBe('second')
  expect(keptToken(6_000)).toBe('first')
  expect(keptToken(9_000)).toBeNull()
})

test('a link that is opened anew has only its newest visit', () => {
  storeVisit('one', { vt: 'first', at: 1_000, until: 9_000 })
  storeVisit('one', { vt: 'second', at: 2_000, until: 9_000 })
  expect(keptToken(3_000)).toBe('second')
  expect(sessionStorage).toHaveLength(1)
})

test('what others left in the storage is not read', () => {
  sessionStorage.setItem('link-visit:one', '{"vt":1}')
  sessionStorage.setItem('link-visit:two', 'no')
  sessionStorage.setItem('else', JSON.stringify({ vt: 'x', at: 1, until: 9_000 }))
  expect(keptToken(0)).toBeNull()
})
