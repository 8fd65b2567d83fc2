import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { countryCodes } from '@runnel/contract/settings/country-codes'
import type { Option } from '#ui/form/option.ts'

/** Every country by its name in the visitor's language, in the order of that language. */
export const countryOptions = (): Option[] => {
  const options = countryCodes.map((value) => ({ value, label: countryName(value) }))
  return options.toSorted((a, b) => a.label.localeCompare(b.label, language()))
}

/** A country by its code; what has no name is shown as it is. */
export const countryName = (code: string): string => {
  if (!/^[A-Z]{2}$/.test(code)) return t({ id: 'ad.country.unknown', message: 'Unknown' })
  return new Intl.DisplayNames([language()], { type: 'region' }).of(code) ?? code
}

/** The pseudo-language is none that Intl knows. */
const language = (): string => (i18n.locale === 'pseudo' || i18n.locale === '' ? 'en' : i18n.locale)
