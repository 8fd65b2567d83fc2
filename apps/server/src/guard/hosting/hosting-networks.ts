import { readFileSync } from 'node:fs'
import ipaddr from 'ipaddr.js'
import { networkMatcher } from '#guard/network.ts'

/** Networks of one operator that follow each other: the first, and the one after the last. */
interface Run {
  readonly from: bigint
  readonly to: bigint
  readonly operator: string
}

type Table = Readonly<Record<'ipv4' | 'ipv6', readonly Run[]>>

/** Bytes of a network: /24 of IPv4, /56 of IPv6. */
const BYTES = { ipv4: 3, ipv6: 7 } as const

let loaded: Table | undefined

/** Who runs a network (`192.0.2.0/24`) that belongs to servers or VPNs, or null: no request leaves the site. */
export const hostingOperatorOf = (net: string): string | null => {
  const address = net.split('/')[0] ?? ''
  if (!ipaddr.isValid(address)) return null
  loaded ??= load()
  const { kind, index } = placeOf(address)
  const runs = loaded[kind]
  let [low, high] = [0, runs.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((runs[middle]?.to ?? 0n) <= index) low = middle + 1
    else high = middle
  }
  const run = runs[low]
  return run !== undefined && run.from <= index ? run.operator : null
}

/** Whether a network belongs to a listed operator, or is one of those that the owner added, a line each. */
export const hostingMatcher = (added: string): ((net: string) => boolean) => {
  const isAdded = networkMatcher(added.split('\n'))
  return (net) => isAdded(net) || hostingOperatorOf(net) !== null
}

const placeOf = (address: string): { kind: 'ipv4' | 'ipv6'; index: bigint } => {
  const parsed = ipaddr.process(address)
  const kind = parsed.kind()
  const bytes = parsed.toByteArray().slice(0, BYTES[kind])
  return { kind, index: bytes.reduce((index, byte) => index * 256n + BigInt(byte), 0n) }
}

/** Read at the first question; the file is made by `npm run hosting-networks`. */
const load = (): Table => {
  const table: Record<'ipv4' | 'ipv6', Run[]> = { ipv4: [], ipv6: [] }
  for (const line of readFileSync(new URL('hosting-networks.tsv', import.meta.url), 'utf8').split('\n')) {
    const [number = '', operator = '', runs = ''] = line.split('\t')
    if (!/^\d+$/.test(number)) continue
    for (const run of runs.split(' ')) {
      const [first = '', count = ''] = run.split('+')
      const from = BigInt(`0x${first}`)
      const kind = first.length === 2 * BYTES.ipv4 ? 'ipv4' : 'ipv6'
      table[kind].push({ from, to: from + BigInt(`0x${count}`), operator })
    }
  }
  // Runs of two operators do not overlap, as each address has one.
  const inOrder = (one: Run, other: Run): number => (one.from < other.from ? -1 : 1)
  return { ipv4: table.ipv4.toSorted(inOrder), ipv6: table.ipv6.toSorted(inOrder) }
}
