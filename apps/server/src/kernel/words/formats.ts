import { UNITS_PER_CURRENCY } from '@runnel/contract/constants'
import type { Locale } from '@runnel/contract/locale'

/** How a language writes numbers, amounts and times. */
export interface Formats {
  readonly number: (value: number) => string
  readonly money: (units: number, currency: string) => string
  readonly coins: (amount: string, currency: string) => string
  readonly wait: (seconds: number) => string
  readonly moment: (at: Date) => string
  readonly day: (at: Date, only?: 'month') => string
  readonly list: (parts: readonly string[]) => string
  readonly category: (count: number, type: 'cardinal' | 'ordinal') => string
}

const UNIT_DECIMALS = String(UNITS_PER_CURRENCY).length - 1

const made = new Map<Locale, Formats>()

export const formatsOf = (locale: Locale): Formats => {
  const known = made.get(locale)
  if (known !== undefined) return known
  const formats = make(tagOf(locale))
  made.set(locale, formats)
  return formats
}

/** Arabic with the digits that codes, addresses and the pages have. */
const tagOf = (locale: Locale): string => (locale === 'ar' ? 'ar-u-nu-latn' : locale)

const make = (tag: string): Formats => {
  const numbers = new Intl.NumberFormat(tag, { maximumFractionDigits: 20 })
  const amounts = new Map<string, Intl.NumberFormat>()
  const waits = new Intl.RelativeTimeFormat(tag)
  const moments = new Intl.DateTimeFormat(tag, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' })
  const months = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const lists = new Intl.ListFormat(tag)
  const plurals = { cardinal: new Intl.PluralRules(tag), ordinal: new Intl.PluralRules(tag, { type: 'ordinal' }) }
  const amountsIn = (currency: string): Intl.NumberFormat => {
    const format = amounts.get(currency) ?? new Intl.NumberFormat(tag, styleOf(currency))
    amounts.set(currency, format)
    return format
  }
  return {
    number: (value) => numbers.format(value),
    money: (units, currency) => {
      const shown = amountsIn(currency).format(decimalUnits(units))
      return isCode(currency) ? shown : `${shown} ${currency}`
    },
    // A decimal text is formatted exactly.
    coins: (amount, currency) => `${numbers.format(amount as `${number}`)} ${currency}`.trimEnd(),
    wait: (seconds) => {
      const [value, unit] = inUnits(seconds)
      return waits.format(value, unit)
    },
    moment: (at) => `${moments.format(at)} UTC`,
    day: (at, only) => (only === 'month' ? months : days).format(at),
    list: (parts) => lists.format(parts),
    category: (count, type) => plurals[type].select(count),
  }
}

/** A code longer than those of ISO 4217 stands behind the amount: `1.25 USDT`. */
const isCode = (currency: string): boolean => currency.length === 3

const styleOf = (currency: string): Intl.NumberFormatOptions => ({
  ...(isCode(currency) ? { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } : {}),
  minimumFractionDigits: 2,
  maximumFractionDigits: UNIT_DECIMALS,
})

const decimalUnits = (units: number): `${number}` => {
  const digits = String(Math.abs(Math.trunc(units))).padStart(UNIT_DECIMALS + 1, '0')
  // Digits with a point between them.
  return `${units < 0 ? '-' : ''}${digits.slice(0, -UNIT_DECIMALS)}.${digits.slice(-UNIT_DECIMALS)}` as `${number}`
}

/** Up to 90 seconds in seconds, up to 90 minutes in minutes, and else in hours. */
const inUnits = (seconds: number): [number, 'second' | 'minute' | 'hour'] => {
  if (seconds < 90) return [seconds, 'second']
  return seconds < 5_400 ? [Math.ceil(seconds / 60), 'minute'] : [Math.ceil(seconds / 3_600), 'hour']
}
