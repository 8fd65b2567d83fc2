import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'

const named = 4

/** Where somebody must live to do a task; countries by their names while they are few. */
export function whereText(countries: readonly string[]): string {
  if (countries.length === 0) return t({ id: 'ad.where.all', message: 'All countries' })
  if (countries.length <= named) return countries.map(nameOf).join(', ')
  return t({ id: 'ad.where.many', message: plural(countries.length, { one: '# country', other: '# countries' }) })
}

function nameOf(code: string): string {
  const language = i18n.locale === '' || i18n.locale === 'pseudo' ? 'en' : i18n.locale
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}
