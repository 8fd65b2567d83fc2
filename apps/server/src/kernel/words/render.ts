import type { Locale } from '@runnel/contract/locale'
import { messageOf, type Token } from './catalogue.ts'
import { formatsOf, type Formats } from './formats.ts'
import { LOCALES_CODE, MARK, type Value } from './say.ts'

/** A text in words: what is a code is said in the language, everything else is what somebody wrote and stays. */
export const render = (text: string, locale: Locale): string =>
  text.startsWith(MARK) ? wordsOf(text, { locale, formats: formatsOf(locale), depth: 0 }) : text

/** In English, for logs and for what only its server's owner reads. */
export const inEnglish = (text: string): string => render(text, 'en')

/** The same of every text within. */
export const renderAll = (value: unknown, locale: Locale): unknown => {
  if (typeof value === 'string') return render(value, locale)
  if (Array.isArray(value)) return value.map((each) => renderAll(each, locale))
  // Dates and bytes are no records.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renderAll(each, locale)]))
}

/** A JSON text with every code in it said in words. One without codes costs a search. */
export const renderJson = (json: string, locale: Locale): string =>
  json.includes(MARK_IN_JSON) ? JSON.stringify(renderAll(JSON.parse(json), locale)) : json

/** The same in a part of a JSON text, which cannot be read as a whole. */
export const renderWithin = (part: string, locale: Locale): string =>
  part.replaceAll(CODE_IN_JSON, (found) => JSON.stringify(render(String(JSON.parse(found)), locale)))

/** A string of JSON that begins with the mark. */
const CODE_IN_JSON = /"\\u001e(?:[^"\\]|\\.)*"/g

/** How `JSON.stringify` begins a text that begins with the mark. */
const MARK_IN_JSON = JSON.stringify(MARK).slice(0, -1)

interface Rendering {
  readonly locale: Locale
  readonly formats: Formats
  readonly depth: number
}

/** What stands between texts that are no message: of sentences a blank, of lines their end. */
const joints: Readonly<Record<string, string>> = { '': ' ', '\n': '\n' }

/** Sentences within sentences; what was stored is never deeper. */
const DEPTH_MAX = 8

const wordsOf = (text: string, rendering: Rendering): string => {
  const code = readCode(text)
  if (code === undefined || rendering.depth > DEPTH_MAX) return text.slice(MARK.length)
  const inner = { ...rendering, depth: rendering.depth + 1 }
  if (code.id === LOCALES_CODE) return valueText(code.values[rendering.locale] ?? code.values[''] ?? '', inner)
  if (code.id in joints) {
    const parts = Object.values(code.values).map((value) => valueText(value, inner))
    return parts.join(joints[code.id])
  }
  // One of which a part has no translation is English as a whole.
  const message = messageOf(code.id, isTranslated(code, rendering) ? rendering.locale : 'en')
  // An older version's code, whose words are gone.
  if (message === undefined) return code.id
  const { locale } = message
  return tokensText(message.tokens, { ...inner, locale, formats: formatsOf(locale) }, code.values)
}

/** Whether a sentence and every sentence within it have words in the language. */
const isTranslated = ({ id, values }: Code, { locale, depth }: Pick<Rendering, 'locale' | 'depth'>): boolean => {
  if (id === LOCALES_CODE || depth > DEPTH_MAX) return true
  if (!(id in joints) && messageOf(id, locale)?.locale !== locale) return false
  return Object.values(values)
    .flatMap(sentencesIn)
    .every((sentence) => {
      const code = readCode(sentence)
      return code === undefined || isTranslated(code, { locale, depth: depth + 1 })
    })
}

const sentencesIn = (value: Value): readonly string[] => {
  if (typeof value === 'string') return value.startsWith(MARK) ? [value] : []
  return typeof value === 'object' && value !== null && 'list' in value ? value.list.flatMap(sentencesIn) : []
}

interface Code {
  readonly id: string
  readonly values: Readonly<Record<string, Value>>
}

/** What a code names; of sentences behind each other what all of them name. Words of somebody name nothing. */
export const valuesOf = (text: string): Code['values'] | undefined => {
  const code = text.startsWith(MARK) ? readCode(text) : undefined
  if (code === undefined) return undefined
  const values =
    code.id in joints
      ? Object.assign({}, ...Object.values(code.values).map((part) => valuesOf(String(part))))
      : code.values
  return Object.keys(values).length === 0 ? undefined : values
}

const readCode = (text: string): Code | undefined => {
  try {
    const parts: unknown = JSON.parse(text.slice(MARK.length))
    if (!Array.isArray(parts) || typeof parts[0] !== 'string') return undefined
    const values: unknown = parts[1] ?? {}
    // Written by `say`.
    return typeof values === 'object' ? { id: parts[0], values: values as Code['values'] } : undefined
  } catch {
    return undefined
  }
}

const tokensText = (tokens: readonly Token[], rendering: Rendering, values: Code['values'], count?: number): string =>
  tokens.map((token) => tokenText(token, rendering, values, count)).join('')

const tokenText = (token: Token, rendering: Rendering, values: Code['values'], count?: number): string => {
  if (token === '#') return count === undefined ? '#' : rendering.formats.number(count)
  if (typeof token === 'string') return token
  const [name, type, choices] = token
  const value = values[name]
  if (value === undefined) return ''
  if (typeof choices !== 'object') return valueText(value, rendering)
  if (type === 'select') return tokensText(choices[String(value)] ?? choices['other'] ?? [], rendering, values, count)
  const number = Number(value)
  const category = rendering.formats.category(number, type === 'selectordinal' ? 'ordinal' : 'cardinal')
  const chosen = choices[String(number)] ?? choices[category] ?? choices['other'] ?? []
  return tokensText(chosen, rendering, values, number)
}

const valueText = (value: Value, rendering: Rendering): string => {
  const { formats } = rendering
  if (typeof value === 'string') return value.startsWith(MARK) ? wordsOf(value, rendering) : value
  if (typeof value === 'number') return formats.number(value)
  if (value === null || typeof value !== 'object') return String(value)
  if ('units' in value) return formats.money(value.units, value.currency)
  if ('coins' in value) return formats.coins(value.coins, value.currency)
  if ('wait' in value) return formats.wait(value.wait)
  if ('day' in value) return formats.day(new Date(`${value.day}T00:00:00Z`), value.only)
  if ('at' in value) return formats.moment(new Date(value.at))
  return formats.list(value.list.map((each) => valueText(each, rendering)))
}
