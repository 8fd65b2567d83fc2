import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { root } from './root.mjs'
import { catalogueTexts } from './words.mjs'

/** The server's catalogues: one file a language, with messages under ids. English is written here and by nobody else. */
const folder = 'apps/server/locales'
const idsFile = `${folder}/ids.ts`

export const readCatalogue = (locale) => catalogueTexts(readFileSync(join(root, folder, `${locale}.po`), 'utf8'))

/** What a message takes: each placeholder with the type of its value. */
export const placeholdersOf = (text) => {
  const found = {}
  const visit = (tokens) => {
    for (const token of tokens) {
      if (typeof token === 'string') continue
      const [name, type, choices] = token
      found[name] = typeOf(type, found[name])
      for (const choice of typeof choices === 'object' ? Object.values(choices) : [])
        if (Array.isArray(choice)) visit(choice)
    }
  }
  visit(compileMessageOrThrow(text))
  return found
}

const typeOf = (type, known) => {
  if (type === 'plural' || type === 'selectordinal') return 'number'
  if (type === 'select') return 'string'
  return known ?? 'Value'
}

const poOf = (locale, messages) =>
  [
    `msgid ""\nmsgstr ""\n"Language: ${locale}\\n"`,
    ...messages.map(({ id, text }) => `msgid ${JSON.stringify(id)}\nmsgstr ${JSON.stringify(text)}`),
  ].join('\n\n') + '\n'

/** The ids with what each takes, so that TypeScript knows a missing one. */
const idsOf = (messages) => {
  const rows = messages.map(({ id, text }) => {
    const values = Object.entries(placeholdersOf(text)).map(([name, type]) => `readonly ${name}: ${type}`)
    return `  readonly '${id}': ${values.length === 0 ? 'Nothing' : `{ ${values.join('; ')} }`}\n`
  })
  return `// Written by \`npm run messages -w @runnel/server\` from en.po.
import type { Value } from '#kernel/words/say.ts'

type Nothing = Readonly<Record<never, never>>

export interface Messages {
${rows.join('')}}
`
}

const byId = (a, b) => (a.id < b.id ? -1 : 1)

export const writeMessages = () => {
  const messages = readCatalogue('en').toSorted(byId)
  writeFileSync(join(root, folder, 'en.po'), poOf('en', messages))
  writeFileSync(join(root, idsFile), idsOf(messages))
}

if (process.argv[1]?.endsWith('server-words.mjs')) writeMessages()
