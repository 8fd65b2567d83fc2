import { readFileSync } from 'node:fs'
import { LOCALES, type Locale } from '@runnel/contract/locale'
import { expect, test } from 'vitest'
import type { Messages } from '#locales/ids.ts'
import { messageOf, type Token } from './catalogue.ts'
import { inEnglish, render } from './render.ts'
import { MARK, say, sayCode, type Value } from './say.ts'

const english = readFileSync(new URL('../../../locales/en.po', import.meta.url), 'utf8')
// The ids of en.po are those of `Messages`: `npm run check` compares them.
const ids = [...english.matchAll(/^msgid "(.+)"$/gm)].map(([, id]) => id as keyof Messages)

/** The admin area has four languages, everything else ten. */
const languagesOf = (id: string): readonly Locale[] =>
  id.startsWith('owner.') ? ['en', 'es', 'pt-BR', 'ru'] : LOCALES.map(({ tag }) => tag)

/** Zero, the plural forms of every language, and a number that is written with separators. */
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 100, 1_234_567]

interface Placeholders {
  readonly plain: Set<string>
  readonly counts: Set<string>
  readonly choices: Map<string, Set<string>>
}

const placeholdersOf = (
  tokens: readonly Token[],
  found: Placeholders = { plain: new Set(), counts: new Set(), choices: new Map() },
): Placeholders => {
  for (const token of tokens) {
    if (typeof token === 'string') continue
    const [name, type, choices] = token
    if (typeof choices !== 'object') found.plain.add(name)
    else if (type === 'select') found.choices.set(name, new Set([...(found.choices.get(name) ?? []), ...keys(choices)]))
    else found.counts.add(name)
    if (typeof choices === 'object') for (const choice of branchesOf(choices)) placeholdersOf(choice, found)
  }
  return found
}

const keys = (choices: object): string[] => Object.keys(choices)

/** The messages of a choice; the compiler puts a plural's offset beside them. */
const branchesOf = (choices: object): (readonly Token[])[] => Object.values(choices).filter(Array.isArray)

/** Every combination of counts and choices of a message; each plain placeholder gets what `valueOf` gives. */
const samplesOf = (
  { plain, counts, choices }: Placeholders,
  valueOf: (name: string) => Value,
): Readonly<Record<string, Value>>[] => {
  const fixed = Object.fromEntries([...plain].map((name) => [name, valueOf(name)]))
  let samples: Record<string, Value>[] =
    counts.size === 0
      ? [fixed]
      : COUNTS.map((count) => ({ ...fixed, ...Object.fromEntries([...counts].map((name) => [name, count])) }))
  for (const [name, options] of choices) {
    samples = samples.flatMap((sample) => [...options].map((option) => ({ ...sample, [name]: option })))
  }
  return samples
}

const tokensOf = (id: keyof Messages, locale: Locale): readonly Token[] => {
  const message = messageOf(id, locale)
  if (message?.locale !== locale) throw new Error(`${locale} lacks ${id}`)
  return message.tokens
}

const everyMessage = ids.flatMap((id) => languagesOf(id).map((locale) => ({ id, locale })))

test('every message has a sentence in each of its languages, and leaves no placeholder', () => {
  expect(ids.length).toBeGreaterThan(1_500)
  expect(ids.filter((id) => id.startsWith('owner.')).length).toBeGreaterThan(800)
  const sentinel = (name: string): string => `⟦${name}⟧`
  const wrong = everyMessage.flatMap(({ id, locale }) => {
    const found = placeholdersOf(tokensOf(id, 'en'))
    const texts = samplesOf(found, sentinel).map((values) => render(sayCode(id, values), locale))
    const shown = texts.join('\n')
    return [
      ...texts.filter((text) => text.trim() === '' || text.includes(MARK) || /[{}#]|undefined|NaN|\[object/.test(text)),
      ...[...found.plain].filter((name) => !found.counts.has(name) && !shown.includes(sentinel(name))),
    ].map((problem) => `${locale} ${id}: ${problem}`)
  })
  expect(wrong).toEqual([])
})

test('a choice of a message is one in each of its languages', () => {
  const wrong = everyMessage.flatMap(({ id, locale }) => {
    const own = placeholdersOf(tokensOf(id, locale)).choices
    return [...placeholdersOf(tokensOf(id, 'en')).choices].flatMap(([name, options]) =>
      [...options]
        .filter((option) => !own.get(name)?.has(option))
        .map((option) => `${locale} ${id}: ${name} ${option}`),
    )
  })
  expect(wrong).toEqual([])
})

/** Three words of English or more, which no other language shares but as a name. */
const englishPieces = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((token) => {
    if (typeof token === 'string') return /[\p{L}’]{2,} [\p{L}’]+ [\p{L}’]{2,}/u.test(token) ? [token.trim()] : []
    const [, , choices] = token
    return typeof choices === 'object' ? branchesOf(choices).flatMap(englishPieces) : []
  })

test('a sentence in another language holds no English, neither its own nor that of a sentence within it', () => {
  const nested = say('suspect.signsAbuseDetected')
  const wrong = everyMessage.flatMap(({ id, locale }) => {
    if (locale === 'en') return []
    const tokens = tokensOf(id, 'en')
    const { plain, counts, choices } = placeholdersOf(tokens)
    const inner = render(nested, locale)
    const texts = samplesOf({ plain, counts, choices }, () => nested).map((values) =>
      render(sayCode(id, values), locale),
    )
    const isNested = [...plain].some((name) => !counts.has(name))
    const foreign = [inEnglish(nested), ...englishPieces(tokens)]
    return [
      ...foreign.filter((piece) => texts.some((text) => text.includes(piece))),
      ...(isNested && !texts.some((text) => text.includes(inner)) ? [`lacks ${inner}`] : []),
    ].map((problem) => `${locale} ${id}: ${problem}`)
  })
  expect(wrong).toEqual([])
})
