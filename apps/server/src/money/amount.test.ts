import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coinsFor, decimalText, percentOf, plainDecimal, portionOf, portionUp, scaled } from '#money/amount.ts'
import { formatAmount } from '#money/format-amount.ts'

const units = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })

describe('parts of an amount', () => {
  test.each([
    [100, 10, 10],
    [99, 10, 9],
    [30, 1, 0],
    [1, 100, 1],
    [1, 99, 0],
    [Number.MAX_SAFE_INTEGER, 100, Number.MAX_SAFE_INTEGER],
    [Number.MAX_SAFE_INTEGER, 50, 4_503_599_627_370_495],
  ])('%i units, %i percent: %i', (amount, percent, part) => {
    expect(percentOf(amount, percent)).toBe(part)
  })

  test('are rounded down by less than one unit, whatever the amount', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 10_000 }), (amount, basisPoints) => {
        const part = BigInt(portionOf(amount, basisPoints)) * 10_000n
        const exact = BigInt(amount) * BigInt(basisPoints)
        expect(part <= exact && exact - part < 10_000n).toBe(true)
      }),
      { seed: 20_261_120 },
    )
  })

  test('gain nothing by taking an amount in two pieces: what is given rounds down, and what is kept rounds up', () => {
    const piece = fc.integer({ min: 0, max: 1_000_000_000 })
    const rate = fc.bigInt({ min: 1n, max: 10n ** 24n })
    const decimals = fc.integer({ min: 0, max: 18 })
    fc.assert(
      fc.property(piece, piece, fc.integer({ min: 0, max: 10_000 }), (a, b, part) => {
        expect(portionOf(a, part) + portionOf(b, part)).toBeLessThanOrEqual(portionOf(a + b, part))
        expect(percentOf(a, part) + percentOf(b, part)).toBeLessThanOrEqual(percentOf(a + b, part))
        expect(portionUp(a, part) + portionUp(b, part)).toBeGreaterThanOrEqual(portionUp(a + b, part))
        expect(portionUp(a, part) - portionOf(a, part)).toBeLessThanOrEqual(1)
      }),
      { seed: 20_261_122 },
    )
    fc.assert(
      fc.property(piece, piece, rate, decimals, (a, b, price, places) => {
        const coins = (units: number) => scaled(coinsFor({ units, rate: decimalText(price, 18), decimals: places }))
        expect(coins(a) + coins(b) <= coins(a + b)).toBe(true)
      }),
      { seed: 20_261_122 },
    )
  })

  test('never add up to more than the whole', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 10_000 }), (amount, share) => {
        expect(portionOf(amount, share) + portionOf(amount, 10_000 - share)).toBeLessThanOrEqual(amount)
      }),
      { seed: 20_261_120 },
    )
  })
})

describe('coins for units', () => {
  test.each([
    [10_000, '10000', 8, '1'],
    [10_000, '7', 8, '1428.57142857'],
    [1, '3', 0, '0'],
    [3, '3', 0, '1'],
    [1, '10000000000', 8, '0'],
    [100, '10000000000', 8, '0.00000001'],
    [199, '10000000000', 8, '0.00000001'],
    [5, '0.5', 18, '10'],
    [Number.MAX_SAFE_INTEGER, '0.000001', 18, '9007199254740991000000'],
  ])('%i units at %s units a coin, %i decimals: %s', (amount, rate, decimals, coins) => {
    expect(coinsFor({ units: amount, rate, decimals })).toBe(coins)
  })

  test('are never worth more than the units, and one smallest part more would be', () => {
    const rates = fc.tuple(fc.integer({ min: 1, max: 1_000_000_000 }), fc.integer({ min: 0, max: 999_999 }))
    fc.assert(
      fc.property(units, rates, fc.integer({ min: 0, max: 18 }), (amount, [whole, fraction], decimals) => {
        const rate = `${whole}.${String(fraction).padStart(6, '0')}`
        const smallest = 10n ** BigInt(18 - decimals)
        const received = scaled(coinsFor({ units: amount, rate, decimals }))
        const paidFor = BigInt(amount) * 10n ** 36n
        expect(received * scaled(rate) <= paidFor).toBe(true)
        expect((received + smallest) * scaled(rate) > paidFor).toBe(true)
      }),
      { seed: 20_261_120 },
    )
  })
})

test('decimal texts carry no needless zeros and lose no needed one', () => {
  expect(decimalText(100n, 2)).toBe('1')
  expect(decimalText(5n, 3)).toBe('0.005')
  expect(decimalText(0n, 8)).toBe('0')
  expect(decimalText(120n, 0)).toBe('120')
  expect(plainDecimal('100')).toBe('100')
  expect(plainDecimal('100.000')).toBe('100')
  expect(plainDecimal('0.100')).toBe('0.1')
  expect(formatAmount(125_000, 'USD')).toBe('$1.25')
  expect(formatAmount(0, 'EUR')).toBe('€0.00')
  expect(formatAmount(1, 'USD')).toBe('$0.00001')
  expect(formatAmount(Number.MAX_SAFE_INTEGER, 'USDT')).toBe('90,071,992,547.40991 USDT')
})
