import { expect, it } from 'vitest'
import { countryOf, matchedNetwork, netOf } from '#guard/network.ts'

it('groups IPv4 by /24 and IPv6 by /56', () => {
  expect(netOf('203.0.113.77')).toBe('203.0.113.0/24')
  expect(netOf('::ffff:203.0.113.77')).toBe('203.0.113.0/24')
  expect(netOf('2001:db8:1:1ff::9')).toBe('2001:db8:1:100::/56')
  expect(netOf('2001:db8:1:1ab:ffff::1')).toBe(netOf('2001:db8:1:100::1'))
  expect(netOf('2001:db8:1:200::1')).not.toBe(netOf('2001:db8:1:100::1'))
  expect(netOf('fe80::1%eth0')).toBe('fe80::/56')
})

it('finds the network of a whole address, and takes the beginning of one as it is', () => {
  expect(matchedNetwork(' 203.0.113.77 ')).toBe('203.0.113.0/24')
  expect(matchedNetwork('2001:DB8:1:1ff::9')).toBe('2001:db8:1:100::/56')
  for (const typed of ['203.0.113.', '203.0.113.0/24', '2001:db8:', 'home']) expect(matchedNetwork(typed)).toBe(typed)
})

it('knows countries offline', () => {
  expect(countryOf('8.8.8.8')).toBe('US')
  expect(countryOf('::ffff:8.8.8.8')).toBe('US')
  expect(countryOf('2a00:1450:4001:800::200e')).toMatch(/^[A-Z]{2}$/)
  expect(countryOf('193.99.144.80')).toBe('DE')
})

it('never throws, whatever it is given', () => {
  for (const ip of ['', 'unknown', '999.1.1.1', '1', '0x7f.1', '1.2.3', '::', 'a'.repeat(10_000), '%', '127.0.0.1']) {
    expect(countryOf(ip)).toBeNull()
    expect(typeof netOf(ip)).toBe('string')
  }
  expect(netOf('not an address')).toBe('unknown')
})
