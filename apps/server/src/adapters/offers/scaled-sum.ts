import { decimalText, scaled } from '#money/amount.ts'
import { amountIn } from './read-rows.ts'

const SCALE = 18

/** The sum of amounts in decimal text; undefined without any, or where one is missing: the sum would be too small. */
export const scaledSum = (amounts: readonly (string | null | undefined)[]): string | undefined => {
  const known = amounts.map(amountIn)
  if (known.length === 0 || known.includes(undefined)) return undefined
  return decimalText(
    known.reduce((sum, amount) => sum + scaled(amount ?? '0'), 0n),
    SCALE,
  )
}
