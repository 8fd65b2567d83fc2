import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** What is read of a route by those who call it, and by a form, which needs the rules of all its fields. */
const readByCalls = ['method', 'path', 'kind']
const readByForms = ['body']

/** The copy of a part of the contract that a module's id stands for; the usual one holds schemas and fixed numbers. */
export const copyOf = (id: string): string => /\/packages\/contract\/src\/.*\?(\w+)$/.exec(id)?.[1] ?? ''

export const readOfRoutes = (id: string): readonly string[] => {
  const copy = copyOf(id)
  if (copy === 'calls') return readByCalls
  return copy === 'forms' ? readByForms : [...readByCalls, ...readByForms]
}

/**
 * Gives each file of the web a copy of the contract's routes that holds what the file reads of them, so that a page
 * that only makes calls does not load the rules of forms. See wire-contract.ts for what is left out of each copy.
 */
export const contractCopies = (): Plugin => ({
  name: 'runnel-contract-copies',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/apps\/web\/src\/.*\.tsx?$/ },
    handler: (code) => (code.includes("'@runnel/contract/") ? { code: withCopies(code), map: null } : null),
  },
  resolveId: {
    filter: { id: /^@runnel\/contract\/|^#contract\/|^[.]\// },
    async handler(source, importer) {
      const [path = '', asked] = source.split('?')
      const copy = asked ?? copyOf(importer ?? '')
      if (copy === '') return null
      const found = await this.resolve(path, importer, { skipSelf: true })
      return found && hasRoutes(found.id) ? `${found.id}?${copy}` : found
    },
  },
})

const hasRoutes = (id: string) => /\broute\(\{/.test(readFileSync(id, 'utf8'))

/** Splits each import of the contract in two: the routes come from the copy, and all else from where it stands. */
const withCopies = (code: string): string => {
  const rest = code.replaceAll(/^import [^;]*? from '.*'$|\btypeof [.\w]+/gm, '')
  return code.replaceAll(
    /^import \{([^}]*)\} from '(@runnel\/contract\/[\w/-]+)'$/gm,
    (_, list: string, from: string) => {
      const names = list.split(',').map((name) => name.trim())
      const tables = names.filter((name) => /^[a-z]/.test(name) && !name.startsWith('type '))
      const types = names.filter((name) => name.startsWith('type '))
      const others = names.filter((name) => name !== '' && !tables.includes(name) && !types.includes(name))
      const copy = copyFor(
        tables.map((name) => name.replace(/^.* as /, '')),
        rest,
      )
      return [
        importOf(tables, copy === '' ? from : `${from}?${copy}`),
        importOf(others, from),
        importOfTypes(types, from),
      ]
        .filter((line) => line !== '')
        .join(';')
    },
  )
}

/** An import of types alone has to say so as a whole, or it stays as one that only runs the module. */
const importOfTypes = (names: string[], from: string) =>
  importOf(names, from)
    .replaceAll(/\btype /g, '')
    .replace(/^import/, 'import type')

const importOf = (names: string[], from: string) =>
  names.length > 0 ? `import { ${names.join(', ')} } from '${from}'` : ''

const copyFor = (tables: string[], code: string): string => {
  const readsBodies = tables.some((name) => new RegExp(`\\b${name}[.]\\w+[.]body\\b`).test(code))
  // Whoever reads anything but bodies, as by passing the routes on, may make calls.
  const readsMore = tables.some((name) => new RegExp(`\\b${name}\\b(?![.]\\w+[.]body\\b)`).test(code))
  if (!readsBodies) return 'calls'
  return readsMore ? '' : 'forms'
}
