import type { MessageDescriptor, Messages } from '@lingui/core'

/**
 * What the browser runs in place of Lingui's own `@lingui/core`, which also compiles messages, formats dates and tells
 * who listens that the language changed: here all words come compiled, and another language is another document.
 * `lean-i18n.test.ts` holds both to the same words.
 */
type Values = Readonly<Record<string, unknown>>
type Token = string | [name: string, type?: string, branches?: Readonly<Record<string, Compiled>> & { offset?: number }]
type Compiled = string | readonly Token[]

const words: Messages = {}
let rules: Partial<Record<string, Intl.PluralRules>> = {}

const textOf = (tokens: Compiled, values: Values, count = ''): string =>
  typeof tokens === 'string'
    ? tokens.replaceAll('#', count)
    : tokens.map((token) => (typeof token === 'string' ? token.replaceAll('#', count || '#') : partOf(token, values))).join('')

const partOf = ([name, type, branches]: Exclude<Token, string>, values: Values): string => {
  const value = values[name]
  if (!type || !branches) return String(value ?? '')
  if (type === 'select') return textOf((Object.hasOwn(branches, String(value)) && branches[String(value)]) || (branches['other'] ?? ''), values)
  const number = Number(value)
  const rest = number - (branches.offset ?? 0)
  const kind = type === 'plural' ? 'cardinal' : 'ordinal'
  rules[kind] ??= new Intl.PluralRules(i18n.locales, { type: kind })
  const branch = branches[number] ?? branches[rules[kind].select(rest)] ?? branches['other'] ?? ''
  return textOf(branch, values, new Intl.NumberFormat(i18n.locales).format(rest))
}

const say = (asked: string | MessageDescriptor, given: Values = {}): string => {
  const { id, values = given } = typeof asked === 'string' ? { id: asked } : asked
  // The build compiled them, see build/words.ts.
  return textOf((words[id] ?? id) as Compiled, values)
}

export const i18n = {
  locale: '',
  locales: 'en',
  _: say,
  load: (_locale: string, messages: Messages) => {
    Object.assign(words, messages)
  },
  activate: (locale: string, locales: string) => {
    Object.assign(i18n, { locale, locales })
    rules = {}
  },
}
