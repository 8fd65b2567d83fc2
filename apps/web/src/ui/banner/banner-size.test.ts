import { expect, test } from 'vitest'
import { bannerFor } from './banner-size.ts'

test('the widest banner that fits is shown, and the tall one never below a page', () => {
  const all = ['160x600', '300x250', '468x60', '728x90'] as const
  expect(bannerFor(976, all)).toBe('728x90')
  expect(bannerFor(728, all)).toBe('728x90')
  expect(bannerFor(727, all)).toBe('468x60')
  expect(bannerFor(328, all)).toBe('300x250')
  expect(bannerFor(288, all)).toBeNull()
  expect(bannerFor(976, ['160x600', '300x250'])).toBe('300x250')
  expect(bannerFor(976, ['160x600'])).toBeNull()
  expect(bannerFor(0, all)).toBeNull()
})
