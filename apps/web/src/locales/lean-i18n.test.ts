import { i18n as real, type Messages } from '@lingui/core'
import { afterAll, expect, test } from 'vitest'
import { builtLocales, compiledWords, sentWords } from '#build/catalogues.ts'
import { activateLocale } from './locale.ts'
import { i18n as lean } from './lean-i18n.ts'

afterAll(() => activateLocale('en'))

/** What a message may be told: a plural and a text in one. */
const numbers = [0, 1, 2, 3, 5, 11, 21, 100, 1_000_000]

const valuesOf = (message: unknown, number: number): Record<string, unknown> => {
  const names = new Set<string>()
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    if (!Array.isArray(part)) return Object.values(part).forEach(walk)
    const [name, type] = part
    if (part.length <= 3 && typeof name === 'string' && (part.length === 1 || typeof type === 'string')) names.add(name)
    part.forEach(walk)
  }
  walk(message)
  return Object.fromEntries([...names].map((name) => [name, number]))
}

test.each(['en', ...builtLocales()])('the browser says in %s what Lingui says', async (locale) => {
  // Compiled by Lingui itself.
  const messages = Object.fromEntries(await compiledWords(locale)) as Messages
  const sent = Object.fromEntries(await sentWords(locale)) as Messages
  const lang = locale === 'pseudo' ? 'en' : locale
  real.loadAndActivate({ locale, locales: lang, messages })
  lean.load(locale, sent)
  lean.activate(locale, lang)
  for (const [id, message] of Object.entries(messages))
    for (const number of numbers) {
      const values = valuesOf(message, number)
      expect(lean._(id, values), `${id} with ${number}`).toBe(real._(id, values))
    }
})
