import { describe, expect, test } from 'vitest'
import { periodEnd, periodStart } from './period.ts'

const weekOf = (iso: string) => {
  const now = new Date(iso)
  return [periodStart('weekly', now), periodEnd('weekly', now)?.toISOString()]
}
const dayOf = (iso: string) => {
  const now = new Date(iso)
  return [periodStart('daily', now), periodEnd('daily', now)?.toISOString()]
}

describe('the periods of challenges', () => {
  test('a day is a UTC day, also at leap days and the end of a year', () => {
    expect(dayOf('2028-02-29T23:59:59.999Z')).toEqual(['2028-02-29', '2028-03-01T00:00:00.000Z'])
    expect(dayOf('2028-03-01T00:00:00.000Z')).toEqual(['2028-03-01', '2028-03-02T00:00:00.000Z'])
    expect(dayOf('2026-12-31T12:00:00.000Z')).toEqual(['2026-12-31', '2027-01-01T00:00:00.000Z'])
  })

  test('a week runs from Monday to Sunday, over the ends of months and years', () => {
    expect(weekOf('2026-03-08T23:59:59.999Z')).toEqual(['2026-03-02', '2026-03-09T00:00:00.000Z'])
    expect(weekOf('2026-03-09T00:00:00.000Z')).toEqual(['2026-03-09', '2026-03-16T00:00:00.000Z'])
    expect(weekOf('2027-01-01T00:00:00.000Z')).toEqual(['2026-12-28', '2027-01-04T00:00:00.000Z'])
    expect(weekOf('2028-03-01T08:00:00.000Z')).toEqual(['2028-02-28', '2028-03-06T00:00:00.000Z'])
  })

  test('what is done once never begins again', () => {
    const now = new Date('2026-03-10T09:00:00.000Z')
    expect([periodStart('once', now), periodEnd('once', now)]).toEqual(['1970-01-01', null])
  })
})
