import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { countryCodes } from '@runnel/contract/settings/country-codes'
import type { Option } from '#ui/form/option.ts'

interface Countries {
  language: string
  names: Intl.DisplayNames
  options: Option[] | undefined
}

let known: Countries | undefined

/** Every country by its name in the visitor's language, in the order of that language. */
export const countryOptions = (): Option[] => {
  const countries = countriesNow()
  countries.options ??= sorted(countries.language)
  return countries.options
}

const sorted = (language: string): Option[] => {
  const options = countryCodes.map((value) => ({ value, label: countryName(value) }))
  return options.toSorted((a, b) => a.label.localeCompare(b.label, language))
}

/** A country by its code; what has no name is shown as it is. */
export const countryName = (code: string): string => {
  if (!/^[A-Z]{2}$/.test(code)) return t({ id: 'ad.country.unknown', message: 'Unknown' })
  return countriesNow().names.of(code) ?? code
}

/** A form draws its countries with every key that is pressed: their names are looked up once for a language. */
const countriesNow = (): Countries => {
  const now = language()
  if (known?.language === now) return known
  known = { language: now, names: new Intl.DisplayNames([now], { type: 'region' }), options: undefined }
  return known
}

/** The pseudo-language is none that Intl knows. */
const language = (): string => (i18n.locale === 'pseudo' || i18n.locale === '' ? 'en' : i18n.locale)
