import { i18n } from '@lingui/core'

/** A UTC day, as the server counts them: 'Nov 20'. */
export const shortDay = (day: string): string => {
  const locale = i18n.locale === 'pseudo' || i18n.locale === '' ? 'en' : i18n.locale
  return new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day))
}
