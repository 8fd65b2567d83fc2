import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import { builtLocales, isOwnersMessage, sentWords, type Words } from './catalogues.ts'

const keeper = '#locales/load-messages.ts'
/** Stand in the browser's files, until each is written for its language, for that language and for the words of ids. */
const localePlace = '@@locale@@'
const wordsPlace = /(["'`])@@words \w+ ([\w ]+)@@\1/g

/**
 * Words travel with the module that says them, so that nobody loads those of pages that they do not open. Of the
 * browser's files each that says something is written once more for each language, with the words of that language in
 * place of the English ones: as many requests, whatever the language. A language has a folder of its own; a file that
 * is not in it is the same in all languages, and the server gives the common one (`locales.json` names the folders).
 */
export const wordsWithModules = (): Plugin => {
  let english: Words = new Map()
  let short: ShortIds = new Map()
  return {
    name: 'runnel-words-with-modules',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      english = await sentWords('en')
      short = shortIds(english)
    },
    transform: {
      filter: { id: /\/apps\/web\/src\/.*\.tsx?$/ },
      handler(code, id) {
        const isServer = this.environment.config.build.ssr
        if (id.endsWith(keeper.replace('#', '/')))
          return isServer ? null : code.replace(/(["'])en\1/, `"${localePlace}"`)
        const own = isServer ? namedIn(code, english) : wordsAt(id, namedIn(code, english), english)
        if (own.length === 0) return null
        const words = wordsOf(own, english)
        const head = `import { loadMessages } from '${keeper}'\nloadMessages`
        if (isServer) return { code: `${head}(${words})\n${code}`, map: null }
        const place = `@@words ${hashOf(words)} ${own.map((name) => short.get(name)).join(' ')}@@`
        return { code: `${head}("${place}")\n${withShortIds(code, short)}`, map: null }
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        if (this.environment.config.build.ssr) return
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const ids = new Map([...short].map(([id, name]) => [name, id]))
        const folders: Record<string, string> = {}
        const originals = new Map(
          chunks.map((chunk) => [chunk, filled(chunk.code, { locale: 'en', words: english, ids })]),
        )
        for (const locale of builtLocales()) {
          const files = written(originals, { locale, words: await sentWords(locale), ids })
          const folder = `${locale}-${hashOf(JSON.stringify([chunks.map(({ fileName }) => fileName), files]))}`
          folders[locale] = folder
          for (const [name, source] of files)
            this.emitFile({ type: 'asset', fileName: name.replace('assets/', `assets/${folder}/`), source })
        }
        for (const [chunk, code] of originals) chunk.code = code
        this.emitFile({ type: 'asset', fileName: 'locales.json', source: JSON.stringify(folders) })
      },
    },
  }
}

const emptied = /\/src\/locales\/catalogues\.ts$/
const virtual = 'virtual:words/'

/** The browser asks for no catalogue; the server's programs have one for each language, without what owners read. */
export const cataloguesOfBuild = (): Plugin => ({
  name: 'runnel-catalogues',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(virtual) ? `\0${id}` : null),
  async load(id) {
    if (emptied.test(id)) {
      const imports = builtLocales().map((locale) => `'./${locale}.po': () => import('${virtual}${locale}')`)
      return `export const catalogues = {${this.environment.config.build.ssr ? imports.join() : ''}}`
    }
    if (!id.startsWith(`\0${virtual}`)) return null
    const words = await sentWords(id.slice(`\0${virtual}`.length))
    const messages = Object.fromEntries([...words].filter(([name]) => !isOwnersMessage(name)))
    return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(messages))})`
  },
})

const namedIn = (code: string, words: Words): string[] => {
  const named = [...code.matchAll(/(["'`])([a-z][\w-]*(?:\.[\w-]+)+)\1/gi)].map((match) => match[2] ?? '')
  return [...new Set(named)].filter((name) => words.has(name))
}

/** The table of pages comes with every page: its titles that only the staff sees stand in a file of their own. */
const wordsAt = (id: string, named: readonly string[], words: Words): readonly string[] => {
  const isForStaff = (name: string) => name.startsWith('page.admin.')
  if (/\/src\/shell\/(?:program-)?pages[.]ts$/.test(id)) return named.filter((name) => !isForStaff(name))
  return id.endsWith('/src/shell/staff-words.ts') ? [...words.keys()].filter(isForStaff) : named
}

interface Language {
  locale: string
  words: Words
  /** By their short names. */
  ids: ReadonlyMap<string, string>
}

/** The files of a language that are not the English ones. */
const written = (originals: ReadonlyMap<Rolldown.OutputChunk, string>, language: Language) =>
  [...originals].flatMap(([{ fileName, code }, english]): [name: string, code: string][] => {
    const text = filled(code, language)
    return text === english ? [] : [[fileName, text]]
  })

const filled = (code: string, { locale, words, ids }: Language): string =>
  code
    .replaceAll(localePlace, locale)
    .replaceAll(wordsPlace, (_place, _quote, names: string) => wordsByShortName(names.split(' '), words, ids))

/** As the text of an object. */
const wordsOf = (names: readonly string[], words: Words): string =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, words.get(name)])))

const wordsByShortName = (names: readonly string[], words: Words, ids: Language['ids']): string =>
  `{${names.map((name) => `${name}:${JSON.stringify(words.get(ids.get(name) ?? ''))}`).join()}}`

type ShortIds = ReadonlyMap<string, string>

/** The server says them in finished HTML; in the browser's files they are not, and leave the short names to others. */
const isOfFinishedPages = (id: string): boolean => /^(?:home|root|solvency)[.]/.test(id)

const shortIds = (words: Words): ShortIds => {
  const ids = [...words.keys()].toSorted()
  const ordered = [...ids.filter((id) => !isOfFinishedPages(id)), ...ids.filter(isOfFinishedPages)]
  return new Map(ordered.map((id, index) => [id, nameOf(index)]))
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** The shortest names that need no quotes: a, b … Z, aa, ab … */
const nameOf = (index: number): string =>
  (index < letters.length ? '' : nameOf(Math.floor(index / letters.length) - 1)) +
  letters.charAt(index % letters.length)

/** Where a message is asked for; the same text elsewhere is something else. */
const withShortIds = (code: string, short: ShortIds): string =>
  code.replaceAll(/\bid: "([\w.-]+)"/g, (all, id: string) => (short.has(id) ? `id: "${short.get(id)}"` : all))

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)
