import { expect, test } from 'vitest'
import { inEnglish } from '#kernel/words/render.ts'
import { endOf, endsAt, winnersTitle, previousOf, startOf } from './periods.ts'

test.each([
  ['2026-03-09', '2026-03-09'],
  ['2026-03-15', '2026-03-09'],
  ['2026-03-16', '2026-03-16'],
  ['2027-01-01', '2026-12-28'],
  ['2028-03-01', '2028-02-28'],
  ['2028-02-29', '2028-02-28'],
])('the week of %s begins on Monday, %s', (day, monday) => {
  expect(startOf('week', day)).toBe(monday)
})

test.each([
  ['today', '2028-02-28', '2028-02-29'],
  ['today', '2027-02-28', '2027-03-01'],
  ['today', '2026-12-31', '2027-01-01'],
  ['week', '2028-02-28', '2028-03-06'],
  ['month', '2028-02-01', '2028-03-01'],
  ['month', '2026-12-01', '2027-01-01'],
  ['month', '2026-04-01', '2026-05-01'],
] as const)('a %s that begins on %s ends before %s, which comes after it', (board, start, end) => {
  expect(endOf(board, start)).toBe(end)
  expect(previousOf(board, end)).toBe(start)
  expect(startOf(board, end)).toBe(end)
})

test('boards without a period began long ago and never end', () => {
  expect(startOf('all', '2026-03-10')).toBe('1970-01-01')
  expect(endsAt('referral', '2026-03-10')).toBeNull()
  expect(endsAt('month', '2028-02-29')?.toISOString()).toBe('2028-03-01T00:00:00.000Z')
})

test('a period is called as people call it', () => {
  expect(inEnglish(winnersTitle('today', '2028-02-29'))).toBe('Winners of February 29, 2028')
  expect(inEnglish(winnersTitle('week', '2026-03-09'))).toBe('Winners of the week from March 9, 2026')
  expect(inEnglish(winnersTitle('month', '2026-03-01'))).toBe('Winners of March 2026')
})
