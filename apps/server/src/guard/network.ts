import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import ipaddr from 'ipaddr.js'
import { Reader, type CountryResponse } from 'maxmind'

const unknownNet = 'unknown'
const unknownCountry = null
const table = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** The network an address belongs to: /24 of IPv4, /56 of IPv6, which is what one line or household shares. */
export const netOf = (ip: string): string => {
  const address = parsed(ip)
  if (address === undefined) return unknownNet
  const bits = address.kind() === 'ipv4' ? 24 : 56
  const bytes = address.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0))
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`
}

/** How the network is written that somebody looks for: of a whole address its own, and else what was typed. */
export const matchedNetwork = (typed: string): string => {
  const text = typed.trim().toLowerCase()
  return parsed(text) === undefined ? text : netOf(text)
}

/** Whether this reads as an address or a network such as `192.0.2.0/24`. */
export const isRange = (text: string): boolean => rangeOf(text) !== undefined

/** Whether an address, or any of a network, lies in one of these addresses and networks. */
export const isInNetworks = (place: string, ranges: readonly string[]): boolean => {
  const asked = rangeOf(place)
  if (asked === undefined) return false
  return ranges.some((text) => {
    const range = rangeOf(text)
    return range !== undefined && lies(asked, range)
  })
}

/** The same question for many places and a long list, which is read once. */
export const networkMatcher = (ranges: readonly string[]): ((place: string) => boolean) => {
  const known = ranges.map(rangeOf).filter((range) => range !== undefined)
  return (place) => {
    const asked = rangeOf(place)
    if (asked === undefined) return false
    return known.some((range) => lies(asked, range))
  }
}

const lies = (asked: Range, range: Range): boolean =>
  range[0].kind() === asked[0].kind() && asked[0].match(range[0], Math.min(asked[1], range[1]))

type Range = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

const rangeOf = (text: string): Range | undefined => {
  const [bare = '', length, ...more] = text.trim().split('/')
  const address = parsed(bare)
  if (address === undefined || more.length > 0) return undefined
  const longest = address.kind() === 'ipv4' ? 32 : 128
  if (length === undefined) return [address, longest]
  return /^\d{1,3}$/.test(length) && Number(length) <= longest ? [address, Number(length)] : undefined
}

/** The country (two capital letters) that the table shipped with us knows, or null: no request leaves the site. */
export const countryOf = (ip: string): string | null => {
  const address = parsed(ip)
  if (address === undefined) return unknownCountry
  try {
    const row: unknown = reader()?.get(address.toString())
    const named = typeof row === 'object' && row !== null && 'country_code' in row
    return named && typeof row.country_code === 'string' ? row.country_code : unknownCountry
  } catch {
    return unknownCountry
  }
}

/** IPv4 inside IPv6 (`::ffff:1.2.3.4`) counts as IPv4, and a zone (`fe80::1%eth0`) is not part of the address. */
const parsed = (ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  const [bare = ''] = ip.split('%')
  return ipaddr.IPv6.isValid(bare) || ipaddr.IPv4.isValidFourPartDecimal(bare) ? ipaddr.process(bare) : undefined
}

let opened: Reader<CountryResponse> | 'missing' | undefined

/** Opened at the first question; a missing or broken table makes every country unknown, never a failed request. */
const reader = (): Reader<CountryResponse> | undefined => {
  opened ??= open()
  return opened === 'missing' ? undefined : opened
}

const open = (): Reader<CountryResponse> | 'missing' => {
  try {
    return new Reader<CountryResponse>(readFileSync(createRequire(import.meta.url).resolve(table)))
  } catch {
    return 'missing'
  }
}
