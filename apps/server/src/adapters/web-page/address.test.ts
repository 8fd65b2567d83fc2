import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './address.ts'

const words = (rows: readonly string[]): string[] => rows.flatMap((row) => row.split(' '))

describe('a public address', () => {
  it.each(
    words([
      '1.1.1.1 8.8.8.8 93.184.216.34 172.15.255.255 172.32.0.1 100.63.255.255 100.128.0.1 192.167.255.255 192.169.0.1',
      '198.17.255.255 198.20.0.1 223.255.255.254 11.0.0.1 9.9.9.9',
      '2606:4700:4700::1111 2a00:1450:4001:82a::200e 2001:4860:4860::8888',
      '::ffff:8.8.8.8 ::ffff:808:808 64:ff9b::8.8.8.8 64:ff9b::808:808',
    ]),
  )('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each(
    words([
      // This machine, and no machine.
      '127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 ::1 :: 0:0:0:0:0:0:0:1 ::ffff:127.0.0.1 ::ffff:7f00:1',
      // Private networks.
      '10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 100.64.0.1 100.127.255.255',
      'fc00::1 fd12:3456::1 fec0::1 feff::1 ::ffff:10.0.0.1 ::ffff:192.168.1.1',
      // The neighbourhood, and everybody.
      '169.254.0.1 fe80::1 febf::1 fe80::1%eth0 224.0.0.1 239.255.255.255 ff02::1 ff0e::1 255.255.255.255',
      // Where clouds answer their machines.
      '169.254.169.254 169.254.170.2 fd00:ec2::254 100.100.100.200 192.0.0.192 168.63.129.16 ::ffff:168.63.129.16',
      '::ffff:169.254.169.254 ::ffff:a9fe:a9fe 64:ff9b::169.254.169.254',
      // Documentation, measuring, and what is set aside.
      '192.0.0.1 192.0.2.1 198.51.100.1 203.0.113.1 198.18.0.1 198.19.255.255 192.88.99.1 240.0.0.1 254.1.2.3',
      '2001:db8::1 3fff::1 3fff:fff::1 100::1 2001:2::1 2001:10::1 2001:20::1 5f00::1',
      '4000::1 8000::1 e000::1 1000::1 200::1',
      // IPv4 wrapped in IPv6: compatible, 6to4, Teredo, and translations for one network.
      '::127.0.0.1 ::7f00:1 ::8.8.8.8 ::808:808 2002:7f00:1:: 2002:a00:1::1 2002:808:808::1 2001::1 2001:0:7f00:1::',
      '64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b:1::8.8.8.8 ::ffff:0:8.8.8.8',
      // No plain spelling.
      '2130706433 0177.0.0.1 0x7f000001 0x8.8.8.8 127.1 8.8 010.8.8.8 8.8.8.8. １.1.1.1 8.8.8.8/32',
      'localhost example.com [::1] [2606:4700::1] 2606:4700::1%eth0 8.8.8.8:80',
    ]).concat('', ' 8.8.8.8', '8.8.8.8\n'),
  )('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
