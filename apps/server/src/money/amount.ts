/** A whole number of units; 100,000 units are one currency unit. */
export type Units = number

const BASIS_POINTS = 10_000n

/** Parts of a unit in which a percentage of a percentage is a whole number. */
export const PARTS_PER_UNIT = 10_000

/** Part of an amount in basis points (100 are one percent), rounded down: the rest stays with the site. */
export const portionOf = (amount: Units, basisPoints: number): Units =>
  Number((BigInt(amount) * BigInt(basisPoints)) / BASIS_POINTS)

/** The same rounded up: what the site takes is never less for being taken in parts. */
export const portionUp = (amount: Units, basisPoints: number): Units =>
  Number((BigInt(amount) * BigInt(basisPoints) + BASIS_POINTS - 1n) / BASIS_POINTS)

/** Part of an amount in whole percent, rounded down: the rest stays with the site. */
export const percentOf = (amount: Units, percent: number): Units => portionOf(amount, percent * 100)

const SCALE = 18

/** A decimal text as a whole number of 10⁻¹⁸. */
export const scaled = (decimal: string): bigint => {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole) * 10n ** BigInt(SCALE) + BigInt(fraction.slice(0, SCALE).padEnd(SCALE, '0'))
}

/**
 * What an amount of units is worth in a coin, as decimal text with the coin's decimals, rounded down for the receiver.
 * `rate` tells how many units one coin costs. Integer arithmetic throughout.
 */
export const coinsFor = ({ units, rate, decimals }: { units: Units; rate: string; decimals: number }): string => {
  const smallest = (BigInt(units) * 10n ** BigInt(SCALE) * 10n ** BigInt(decimals)) / scaled(rate)
  return decimalText(smallest, decimals)
}

/** A whole number of a coin's smallest parts as decimal text without needless zeros. */
export const decimalText = (smallest: bigint, decimals: number): string => {
  const digits = smallest.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** A decimal that the database padded with zeros, without them. */
export const plainDecimal = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
