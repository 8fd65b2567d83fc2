import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address belongs to the public internet. Everything else is refused: what is not known to be public
 * may be our own machine, its network, or the place where a cloud tells a machine its secrets.
 */
export const isPublicAddress = (text: string): boolean => {
  // Only the plain spelling counts; the library alone would also read octal, hexadecimal and shortened ones.
  const kind = text.includes('%') ? 0 : isIP(text)
  if (kind === 4) return isPublicV4(ipaddr.IPv4.parse(text))
  return kind === 6 && isPublicV6(ipaddr.IPv6.parse(hexadecimal(text)))
}

/** Without dots: the library takes `::8.8.8.8` for `::ffff:8.8.8.8`, which is another address. */
const hexadecimal = (v6: string): string => new URL(`http://[${v6}]/`).hostname.slice(1, -1)

/** Public by its range, and yet inside of a cloud: where Azure answers its machines. */
const innerV4: ReadonlySet<string> = new Set(['168.63.129.16'])

const isPublicV4 = (address: ipaddr.IPv4): boolean => address.range() === 'unicast' && !innerV4.has(address.toString())

/** All of IPv6 that is given out for the public internet lies in here. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Set aside for documentation after the library's list was made (RFC 9637). */
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20')
/** The prefix by which a network of IPv6 alone reaches IPv4 (RFC 6052). */
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

const isPublicV6 = (address: ipaddr.IPv6): boolean => {
  // These two stand for an IPv4 address and lead where it leads; tunnels that wrap one (6to4, Teredo) are refused.
  if (address.isIPv4MappedAddress()) return isPublicV4(address.toIPv4Address())
  if (address.match(translated)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return address.range() === 'unicast' && address.match(globalUnicast) && !address.match(documentation)
}
