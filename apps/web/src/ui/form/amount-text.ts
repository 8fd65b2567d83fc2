import { asciiDigits } from './ascii-digits.ts'

const decimals = 5
const mostDigits = 15

/** Units that somebody typed, '1250' or '1,250'; null for what is no whole number, '1.5' among it. */
export const unitsFromText = (text: string): number | null => {
  const trimmed = asciiDigits(text).trim()
  if (!/^(\d+|\d{1,3}([\s,.'’٬]\d{3})+)$/u.test(trimmed)) return null
  const digits = trimmed.replaceAll(/\D/g, '')
  return digits.length <= mostDigits ? Number(digits) : null
}

/**
 * Units that a typed value of the site's currency is worth, rounded down; null for what is no value. Digits are moved
 * and nothing is multiplied, because 0.29 * 100,000 is not 29,000 to a computer.
 */
export const unitsFromValue = (text: string): number | null => {
  const parts = /^(\d*)(?:[.,٫](\d*))?$/.exec(asciiDigits(text).trim())
  if (!parts) return null
  const [, whole = '', fraction = ''] = parts
  if (whole === '' && fraction === '') return null
  const digits = whole + fraction.slice(0, decimals).padEnd(decimals, '0')
  return digits.length <= mostDigits ? Number(digits) : null
}

/** What units are worth, as somebody would type it: '0.0125'. */
export const valueText = (units: number): string => {
  const digits = String(units).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '').padEnd(2, '0')
  return `${digits.slice(0, -decimals)}.${fraction}`
}
