import type { Locale } from '@runnel/contract/locale'
import type { Settings } from '@runnel/contract/settings/settings'
import { render } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'

/** The age that the texts name where the owner has set none. */
const USUAL_AGE = 18

/** What placeholders of a page stand for: `{{site}}` for `site`. A line with one that is empty does not apply. */
export interface Facts {
  readonly site: string
  readonly contact: string
  /** How long networks and devices are kept. */
  readonly days: string
  readonly age: string
  /** Sentences with the countries that are closed, each in the reader's language; empty where none is. */
  readonly closedRegister: string
  readonly closedEarn: string
  readonly closedWithdraw: string
  /** That the confirmation of an age is stored; empty where none is wanted. */
  readonly ageRecord: string
}

/** The facts of a site that its pages name. */
export const factsOf = (settings: Settings, locale: Locale): Facts => {
  const closed = (
    codes: readonly string[],
    id: 'content.closedRegister' | 'content.closedEarn' | 'content.closedWithdraw',
  ): string => (codes.length === 0 ? '' : render(say(id, { countries: namesOf(codes, locale) }), locale))
  const { minimum_age: age } = settings
  return {
    site: settings.site_name,
    contact: settings.contact_email || render(say('content.contactPage'), locale),
    days: String(settings.risk_retention_days),
    age: String(age || USUAL_AGE),
    closedRegister: closed(settings.closed_countries_register, 'content.closedRegister'),
    closedEarn: closed(settings.closed_countries_earn, 'content.closedEarn'),
    closedWithdraw: closed(settings.closed_countries_withdraw, 'content.closedWithdraw'),
    ageRecord: age === 0 ? '' : render(say('content.ageRecord'), locale),
  }
}

const namesOf = (codes: readonly string[], locale: Locale): string => {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  return codes
    .map((code) => names.of(code) ?? code)
    .toSorted((a, b) => a.localeCompare(b, locale))
    .join(', ')
}

/** The words with the facts in the place of their names, without the lines that don't apply. */
export const withFacts = (words: string, facts: Facts): string => {
  const known = Object.entries(facts) as [keyof Facts, string][]
  const empty = known.filter(([, fact]) => fact === '').map(([name]) => `{{${name}}}`)
  const lines = words.split('\n').filter((line) => !empty.some((name) => line.includes(name)))
  // As functions, because a `$` in a name would mean something in a replacement text.
  return known.reduce((text, [name, fact]) => text.replaceAll(`{{${name}}}`, () => fact), lines.join('\n'))
}
