import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { LOCALES } from '@runnel/contract/locale'

/** A compiled message: texts, placeholders, and branches of plurals. */
export type Words = ReadonlyMap<string, unknown>

const fileOf = (locale: string): string => join(import.meta.dirname, `../src/locales/${locale}.po`)

/** The languages beside English that are built: those with a catalogue, and the pseudo-language. */
export const builtLocales = (): string[] =>
  [...LOCALES.map(({ tag }) => tag), 'pseudo'].filter((tag) => tag !== 'en' && existsSync(fileOf(tag)))

/** What only an owner reads. It is complete in fewer languages, and no page for visitors may name it. */
export const isOwnersMessage = (id: string): boolean =>
  /^(admin|setting|audit|import)[.]/.test(id) && !isModeratorsMessage.test(id)

/** Moderators decide about tasks and disputes on pages of the admin area, and with its lists. */
const isModeratorsMessage = /^admin[.](task|dispute|category|keys|issue|list|view|kit|filter|bulk)[.]/

const configuration = () => getConfig({ configPath: join(import.meta.dirname, '../lingui.config.ts') })

const catalogue = async () => {
  const [found] = await getCatalogs(configuration())
  if (!found) throw new Error('lingui.config.ts names no catalogue')
  return found
}

const compiled = new Map<string, Promise<Words>>()

/** Every message of a language as Lingui runs it; what it lacks is there in English. Compiled once. */
export const compiledWords = (locale: string): Promise<Words> => {
  const words = compiled.get(locale) ?? compile(locale)
  compiled.set(locale, words)
  return words
}

/** The same as they travel to a browser. */
export const sentWords = async (locale: string): Promise<Words> =>
  new Map([...(await compiledWords(locale))].map(([id, message]) => [id, withoutRepeats(message)]))

/** Of the branches those that say nothing else than `other`, which is taken where there is none, are left out. */
const withoutRepeats = (message: unknown): unknown => {
  if (!Array.isArray(message)) return message
  return message.map((token: unknown) => {
    if (!Array.isArray(token) || token[2] === undefined) return token
    const [name, type, branches] = token as [string, string, Record<string, unknown>]
    const parts = Object.entries(branches).map(([key, part]): [string, unknown] => [key, withoutRepeats(part)])
    const other = JSON.stringify(parts.find(([key]) => key === 'other')?.[1])
    // A number of its own (`=0`) stays: it goes before the branch that this number has by the rules of the language.
    const isNeeded = ([key, part]: [string, unknown]) => !/^[a-z]+$/.test(key) || JSON.stringify(part) !== other
    const kept = parts.filter((one) => one[0] === 'other' || isNeeded(one))
    return [name, type, Object.fromEntries(kept)]
  })
}

const compile = async (locale: string): Promise<Words> => {
  const { messages } = await (
    await catalogue()
  ).getTranslations(locale, { fallbackLocales: { default: 'en' }, sourceLocale: 'en' })
  const pseudo = configuration().pseudoLocale.find((candidate) => candidate.locale === locale)
  const { source, errors } = createCompiledCatalog(locale, messages, {
    namespace: 'json',
    ...(pseudo && { pseudoLocale: pseudo.locale, pseudoLocaleOptions: pseudo.options }),
  })
  if (errors.length > 0) throw errors[0]?.error ?? new Error(`a message could not be compiled (${locale})`)
  // The compiler wrote this text a line above.
  const file = JSON.parse(source) as { messages: Record<string, unknown> }
  const words = Object.entries(file.messages)
  const nameless = words.find(([id]) => !id.includes('.'))
  if (nameless)
    throw new Error(`a message has no id of its own, so no module would bring it: ${JSON.stringify(nameless[1])}`)
  return new Map(pseudo ? words.map(([id, message]) => [id, lengthened(message)]) : words)
}

/** As long as German: each vowel twice, about 40 % more letters, so that narrow places show themselves. */
const lengthened = (message: unknown): unknown => {
  if (typeof message === 'string') return message.replaceAll(/[àáēēĩōũ]/giu, '$&$&')
  if (!Array.isArray(message)) return message
  return message.map((token: unknown) => {
    if (!Array.isArray(token)) return lengthened(token)
    const [name, type, branches] = token as [string, string?, Record<string, unknown>?]
    if (!branches) return token
    return [name, type, Object.fromEntries(Object.entries(branches).map(([key, part]) => [key, lengthened(part)]))]
  })
}

/** What a catalogue holds: the words as they are written, and for a translation the English that it was made from. */
export const sourcesOf = async (locale: string): Promise<ReadonlyMap<string, { text: string; english: string }>> => {
  const messages = (await (await catalogue()).read(locale)) ?? {}
  const said = Object.entries(messages).filter(([, { translation }]) => translation)
  return new Map(
    said.map(([id, { translation, comments }]) => [
      id,
      { text: translation ?? '', english: (comments ?? []).join('\n') },
    ]),
  )
}
