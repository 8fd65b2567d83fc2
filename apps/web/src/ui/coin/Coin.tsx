import { classes } from '#ui/classes.ts'
import { leftToRight } from '#ui/format.ts'
import { CoinLogo } from './CoinLogo.tsx'

interface CoinProps {
  currency: string
  /** How much of it; without it the currency alone is named. */
  amount?: string
  className?: string
}

/** A currency as it is named within a line: its logo, how much of it, and its name. */
export const Coin = ({ currency, amount, className }: CoinProps) => (
  <span className={classes('inline-flex items-center gap-1.5 align-middle', className)}>
    <CoinLogo currency={currency} className="size-5 shrink-0" />
    {amount === undefined ? currency : leftToRight(`${amount} ${currency}`)}
  </span>
)
