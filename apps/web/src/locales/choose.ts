import { LOCALE_COOKIE, type Locale } from '@runnel/contract/locale'

/** A browser keeps it for as long as it keeps any. */
const KEPT_SECONDS = 34_560_000

/** Remembers the language of this browser; the server reads it with the next document. */
export const rememberLocale = (locale: string): void => {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${KEPT_SECONDS}; samesite=lax${secure}`
}

/** Whether somebody chose a language in this browser. */
export const hasChosenLocale = (): boolean => new RegExp(`(?:^|; )${LOCALE_COOKIE}=`).test(document.cookie)

/** Another language is another document. */
export const chooseLocale = (locale: Locale): void => {
  rememberLocale(locale)
  location.reload()
}
