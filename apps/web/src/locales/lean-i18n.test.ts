import { i18n as real, type Messages } from '@lingui/core'
import { afterAll, expect, test } from 'vitest'
import { builtLocales, compiledWords, sentWords } from '#build/catalogues.ts'
import { activateLocale } from './locale.ts'
import { i18n as lean } from './lean-i18n.ts'

afterAll(() => activateLocale('en'))

/** What a message may be told: a plural and a text in one. */
const numbers = [0, 1, 2, 3, 5, 11, 21, 100, 1_000_000]

const namesIn = (message: unknown): string[] => {
  const names = new Set<string>()
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    if (!Array.isArray(part)) return Object.values(part).forEach(walk)
    const [name, type] = part
    if (part.length <= 3 && typeof name === 'string' && (part.length === 1 || typeof type === 'string')) names.add(name)
    part.forEach(walk)
  }
  walk(message)
  return [...names]
}

test.each(['en', ...builtLocales()])('the browser says in %s what Lingui says', async (locale) => {
  // Compiled by Lingui itself.
  const messages = Object.fromEntries(await compiledWords(locale)) as Messages
  const sent = Object.fromEntries(await sentWords(locale)) as Messages
  const lang = locale === 'pseudo' ? 'en' : locale
  real.loadAndActivate({ locale, locales: lang, messages })
  lean.load(locale, sent)
  lean.activate(locale, lang)
  const said = { lean: new Map<string, string>(), real: new Map<string, string>() }
  for (const [id, message] of Object.entries(messages)) {
    const names = namesIn(message)
    // A message that is told nothing says the same each time.
    for (const number of names.length === 0 ? [0] : numbers) {
      const values = Object.fromEntries(names.map((name) => [name, number]))
      said.lean.set(`${id} with ${number}`, lean._(id, values))
      said.real.set(`${id} with ${number}`, real._(id, values))
    }
  }
  // One comparison of all: tens of thousands of them take longer than everything else.
  expect(said.lean).toEqual(said.real)
})
