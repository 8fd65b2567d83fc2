import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'

const keeper = '#locales/load-messages.ts'

/**
 * English travels with the module that says it, so that nobody loads the words of pages that they do not open. Every
 * module of ours that names messages is given their compiled text; other languages come as one catalogue each.
 */
export const wordsWithModules = (): Plugin => {
  let words: ReadonlyMap<string, unknown> = new Map()
  return {
    name: 'runnel-words-with-modules',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      words = await compiledWords()
    },
    transform: {
      filter: { id: /\/apps\/web\/src\/.*\.tsx?$/ },
      handler(code) {
        const named = [...code.matchAll(/(["'`])([a-z][\w-]*(?:\.[\w-]+)+)\1/gi)].map((match) => match[2] ?? '')
        const own = [...new Set(named)].filter((id) => words.has(id))
        if (own.length === 0) return null
        const messages = JSON.stringify(Object.fromEntries(own.map((id) => [id, words.get(id)])))
        return { code: `import { loadMessages } from '${keeper}'\nloadMessages(${messages})\n${code}`, map: null }
      },
    },
  }
}

const compiledWords = async (): Promise<ReadonlyMap<string, unknown>> => {
  const [catalog] = await getCatalogs(getConfig())
  if (!catalog) throw new Error('lingui.config.ts names no catalogue')
  const { messages } = await catalog.getTranslations('en', { fallbackLocales: {}, sourceLocale: 'en' })
  const { source, errors } = createCompiledCatalog('en', messages, { namespace: 'json' })
  if (errors.length > 0) throw errors[0]?.error ?? new Error('a message could not be compiled')
  // The compiler wrote this text a line above.
  const compiled = JSON.parse(source) as { messages: Record<string, unknown> }
  const words = Object.entries(compiled.messages)
  const nameless = words.find(([id]) => !id.includes('.'))
  if (nameless)
    throw new Error(`a message has no id of its own, so no module would bring it: ${JSON.stringify(nameless[1])}`)
  return new Map(words)
}
