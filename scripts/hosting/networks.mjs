// Updates apps/server/src/guard/hosting/hosting-networks.tsv from the newest table of operators in the npm registry. To
// add an operator, first add a line with the number of its autonomous system; afterwards, check that the name on that
// line is the one you meant.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '#scripts/root.mjs'
import { quiet } from '#scripts/step.mjs'

const ipaddr = createRequire(join(root, 'apps/server/package.json'))('ipaddr.js')
const table = join(root, 'apps/server/src/guard/hosting/hosting-networks.tsv')
const source = '@ip-location-db/asn'

/** Networks are compared as the server groups addresses: the first bytes of /24 (IPv4) and /56 (IPv6). */
const prefixBytes = { 4: 3, 16: 7 }

const numberOf = (address) =>
  ipaddr
    .parse(address)
    .toByteArray()
    .reduce((number, byte) => number * 256n + BigInt(byte), 0n)

/** The first whole network within a range of addresses, and the one after the last. */
const networksIn = (first, last) => {
  const bytes = ipaddr.parse(first).toByteArray().length
  const digits = prefixBytes[bytes] * 2
  const size = 1n << BigInt((bytes - prefixBytes[bytes]) * 8)
  return { digits, from: (numberOf(first) + size - 1n) / size, to: (numberOf(last) + 1n) / size }
}

const inOrder = (one, other) => one.digits - other.digits || (one.from < other.from ? -1 : 1)

/** Each run of networks that follow each other, as `first+count` in hexadecimal. */
const written = (ranges) => {
  const runs = []
  for (const range of ranges.toSorted(inOrder)) {
    const before = runs.at(-1)
    if (before?.digits !== range.digits || range.from > before.to) runs.push({ ...range })
    else if (range.to > before.to) before.to = range.to
  }
  return runs.map(({ digits, from, to }) => `${from.toString(16).padStart(digits, '0')}+${(to - from).toString(16)}`)
}

/**
 * The table of networks, for the operators that a table has already, by their numbers; and the numbers without any.
 * `rows` are lines of the source: first address, last address, number, name.
 */
export const hostingTable = ({ before, rows, version }) => {
  const numbers = before.split('\n').flatMap((line) => (/^\d/.test(line) ? [line.split('\t')[0]] : []))
  const operators = new Map(numbers.map((number) => [number, { name: '', ranges: [] }]))
  for (const row of rows) {
    const [first, last, number, ...named] = row.split(',')
    const operator = operators.get(number)
    if (operator === undefined) continue
    operator.name ||= named.join(',').replaceAll('"', '').trim()
    const range = networksIn(first, last)
    if (range.from < range.to) operator.ranges.push(range)
  }
  const all = [...operators].toSorted(([one], [other]) => one - other)
  const lines = all
    .filter(([, { ranges }]) => ranges.length)
    .map(([number, { name, ranges }]) => `${number}\t${name}\t${written(ranges).join(' ')}\n`)
  return {
    text: `${head(version)}${lines.join('')}`,
    count: lines.length,
    empty: all.filter(([, { ranges }]) => !ranges.length).map(([number]) => number),
  }
}

const head = (
  version,
) => `# Operators whose networks belong to servers, proxies and VPNs. Made by \`npm run hosting-networks\`.
# Networks: ${source} ${version}, CC BY 4.0, of RouteViews (routeviews.org) and DB-IP (db-ip.com), shortened
# to these operators and to whole networks, as first+count in hexadecimal: six digits are a /24 of IPv4, fourteen a /56
# of IPv6.
`

export const updateHostingNetworks = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'runnel-operators-'))
  try {
    const packed = await quiet('npm', ['pack', source, '--json', '--pack-destination', folder])
    const [{ filename, version }] = JSON.parse(packed)
    await quiet('tar', ['xzf', join(folder, filename), '-C', folder])
    const rows = ['asn-ipv4.csv', 'asn-ipv6.csv'].flatMap((name) =>
      readFileSync(join(folder, 'package', name), 'utf8')
        .trimEnd()
        .split('\n'),
    )
    const { text, count, empty } = hostingTable({ before: readFileSync(table, 'utf8'), rows, version })
    writeFileSync(table, text)
    console.log(`${count} operators, from ${source} ${version}`)
    if (empty.length) console.log(`No longer listed, and removed: ${empty.join(', ')}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
