import { expect, test } from 'vitest'
import { scaleTop } from './Plot.tsx'

test.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [9, 10],
  [10, 20],
  [4_001, 6_000],
  [8_500, 10_000],
])('a scale for %d ends at %d', (highest, top) => {
  expect(scaleTop(highest)).toBe(top)
})
