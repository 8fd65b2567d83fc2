import { describe, expect, test } from 'vitest'
import { happyHourAt } from '#features/faucet/schedule.ts'

const hours = [
  { from: '12:00', to: '13:00' },
  { from: '23:30', to: '00:30' },
]
const at = (iso: string) => happyHourAt(hours, new Date(iso))

describe('happy hours', () => {
  test('a window is open from its start and closed at its end', () => {
    expect(at('2026-03-10T11:59:59.999Z').isHappyHour).toBe(false)
    expect(at('2026-03-10T12:00:00.000Z').isHappyHour).toBe(true)
    expect(at('2026-03-10T12:59:59.999Z').isHappyHour).toBe(true)
    expect(at('2026-03-10T13:00:00.000Z').isHappyHour).toBe(false)
  })

  test('the next window is told also while one is open', () => {
    const open = at('2026-03-10T12:30:00.000Z')
    expect(open.nextHappyHour?.toISOString()).toBe('2026-03-10T23:30:00.000Z')
    expect(open.happyHourEnds?.toISOString()).toBe('2026-03-10T13:00:00.000Z')
  })

  test('a window that ends before it starts runs over midnight, also on the last day of a leap February', () => {
    const late = at('2028-02-29T23:45:00.000Z')
    expect(late.isHappyHour).toBe(true)
    expect(late.happyHourEnds?.toISOString()).toBe('2028-03-01T00:30:00.000Z')
    expect(at('2028-03-01T00:29:59.000Z').isHappyHour).toBe(true)
    expect(at('2028-03-01T00:30:00.000Z').nextHappyHour?.toISOString()).toBe('2028-03-01T12:00:00.000Z')
  })

  test('without windows there is never a happy hour', () => {
    expect(happyHourAt([], new Date())).toEqual({ isHappyHour: false, nextHappyHour: null, happyHourEnds: null })
  })
})
