import { readFileSync } from 'node:fs'
import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'
import { hostingMatcher, hostingOperatorOf } from './hosting-networks.ts'

/** Of six hexadecimal digits, a /24 of IPv4; of fourteen, a /56 of IPv6. */
const addressOf = (network: string): string => {
  const bytes = Buffer.alloc(network.length === 6 ? 4 : 16)
  bytes.write(network, 'hex')
  return ipaddr.fromByteArray([...bytes]).toString()
}

describe('the operator of a network', () => {
  // Networks that the operators themselves publish as theirs.
  test.each([
    ['3.5.140.0/24', 'Amazon.com, Inc.'],
    ['34.64.0.0/24', 'Google LLC'],
    ['159.89.0.0/24', 'DigitalOcean, LLC'],
    ['51.15.0.0/24', 'Scaleway SAS'],
    ['2a01:4f8::/56', 'Hetzner Online GmbH'],
    ['2a01:4f8:c0:ab00::/56', 'Hetzner Online GmbH'],
    ['2600:1f18::/56', 'Amazon.com, Inc.'],
  ])('%s is %s', (net, operator) => {
    expect(hostingOperatorOf(net)).toBe(operator)
  })

  // Cloudflare carries iCloud Private Relay and WARP; the rest are lines of homes, phones, documentation and home nets.
  test.each([
    '1.1.1.0/24',
    '104.28.0.0/24',
    '8.8.8.0/24',
    '81.2.69.0/24',
    '73.0.0.0/24',
    '192.0.2.0/24',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '198.18.7.0/24',
    '10.0.0.0/24',
    '127.0.0.0/24',
    '2001:db8::/56',
    '::1',
    'unknown',
    '',
    '999.1.1.0/24',
  ])('%s is nobody’s', (net) => {
    expect(hostingOperatorOf(net)).toBeNull()
  })

  test('is found at both ends of each run of networks, and not beyond the last', () => {
    const lines = readFileSync(new URL('hosting-networks.tsv', import.meta.url), 'utf8').split('\n')
    const rows = lines.filter((line) => /^\d+\t/.test(line)).map((line) => line.split('\t'))
    expect(rows.length).toBeGreaterThan(300)
    for (const [, operator = '', runs = ''] of rows) {
      for (const run of [runs.split(' ')[0] ?? '', runs.split(' ').at(-1) ?? '']) {
        const [first = '', count = ''] = run.split('+')
        const last = (BigInt(`0x${first}`) + BigInt(`0x${count}`) - 1n).toString(16).padStart(first.length, '0')
        for (const network of [first, last]) expect(hostingOperatorOf(addressOf(network)), run).toBe(operator)
      }
    }
  })
})

test('networks that the owner added count too, with whatever else stands in the list', () => {
  const isHosting = hostingMatcher(' 198.51.100.0/24 \n\n2001:db8::/32\nnonsense')
  expect(isHosting('198.51.100.0/24')).toBe(true)
  expect(isHosting('2001:db8:1:2::/56')).toBe(true)
  expect(isHosting('159.89.0.0/24')).toBe(true)
  expect(isHosting('203.0.113.0/24')).toBe(false)
})
