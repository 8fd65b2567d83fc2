import { i18n } from '@lingui/core'

/** A UTC day, as the server counts them: 'Nov 20'. */
export const shortDay = (day: string): string =>
  new Intl.DateTimeFormat(i18n.locales, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day))
