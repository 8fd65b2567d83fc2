import { i18n } from '@lingui/core'

/** 100,000 units are one unit of the site's currency. */
const unitsPerCurrencyUnit = 100_000

/** Making an Intl formatter is slow on a cheap phone, so each is made once. */
const numberFormats = new Map<string, Intl.NumberFormat>()

export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string => {
  const locale = displayLocale()
  const key = `${locale} ${JSON.stringify(options)}`
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options)
  numberFormats.set(key, format)
  return format.format(value)
}

/** What units are worth in the site's currency: at least two decimals, all five where they matter. */
export const formatValue = (units: number, currency: string): string => {
  const value = units / unitsPerCurrencyUnit
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 5 }
  if (!/^[A-Z]{3}$/.test(currency)) return leftToRight(`${formatNumber(value, decimals)} ${currency}`)
  // Some languages have no narrow sign for the dollar.
  return formatNumber(value, { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...decimals }).replace(
    'US$',
    '$',
  )
}

/** Of all languages, so that none is forgotten here when it comes. */
const isRightToLeft = (): boolean => /^(ar|fa|he|ur)\b/.test(i18n.locale)

/** Keeps a number and its Latin code in their order where one reads from right to left: '0.004 BTC'. */
export const leftToRight = (text: string): string => (isRightToLeft() ? `\u2066${text}\u2069` : text)

/** The sign before what came in; where one reads from right to left it must be held to its number. */
export const plusSign = (): string => (isRightToLeft() ? '\u200E+' : '+')

export const formatPercent = (basisPoints: number): string =>
  formatNumber(basisPoints / 10_000, { style: 'percent', maximumFractionDigits: 2 })

export const formatDateTime = (iso: string): string =>
  dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

/** For a page that is the same for everybody, wherever they are: 'Nov 20, 2026, 5:18 PM UTC'. */
export const formatMomentUtc = (iso: string): string => {
  const parts = { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  return dateFormat({ ...parts, timeZone: 'UTC', timeZoneName: 'short' }).format(new Date(iso))
}

export const formatDate = (iso: string): string => dateFormat({ dateStyle: 'medium' }).format(new Date(iso))

/** A UTC day, as the server counts them: 'Nov 20'. */
export const formatDay = (day: string): string =>
  dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day))

/** The time of day alone: '20:00'. */
export const formatTime = (iso: string): string => dateFormat({ timeStyle: 'short' }).format(new Date(iso))

/** Seconds as mm:ss; from an hour on as h:mm:ss. */
export const formatClock = (seconds: number): string => {
  const whole = Math.max(0, Math.ceil(seconds))
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0'))
  const hours = Math.floor(whole / 3600)
  return (hours > 0 ? [hours, ...parts] : parts).join(':')
}

const spans = [
  { below: 60, unit: 'second', seconds: 1 },
  { below: 7_200, unit: 'minute', seconds: 60 },
  { below: 172_800, unit: 'hour', seconds: 3_600 },
  { below: Infinity, unit: 'day', seconds: 86_400 },
] as const

/** A duration as people say it: '5 minutes', '36 hours'; `short` is '5 min'. Values below `tenthsBelow` have tenths. */
export const formatDuration = (seconds: number, unitDisplay: 'long' | 'short' = 'long', tenthsBelow = 3): string => {
  const { unit, seconds: length } = spans.find(({ below }) => seconds < below) ?? spans[3]
  const value = seconds / length
  return formatNumber(value, { style: 'unit', unit, unitDisplay, maximumFractionDigits: value < tenthsBelow ? 1 : 0 })
}

const steps: { unit: Intl.RelativeTimeFormatUnit; seconds: number }[] = [
  { unit: 'year', seconds: 31_536_000 },
  { unit: 'month', seconds: 2_592_000 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
]

/** '3 minutes ago', 'in 2 days', 'now'. */
export const formatRelative = ({ iso, now }: { iso: string; now: number }): string => {
  const seconds = (Date.parse(iso) - now) / 1000
  const format = new Intl.RelativeTimeFormat(displayLocale(), { numeric: 'auto' })
  const step = steps.find((candidate) => Math.abs(seconds) >= candidate.seconds)
  return step ? format.format(Math.round(seconds / step.seconds), step.unit) : format.format(0, 'second')
}

const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(displayLocale(), options)

/** The person's own region where the language is theirs (`locales/locale.ts`). */
const displayLocale = (): string => String(i18n.locales ?? 'en')
