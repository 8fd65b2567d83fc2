import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '#scripts/root.mjs'

/**
 * The places in `node_modules` of all packages that a workspace needs to run, as the lock names them. What other
 * systems need is not installed, and left out.
 */
export const productionPackages = (...workspaces) => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const found = new Set()
  const visit = (place) => {
    if (place === undefined || found.has(place)) return
    // A workspace is a link: its packages are asked for from where it is.
    const real = lock[place].resolved && lock[place].link ? lock[place].resolved : place
    if (real === place) found.add(place)
    for (const name of needsOf(lock[real])) visit(placeOf({ lock, from: real, name }))
  }
  for (const workspace of workspaces) visit(`node_modules/${workspace}`)
  return [...found].map((place) => ({ place, ...lock[place], name: nameOf(place) }))
}

const needsOf = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional),
]

/** As Node looks for a package: beside the one that asks, then ever further up. */
const placeOf = ({ lock, from, name }) => {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (lock[place] && existsSync(join(root, place))) return place
    if (folder === '.') return undefined
  }
}

const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

const idleFolder =
  /^(tests?|__tests?__|docs?|examples?|bench(mark)?s?|coverage|man|include|pgxs|_types|typings|[.]github|[.]vscode)$/
/** Programs for another runtime, beside those for Node. */
const foreignFile = /[.]bare$/
const idleFile = /([.]([cm]?ts|tsx|flow|map|a|md|markdown|tsbuildinfo|gyp)|^tsconfig.*[.]json|^Makefile)$/i
/** Words that have to go with the code, however their file is called. */
const legal = /^(licen[sc]e|copying|notice|copyright|patents|unlicense)/i

/** Of a package, what runs or has to go with it: no types, source maps, tests or documents. Paths in the package. */
export const filesOf = (folder, inner = '') =>
  readdirSync(join(folder, inner), { withFileTypes: true }).flatMap((entry) => {
    const path = join(inner, entry.name)
    if (entry.isDirectory()) {
      const isIdle = entry.name === 'node_modules' || idleFolder.test(entry.name) || isTwice(join(folder, path))
      return isIdle ? [] : filesOf(folder, path)
    }
    if (legal.test(entry.name)) return [path]
    return idleFile.test(entry.name) || foreignFile.test(entry.name) ? [] : [path]
  })

/** Some packages hold their program once more for `require()`, which our modules do not use. */
const isTwice = (folder) => {
  if (!folder.endsWith('/_cjs')) return false
  return existsSync(join(dirname(folder), '_esm'))
}

/** The texts of a package's licence, for whoever gets its code. */
export const licenceOf = (folder) =>
  readdirSync(folder)
    .filter((name) => legal.test(name) && statSync(join(folder, name)).isFile())
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
