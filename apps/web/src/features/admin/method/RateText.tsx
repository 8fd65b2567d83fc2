import { t } from '@lingui/core/macro'
import { unitsText } from '#ui/Amount.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatValue } from '#ui/format.ts'
import { coinsFor } from './exchange-rate.ts'

interface RateTextProps {
  /** Units per coin, as typed. */
  rate: string
  decimals: number
  coin: string
}

const unitsPerCurrencyUnit = 100_000

/** A rate in both directions, so that a slip of the finger is seen; nothing for what is no rate. */
export const RateText = ({ rate, decimals, coin }: RateTextProps) => {
  const currency = useCurrency()
  const bought = coinsFor({ units: unitsPerCurrencyUnit, rate, decimals })
  if (bought === null) return null
  const units = Number(rate)
  const [price, whole] = [formatValue(units, currency), unitsText(units)]
  const one = formatValue(unitsPerCurrencyUnit, currency)
  return (
    <>
      <span>{t({ id: 'admin.rate.price', message: `1 ${coin} = ${price} (${whole}).` })}</span>{' '}
      <span>{t({ id: 'admin.rate.inverse', message: `${one} buys ${bought} ${coin}.` })}</span>
    </>
  )
}
