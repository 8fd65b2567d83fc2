import { expect, it } from 'vitest'
import { inEnglish } from '#kernel/words/render.ts'
import { deviceLabel, locationLabel } from './session-labels.ts'
import { timezoneOf } from './timezone.ts'

it.each([
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.0', 'Unknown device'],
  ['', 'Unknown device'],
])('calls %s by its name', (agent, name) => {
  expect(inEnglish(deviceLabel(agent))).toBe(name)
})

it('tells the country where it is known', () => {
  expect(locationLabel('DE', '203.0.113.0/24')).toBe('Germany (203.0.113.0/24)')
  expect(locationLabel(null, '203.0.113.0/24')).toBe('203.0.113.0/24')
  expect(locationLabel('??', '203.0.113.0/24')).toBe('203.0.113.0/24')
})

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['America/Argentina/Buenos_Aires', 'America/Buenos_Aires'],
  ['UTC', 'UTC'],
  ['+02:00', undefined],
  ['Mars/Olympus', undefined],
  ['', undefined],
  ["'; DROP TABLE users", undefined],
])('reads the time zone %s as %s', (text, zone) => {
  expect(timezoneOf(text)).toBe(zone)
})
