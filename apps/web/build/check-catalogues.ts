import { builtLocales, compiledWords, isOwnersMessage, sourcesOf, type Words } from './catalogues.ts'

/**
 * The languages in which nothing may be missing: `npm run check` fails for a message that they lack or whose English
 * has changed since. `members` stands for everything that no owner's page says.
 */
const completeLocales: Readonly<Record<'members' | 'owners', readonly string[]>> = {
  members: ['en', 'es', 'pt-BR', 'ru', 'id', 'hi', 'vi', 'tr', 'fr', 'ar'],
  owners: ['en', 'es', 'pt-BR', 'ru'],
}

/** What is wrong with the catalogues beside English, a line for each message; empty when nothing is. */
export const problemsOf = async (locale: string, english: Words): Promise<string[]> => {
  const sources = await sourcesOf(locale)
  const current = await sourcesOf('en')
  const words = await compiledWords(locale)
  const must = (id: string) => completeLocales[isOwnersMessage(id) ? 'owners' : 'members'].includes(locale)
  const say = (id: string, what: string) => `${locale}.po: ${id} ${what}`
  const missing = [...current.keys()].filter((id) => must(id) && !sources.has(id)).map((id) => say(id, 'is missing'))
  const present = [...sources].flatMap(([id, { english: was, text }]) => {
    const now = current.get(id)
    if (now === undefined) return say(id, 'is no message any more')
    if (was !== now.text) return must(id) ? say(id, `is stale: its English is now “${now.text}”`) : []
    const faults = [
      ...differences(english.get(id), words.get(id)),
      ...(text.includes("'") ? ['has a straight quote'] : []),
    ]
    return faults.map((fault) => say(id, fault))
  })
  return [...missing, ...present, ...(await pluralsLacking(locale, words))]
}

/** Placeholders and elements that are not those of the English. */
const differences = (english: unknown, words: unknown): string[] => {
  const [wanted, found] = [namesIn(english), namesIn(words)].map((names) => [...new Set(names)].toSorted().join(' '))
  return wanted === found ? [] : [`says “${found}” where English says “${wanted}”`]
}

const namesIn = (message: unknown): string[] => {
  if (typeof message === 'string') return message.match(/<\/?\d+\/?>/g) ?? []
  if (!Array.isArray(message)) return []
  return message.flatMap((token: unknown) => {
    if (!Array.isArray(token)) return namesIn(token)
    // A placeholder of a compiled message: its name, its kind, and the branches of a plural.
    const [name, , branches] = token as [string, string?, Record<string, unknown>?]
    return [`{${name}}`, ...Object.values(branches ?? {}).flatMap(namesIn)]
  })
}

/** Forms of a plural that the language has for whole numbers and that a message does not say. */
const pluralsLacking = async (locale: string, words: Words): Promise<string[]> => {
  if (locale === 'pseudo') return []
  const own = await sourcesOf(locale)
  const rules = new Intl.PluralRules(locale)
  const forms = [...new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)))]
  return [...own.keys()].flatMap((id) => {
    const lacking = branchesIn(words.get(id)).flatMap((branches) => forms.filter((form) => !(form in branches)))
    return lacking.length === 0 ? [] : [`${locale}.po: ${id} lacks the plural ${[...new Set(lacking)].join(', ')}`]
  })
}

const branchesIn = (message: unknown): Record<string, unknown>[] => {
  if (!Array.isArray(message)) return []
  return message.flatMap((token: unknown) => {
    if (!Array.isArray(token)) return []
    const [, type, branches] = token as [string, string?, Record<string, unknown>?]
    if (!branches) return []
    return [...(type === 'plural' ? [branches] : []), ...Object.values(branches).flatMap(branchesIn)]
  })
}

if (import.meta.main) {
  const english = await compiledWords('en')
  const found = []
  for (const locale of builtLocales().filter((tag) => tag !== 'pseudo'))
    found.push(...(await problemsOf(locale, english)))
  if (found.length > 0) {
    console.error(found.slice(0, 50).join('\n'), `\n${found.length} faults of translations; see docs/translating.md`)
    process.exitCode = 1
  }
}
