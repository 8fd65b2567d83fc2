import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seeds } from '#web/test/seeds.ts'
import { unitsFromText, unitsFromValue, valueText } from './amount-text.ts'

test('units are read with and without separators, and a fraction of a unit is none', () => {
  expect(unitsFromText('1250')).toBe(1250)
  expect(unitsFromText(' 1,250,000 ')).toBe(1_250_000)
  expect(unitsFromText('1.250')).toBe(1250)
  expect(unitsFromText('1\u202f250')).toBe(1250)
  for (const text of ['', '1.5', '12,50', '-5', '1e3', 'all', '9'.repeat(16)]) expect(unitsFromText(text)).toBeNull()
})

test('a value becomes units digit by digit, rounded down', () => {
  expect(unitsFromValue('0.29')).toBe(29_000)
  expect(unitsFromValue('1,005')).toBe(100_500)
  expect(unitsFromValue('.5')).toBe(50_000)
  expect(unitsFromValue('2.')).toBe(200_000)
  expect(unitsFromValue('0.123459')).toBe(12_345)
  for (const text of ['', '.', '-1', '1.2.3', '$1']) expect(unitsFromValue(text)).toBeNull()
})

test('units and values are read in the digits and separators of Arabic, Persian and Hindi', () => {
  expect(unitsFromText('١٢٥٠')).toBe(1250)
  expect(unitsFromText('٩٬٨٧٦٬٥٤٠')).toBe(9_876_540)
  expect(unitsFromText('۱٬۲۵۰')).toBe(1250)
  expect(unitsFromText('१,२५०')).toBe(1250)
  expect(unitsFromText('०१२३४५६७८९')).toBe(123_456_789)
  expect(unitsFromValue('٠٫٢٩')).toBe(29_000)
  expect(unitsFromValue('۱۲.۵')).toBe(1_250_000)
  expect(unitsFromValue('१.००५')).toBe(100_500)
  // Its signs say which separator is which: a fraction of a unit is none, and thousands are no fraction.
  expect(unitsFromText('١٫٢٥٠')).toBeNull()
  expect(unitsFromValue('١٬٢٥٠')).toBeNull()
})

test.each(seeds)('whatever amount is shown as a value is read back as the same amount (seed %i)', (seed) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 14 }), (units) => {
      expect(unitsFromValue(valueText(units))).toBe(units)
    }),
    { seed },
  )
})
