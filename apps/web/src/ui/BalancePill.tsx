import { t } from '@lingui/core/macro'
import { type ComponentProps, type ElementType, useState } from 'react'
import { formatNumber } from './format.ts'

type Own<E extends ElementType> = { as?: E; units: number }

/** The balance in the bar: a coin that gives a little start when the balance rises. */
export const BalancePill = <E extends ElementType = 'span'>(
  props: Own<E> & Omit<ComponentProps<E>, keyof Own<E> | 'children'>,
) => {
  const { as, units, ...rest } = props
  const Element: ElementType = as ?? 'span'
  const shown = formatNumber(units)
  const rises = useRises(units)
  return (
    <Element {...rest} className="pill">
      <span key={rises} className="coin" data-rising={rises > 0} aria-hidden="true">
        <CoinMark />
      </span>
      <span className="visually-hidden">{t({ id: 'ui.balance', message: 'Balance:' })} </span>
      {shown}
    </Element>
  )
}

/** How often the number rose; as a key it starts the coin's animation anew each time. */
const useRises = (units: number): number => {
  const [seen, setSeen] = useState({ units, rises: 0 })
  if (seen.units !== units) setSeen({ units, rises: seen.rises + (units > seen.units ? 1 : 0) })
  return seen.rises
}

const CoinMark = () => (
  <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
    <path d="M3.5 6.500q2.250-2 4.500 0t4.500 0M3.500 10q2.250-2 4.500 0t4.500 0" />
  </svg>
)
