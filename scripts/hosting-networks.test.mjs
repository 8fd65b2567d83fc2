import { expect, test } from 'vitest'
import { hostingTable } from './hosting/networks.mjs'

const rows = [
  '192.0.2.0,192.0.2.255,64500,"Example Hosting, Inc."',
  '192.0.3.0,192.0.5.127,64500,"Example Hosting, Inc."',
  '198.51.100.128,198.51.100.255,64500,"Example Hosting, Inc."',
  '203.0.113.0,203.0.113.255,64501,Example Homes',
  '2001:db8::,2001:db8:0:1ff:ffff:ffff:ffff:ffff,64500,"Example Hosting, Inc."',
  '192.0.1.0,192.0.1.255,64500,"Example Hosting, Inc."',
  '198.51.100.0,198.51.100.3,64502,Example Few',
]

test('whole networks of the listed operators are joined and counted, and others left out', () => {
  const { text, count, empty } = hostingTable({
    before: '# a head\n64502\n64500\tOld name\tffffff+1\n',
    rows,
    version: '1.2.3',
  })
  expect(count).toBe(1)
  expect(empty).toEqual(['64502'])
  expect(text.split('\n').filter((line) => line && !line.startsWith('#'))).toEqual([
    '64500\tExample Hosting, Inc.\tc00001+4 20010db8000000+2',
  ])
  expect(text).toContain('@ip-location-db/asn 1.2.3, CC BY 4.0, of RouteViews (routeviews.org) and DB-IP (db-ip.com)')
})
