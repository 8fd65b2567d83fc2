/**
 * The languages that the product speaks. Adding one is a row here and a catalogue on each side
 * (`apps/web/src/locales`, `apps/server/locales`).
 */
export const LOCALES = [
  { tag: 'en', name: 'English', dir: 'ltr' },
  { tag: 'es', name: 'Español', dir: 'ltr' },
  { tag: 'pt-BR', name: 'Português (Brasil)', dir: 'ltr' },
  { tag: 'ru', name: 'Русский', dir: 'ltr' },
  { tag: 'id', name: 'Bahasa Indonesia', dir: 'ltr' },
  { tag: 'hi', name: 'हिन्दी', dir: 'ltr' },
  { tag: 'vi', name: 'Tiếng Việt', dir: 'ltr' },
  { tag: 'tr', name: 'Türkçe', dir: 'ltr' },
  { tag: 'fr', name: 'Français', dir: 'ltr' },
  { tag: 'ar', name: 'العربية', dir: 'rtl' },
] as const

export type Locale = (typeof LOCALES)[number]['tag']

/** Holds the choice of a browser that is not signed in; an account's own setting goes before it. */
export const LOCALE_COOKIE = 'locale'

export const isLocale = (tag: string): tag is Locale => LOCALES.some((locale) => locale.tag === tag)

/** The direction in which a language is written. */
export const directionOf = (tag: Locale): 'ltr' | 'rtl' => LOCALES.find((locale) => locale.tag === tag)?.dir ?? 'ltr'

/**
 * The first language of a list of BCP 47 tags, best first, that the product speaks: exactly, or in another region
 * (`pt-PT` is answered in `pt-BR`). The site's own language, `otherwise`, when it speaks none of them.
 */
export const matchLocale = (preferred: readonly string[], otherwise: Locale = 'en'): Locale => {
  for (const wanted of preferred) {
    const exact = LOCALES.find(({ tag }) => tag.toLowerCase() === wanted.toLowerCase())
    const language = wanted.toLowerCase().split('-')[0]
    const near = exact ?? LOCALES.find(({ tag }) => tag.toLowerCase().split('-')[0] === language)
    if (near !== undefined) return near.tag
  }
  return otherwise
}

/** The address of a public page in a language; English stands at the root. */
export const localizedPath = (path: string, locale: string): string => (locale === 'en' ? path : `/${locale}${path}`)

export const dirOf = (locale: string): 'ltr' | 'rtl' => LOCALES.find(({ tag }) => tag === locale)?.dir ?? 'ltr'

/** The pseudo-language, which is only for tests, is none that a browser knows. */
export const langOf = (locale: string): string => (locale === 'pseudo' ? 'en' : locale)
