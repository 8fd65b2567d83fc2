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
