import { readFileSync } from 'node:fs'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Locale } from '@runnel/contract/locale'

/** A part of a message: words, `#`, a value, or a choice between messages. */
export type Token =
  | string
  | readonly [name: string, type?: string, choices?: Readonly<Record<string, readonly Token[]>> | string]

export interface Message {
  /** Whose words they are: English where the language has none. */
  readonly locale: Locale
  readonly tokens: readonly Token[]
}

/** The words of an id, compiled when they are first asked for; undefined for an id that English does not have. */
export const messageOf = (id: string, locale: Locale): Message | undefined => {
  const { texts, compiled } = catalogueOf(locale)
  const known = compiled.get(id)
  if (known !== undefined) return known
  const text = texts.get(id)
  if (text === undefined || text === '') {
    if (locale === 'en') return undefined
    untranslated.add(`${locale} ${id}`)
    return messageOf(id, 'en')
  }
  // Tokens as lingui's compiler makes them; the check of catalogues knows that there are no others.
  const message = { locale, tokens: compileMessage(text) as readonly Token[] }
  compiled.set(id, message)
  return message
}

/** What was asked for in a language that has no words for it, and was said in English. */
export const untranslated = new Set<string>()

interface Catalogue {
  readonly texts: ReadonlyMap<string, string>
  readonly compiled: Map<string, Message>
}

const catalogues = new Map<Locale, Catalogue>()

const catalogueOf = (locale: Locale): Catalogue => {
  const known = catalogues.get(locale)
  if (known !== undefined) return known
  const catalogue = { texts: readTexts(locale), compiled: new Map() }
  catalogues.set(locale, catalogue)
  return catalogue
}

/** A language without a file is said in English. */
const readTexts = (locale: Locale): Map<string, string> => {
  const file = new URL(`../../../locales/${locale}.po`, import.meta.url)
  try {
    return parsePo(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map()
    throw error
  }
}

/** Ids and texts of a catalogue in the format of gettext, as `scripts/server-words.mjs` writes it. */
const parsePo = (po: string): Map<string, string> => {
  const texts = new Map<string, string>()
  let id = ''
  for (const line of po.split('\n')) {
    const [, name, text] = /^(msgid|msgstr) (".*")$/.exec(line) ?? []
    if (name === 'msgid') id = String(JSON.parse(text ?? '""'))
    else if (name === 'msgstr' && id !== '') texts.set(id, String(JSON.parse(text ?? '""')))
  }
  return texts
}
