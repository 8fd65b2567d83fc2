import { decimalText } from '#money/amount.ts'

const DECIMALS = 18
const ONE = 10n ** BigInt(DECIMALS)
const NUMBER = /^(\d{1,40})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,2}))?$/

/**
 * A decimal, also one in the exponent form of JSON, as a whole number of 10⁻¹⁸, rounded down. Undefined when the text
 * is none, is negative or has more digits than any amount.
 */
export const decimalOf = (text: string | null | undefined): bigint | undefined => {
  const found = NUMBER.exec(text ?? '')
  if (found === null) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = found
  const shift = DECIMALS - fraction.length + Number(exponent)
  const digits = BigInt(whole + fraction)
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
}

/** Back to text, without needless zeros. */
export const textOf = (decimal: bigint): string => decimalText(decimal, DECIMALS)

/** a × b, rounded down. */
export const times = (a: bigint, b: bigint): bigint => (a * b) / ONE

export const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b)
export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
