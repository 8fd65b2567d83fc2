const scaleDigits = 18

/**
 * How much of a coin units buy at a rate of units per coin, rounded down to the coin's decimals as the server does it;
 * null for what is no rate.
 */
export const coinsFor = (wanted: { units: number; rate: string; decimals: number }): string | null => {
  const { units, rate, decimals } = wanted
  const scaled = scaledRate(rate)
  if (scaled === null || scaled === 0n || !(decimals >= 0 && decimals <= scaleDigits)) return null
  const smallest = (BigInt(units) * 10n ** BigInt(decimals + scaleDigits)) / scaled
  const digits = String(smallest).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** A rate as a whole number of 10⁻¹⁸ units; null for what is no rate. */
export const scaledRate = (rate: string): bigint | null => {
  const parts = /^(\d{1,30})(?:\.(\d{1,18}))?$/.exec(rate.trim())
  return parts && BigInt(`${parts[1]}${(parts[2] ?? '').padEnd(scaleDigits, '0')}`)
}
