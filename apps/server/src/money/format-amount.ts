import { UNITS_PER_CURRENCY } from '@runnel/contract/constants'
import { decimalText, type Units } from '#money/amount.ts'

const UNIT_DECIMALS = String(UNITS_PER_CURRENCY).length - 1
const DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: UNIT_DECIMALS }

/** An amount as the pages write it: `$1.25`; a code longer than those of ISO 4217 stands behind: `1.25 USDT`. */
export const formatAmount = (units: Units, currency: string): string => {
  const isKnown = currency.length === 3
  const style = isKnown ? ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const) : {}
  // A decimal text is formatted exactly, and `decimalText` makes nothing else.
  const value = decimalText(BigInt(units), UNIT_DECIMALS) as `${number}`
  const shown = new Intl.NumberFormat('en-US', { ...style, ...DECIMALS }).format(value)
  return isKnown ? shown : `${shown} ${currency}`
}
