import type { Failure } from '@runnel/contract/failure'
import { expect } from 'vitest'

/** How one refusal is worded in English, Turkish and Arabic. */
export type Wordings = Readonly<Record<'en' | 'tr' | 'ar', Failure>>

/** Fails for a refusal that says anything in English to who reads Turkish or Arabic. */
export const expectForeign = ({ en, tr, ar }: Wordings, about: string): void => {
  const english = sentencesOf(en)
  for (const [place, sentence] of Object.entries(english)) {
    const [turkish = '', arabic = ''] = [sentencesOf(tr)[place], sentencesOf(ar)[place]]
    const told = `${about} ${place}: ${turkish} | ${arabic}`
    expect([turkish, arabic], told).not.toContain(sentence)
    expect(withoutValues(turkish, tr), told).not.toMatch(englishInTurkish)
    expect(withoutValues(arabic, ar), told).toMatch(/\p{Script=Arabic}/u)
    expect(withoutValues(arabic, ar), told).not.toMatch(englishInArabic)
  }
}

/** A refusal in the admin area: in the first three translated, and in English where a language has no translation. */
export type AdminWordings = Wordings & Readonly<Record<'es' | 'pt-BR' | 'ru', Failure>>

/** Fails for a refusal in the admin area that mixes two languages in a sentence, shows an id or lacks a translation. */
export const expectForeignForAdmins = (wordings: AdminWordings, about: string): void => {
  const english = sentencesOf(wordings.en)
  for (const [place, sentence] of Object.entries(english)) {
    for (const [locale, failure] of Object.entries(wordings)) {
      const text = sentencesOf(failure)[place] ?? ''
      const told = `${about} ${place} ${locale}: ${text}`
      expect(text, told).not.toBe('')
      expect(withoutValues(text, failure), told).not.toMatch(messageId)
    }
    for (const locale of ['es', 'pt-BR', 'ru'] as const) {
      const text = sentencesOf(wordings[locale])[place] ?? ''
      const told = `${about} ${place} ${locale}: ${text}`
      expect(text, told).not.toBe(sentence)
      expect(withoutValues(text, wordings[locale]), told).not.toMatch(englishInRomance)
      if (locale === 'ru') expect(withoutValues(text, wordings.ru), told).toMatch(/\p{Script=Cyrillic}/u)
    }
    // A text that differs from the English one has to be translated as a whole.
    const { en, tr, ar } = wordings
    const [turkish, arabic] = [sentencesOf(tr)[place] ?? '', sentencesOf(ar)[place] ?? '']
    if (turkish !== sentence) expect(withoutValues(turkish, tr), `${about} ${turkish}`).not.toMatch(englishInTurkish)
    if (arabic !== sentence) expect(withoutValues(arabic, ar), `${about} ${arabic}`).not.toMatch(englishInArabic)
    expect(turkish === sentence, `${about} ${withoutValues(sentence, en)}: ${turkish} | ${arabic}`).toBe(
      arabic === sentence,
    )
  }
}

/** An id instead of its message, such as `owner.job.sent`. */
const messageId = /(?<![\p{L}.])[a-z]\w*(?:\.[a-z]\w*){2,}/u
/** Words of English sentences that are no words in Spanish, Portuguese or Russian. */
const englishInRomance = /(?<![\p{L}’])(?:the|this|is|are|your|you|must|of|and|not|be|can’t|isn’t)(?!\p{L})/iu

/** Words that stand in nearly every English sentence and in no Turkish one. */
const englishInTurkish = /(?<![\p{L}’])(?:the|this|is|are|your|you|must|enter|of|to|and|not|be|can’t|isn’t)(?!\p{L})/iu
/** Names and codes are one or two words. */
const englishInArabic = /[a-z]+(?: [a-z]+){2,}/i

/** That of the whole, and those of the fields. */
const sentencesOf = ({ msg, errors = {} }: Failure): Readonly<Record<string, string>> => ({ ...errors, '': msg })

/** What a sentence names may be anything. */
const withoutValues = (sentence: string, { values = {} }: Failure): string =>
  Object.values(values).reduce<string>(
    (text, value) => (typeof value === 'string' && value !== '' ? text.replaceAll(value, '') : text),
    sentence,
  )
