import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@runnel/contract'
import { status } from '@runnel/contract/failure'
import { ClosedCode } from '@runnel/contract/outflow'
import { root } from './root.mjs'

const server = join(root, 'apps/server/src')
const kinds = Object.keys(status).join('|')

/** Features whose rules stand in a folder of another name. */
const folderNames = { apiKey: 'api-key', appeal: 'suspect', ownData: 'own-data', twoStep: 'two-step' }

/**
 * The codes that the rules of each feature refuse with beside what the route table says, as the server's sources say.
 * Each act of the admin area has those of the feature that handles it, by its own name.
 */
export const featureCodes = () => {
  const features = readdirSync(join(server, 'features'))
  const sources = Object.fromEntries(features.map((name) => [name, sourcesIn(name)]))
  const named = Object.keys(contract).filter((name) => name !== 'admin')
  const acts = Object.entries(contract.admin).filter(([, route]) => route.method !== 'GET')
  const codes = Object.fromEntries([
    ...named.map((name) => [name, codesIn(sources[folderNames[name] ?? name])]),
    ...features.map((name) => [`admin/${name}`, codesIn(sources[name])]),
  ])
  const handledBy = Object.fromEntries(acts.map(([name]) => [name, handledIn(name, sources)]))
  const used = new Set([...named, ...Object.values(handledBy).map((name) => `admin/${name}`)])
  const kept = Object.fromEntries(Object.entries(codes).filter(([name]) => used.has(name)))
  return `${JSON.stringify({ codes: kept, handledBy }, null, 2)}\n`
}

const sourcesIn = (feature) => {
  const folder = join(server, 'features', feature)
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !isWarning(path))
    .map((path) => ({ path: join(feature, path), text: readFileSync(join(folder, path), 'utf8') }))
}

/** Warnings have codes of their own, and refuse nothing. */
const isWarning = (path) => path.endsWith('warnings.ts')

/** The feature whose owner's part has a handler of this name. */
const handledIn = (name, sources) => {
  const handler = new RegExp(`^ +(async )?${name}(:|,|\\()`, 'm')
  const isOwners = (path) => /^admin[/]|[/]owner/.test(path)
  const found = Object.entries(sources).filter(([, files]) =>
    files.some(({ path, text }) => isOwners(path) && handler.test(text)),
  )
  if (found.length === 1) return found[0][0]
  throw new Error(`admin.${name} is handled in ${found.map(([feature]) => feature).join(' and ') || 'no feature'}`)
}

/** The rule of sources that pay nothing right now (`features/outflow`), which hands its code on as a value. */
const asksWhetherOpen = /refuseClosed(Source|Claim)[(]/

/** Codes beside a kind; those of a list of reasons, which stand alone, are conflicts. */
const codesIn = (files) => {
  const texts = [...files.map(({ text }) => text), ...guardsOf(files)]
  const found = texts.flatMap((text) => [
    ...text.matchAll(new RegExp(`'(?<kind>${kinds})',\\s*'(?<code>[A-Z][A-Z0-9_]+)'`, 'g')),
    ...text.matchAll(/\bcode: '(?<code>[A-Z][A-Z0-9_]+)'/g),
    ...text
      .matchAll(/refuseField\('\w+', '(?<code>[A-Z][A-Z0-9_]+)'/g)
      .map((each) => ({ groups: { ...each.groups, kind: 'invalid' } })),
    ...(asksWhetherOpen.test(text) ? ClosedCode.options.map((code) => ({ groups: { code, kind: 'conflict' } })) : []),
  ])
  const byCode = Object.groupBy(found, ({ groups }) => groups.code)
  const names = Object.keys(byCode).toSorted((one, other) => one.localeCompare(other, 'en'))
  const kindsOf = (code) => [...new Set(byCode[code].map(({ groups }) => groups.kind ?? 'conflict'))]
  // Some codes come with two kinds, as one rule asks for a field and the other for a state.
  return Object.fromEntries(
    names.map((code) => [
      code,
      Object.keys(status)
        .filter((kind) => kindsOf(code).includes(kind))
        .join(' '),
    ]),
  )
}

/** The guards that a feature calls itself refuse for it. */
const guardsOf = (files) => {
  const paths = files.flatMap(({ text }) => [...text.matchAll(/from '#guard[/]([^']+)'/g)].map(([, path]) => path))
  return [...new Set(paths)].map((path) => readFileSync(join(server, 'guard', path), 'utf8'))
}
