import { plural, t } from '@lingui/core/macro'
import { classes } from './classes.ts'
import { useCurrency } from './currency.ts'
import { formatNumber, formatValue, plusSign } from './format.ts'

interface AmountProps {
  units: number
  /** `both` is '1,250 units ≈ $0.0125'. */
  show?: 'units' | 'value' | 'both'
  /** In the colour of money, for what somebody earned. */
  gain?: boolean
  /** A plus before what came in; a minus always shows. */
  signed?: boolean
  className?: string
}

/** An amount of money in units, in the site's currency, or both; figures never change their width. */
export const Amount = ({ units, show = 'units', gain = false, signed = false, className }: AmountProps) => {
  const currency = useCurrency()
  const value = formatValue(units, currency)
  const sign = signed && units > 0 ? plusSign() : ''
  return (
    <span className={classes('amount', gain && 'amount-gain', className)}>
      <span>{`${sign}${show === 'value' ? value : unitsText(units)}`}</span>
      {show === 'both' && ' '}
      {show === 'both' && <span className="amount-value">≈ {value}</span>}
    </span>
  )
}

export const unitsText = (units: number): string => {
  const shown = formatNumber(units)
  return t({ id: 'ui.units', message: plural(units, { one: `${shown} unit`, other: `${shown} units` }) })
}
