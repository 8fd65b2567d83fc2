import { isLocale, type Locale, LOCALE_COOKIE, matchLocale } from '@runnel/contract/locale'

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** The language that a browser asks for: its cookie, else its list of languages, else the site's own. */
export const askedLocale = (headers: Headers, otherwise: Locale = 'en'): Locale => {
  const chosen = COOKIE.exec(textOf(headers['cookie']))?.[1]
  if (chosen !== undefined && isLocale(chosen)) return chosen
  return matchLocale(preferredTags(textOf(headers['accept-language'])), otherwise)
}

const COOKIE = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([\\w-]{2,10})(?:;|$)`)
/** Longer lists come from no browser. */
const LANGUAGES_MAX = 20

const textOf = (header: string | readonly string[] | undefined): string => (typeof header === 'string' ? header : '')

/** Tags of an Accept-Language header, best first. */
export const preferredTags = (header: string): string[] =>
  header
    .slice(0, 500)
    .split(',', LANGUAGES_MAX)
    .map((part) => {
      const [tag = '', quality = ''] = part.split(';')
      const weight = Number(/q=([\d.]+)/.exec(quality)?.[1] ?? 1)
      return { tag: tag.trim(), weight: Number.isNaN(weight) ? 0 : weight }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
