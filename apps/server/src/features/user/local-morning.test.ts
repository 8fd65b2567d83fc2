import { expect, test } from 'vitest'
import { localDay, localMinute, nextMorning } from './local-morning.ts'

const next = (after: string, tz: string, rate: 'daily' | 'weekly' = 'daily'): string =>
  nextMorning(new Date(after), { tz, rate }).toISOString()

test.each([
  ['UTC', '2026-03-10T07:59:59.999Z', '2026-03-10T08:00:00.000Z'],
  ['UTC', '2026-03-10T08:00:00.000Z', '2026-03-11T08:00:00.000Z'],
  ['Asia/Tokyo', '2026-03-10T22:59:00.000Z', '2026-03-10T23:00:00.000Z'],
  ['Asia/Tokyo', '2026-03-10T23:00:00.000Z', '2026-03-11T23:00:00.000Z'],
  ['Asia/Kathmandu', '2026-03-10T03:00:00.000Z', '2026-03-11T02:15:00.000Z'],
  ['America/Los_Angeles', '2026-03-06T20:00:00.000Z', '2026-03-07T16:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-03-10T12:00:00.000Z', '2026-03-10T18:00:00.000Z'],
])('in %s, after %s, 8:00 comes at %s', (tz, after, expected) => expect(next(after, tz)).toBe(expected))

test('stays at 8:00 of the clocks when they change', () => {
  // Berlin: +1 to +2 on 29 March 2026, back on 25 October; New York on 8 March and 1 November.
  expect(next('2026-03-28T07:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-29T06:00:00.000Z')
  expect(next('2026-03-28T22:30:00.000Z', 'Europe/Berlin')).toBe('2026-03-29T06:00:00.000Z')
  expect(next('2026-10-24T06:00:00.000Z', 'Europe/Berlin')).toBe('2026-10-25T07:00:00.000Z')
  expect(next('2026-03-07T13:00:00.000Z', 'America/New_York')).toBe('2026-03-08T12:00:00.000Z')
  expect(next('2026-10-31T12:00:00.000Z', 'America/New_York')).toBe('2026-11-01T13:00:00.000Z')
  // Midnight itself doesn’t exist in Santiago on 6 September 2026.
  expect(next('2026-09-05T12:30:00.000Z', 'America/Santiago')).toBe('2026-09-06T11:00:00.000Z')
})

test('comes each day of a year exactly once in every kind of zone', () => {
  for (const tz of ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata']) {
    let at = new Date('2026-01-01T12:00:00.000Z')
    const days = new Set<string>()
    for (let count = 0; count < 365; count += 1) {
      at = nextMorning(at, { tz, rate: 'daily' })
      days.add(localDay(at, tz))
    }
    expect([tz, days.size]).toEqual([tz, 365])
  }
})

test('of weekly ones comes on a Monday of the zone, over a change of the clocks too', () => {
  expect(next('2026-03-10T12:00:00.000Z', 'UTC', 'weekly')).toBe('2026-03-16T08:00:00.000Z')
  expect(next('2026-03-16T08:00:00.000Z', 'UTC', 'weekly')).toBe('2026-03-23T08:00:00.000Z')
  // In Tokyo it is Monday already.
  expect(next('2026-03-15T15:00:00.000Z', 'Asia/Tokyo', 'weekly')).toBe('2026-03-15T23:00:00.000Z')
  expect(next('2026-03-23T07:00:00.000Z', 'Europe/Berlin', 'weekly')).toBe('2026-03-30T06:00:00.000Z')
})

test('in a zone that is no more known is that of UTC', () => {
  expect(next('2026-03-10T07:00:00.000Z', 'Mars/Olympus')).toBe('2026-03-10T08:00:00.000Z')
})

test('a day is that of the zone', () => {
  const at = new Date('2026-03-10T23:30:00.000Z')
  expect([localDay(at, 'UTC'), localDay(at, 'Asia/Tokyo')]).toEqual(['2026-03-10', '2026-03-11'])
})

test.each([
  ['UTC', 0],
  ['Asia/Kathmandu', 345],
  ['America/Los_Angeles', 1_020],
  ['SystemV/EST5', 1_140],
])('in %s it is minute %i of the day at midnight UTC in July', (tz, minute) =>
  expect(localMinute(new Date('2026-07-10T00:00:59.999Z'), tz)).toBe(minute),
)
