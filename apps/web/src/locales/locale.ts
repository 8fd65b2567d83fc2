import { i18n } from '@lingui/core'
import { dirOf, langOf, LOCALE_COOKIE, matchLocale } from '@runnel/contract/locale'
import { catalogues } from './catalogues.ts'
import { builtLocale } from './load-messages.ts'

/** Speaks a language from now on, as soon as its words are there; English where there are none. */
export const activateLocale = async (locale: string): Promise<void> => {
  const { messages } = (await catalogues[`./${locale}.po`]?.()) ?? {}
  if (messages) i18n.load(locale, messages)
  speak(locale)
}

/** The same for a language whose words are there: many pages are drawn at once on the server, each in its language. */
export const speak = (locale: string): void => {
  const known = locale === builtLocale || Object.hasOwn(catalogues, `./${locale}.po`) ? locale : 'en'
  // Loading nothing only says that the language is there; in development the words stand in the code itself.
  i18n.load(known, {})
  i18n.activate(known, formatLocale(known))
}

/** The language of this document, whose files say nothing else; in development it is chosen here. */
export const ownLocale = (): string => (import.meta.env.DEV ? chosenInDevelopment() : builtLocale)

const chosenInDevelopment = (): string => {
  const chosen = new RegExp(`(?:^|; )${LOCALE_COOKIE}=([\\w-]+)`).exec(document.cookie)?.[1]
  const locale = chosen ?? matchLocale(navigator.languages)
  document.documentElement.lang = langOf(locale)
  document.documentElement.dir = dirOf(locale)
  return locale
}

/**
 * What numbers and dates are written by: the region that the browser names for this language, as en-GB writes another
 * date than en-US. Arabic has Western digits, as amounts and addresses have.
 */
const formatLocale = (locale: string): string => {
  const lang = langOf(locale)
  const [language] = lang.split('-')
  const wanted = typeof window === 'undefined' ? [] : navigator.languages
  // Some browsers name what is none, such as en-US@posix.
  const regional = wanted.find((tag) => /^[\w-]+$/.test(tag) && tag.split('-')[0] === language) ?? lang
  return language === 'ar' ? `${regional.split('-u-')[0]}-u-nu-latn` : regional
}
