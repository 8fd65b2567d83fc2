import { UNITS_PER_CURRENCY } from '@runnel/contract/constants'

import { decimalText, type Units } from '#money/amount.ts'

const DECIMALS = String(UNITS_PER_CURRENCY).length - 1

/** An amount as people say it: `1.25 USD`. */
export const inCurrency = (units: Units, currency: string): string =>
  `${decimalText(BigInt(units), DECIMALS)} ${currency}`
