import { hasLogo } from './coins.ts'

interface CoinLogoProps {
  /** A currency, with or without its chain: `USDT-TRC20` looks like `USDT`. */
  currency: string
  className?: string
}

/** A coin as the site draws it, beside its name. All of them are in one small file that the browser keeps. */
export const CoinLogo = ({ currency, className = 'size-9 shrink-0' }: CoinLogoProps) =>
  hasLogo(currency) && (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true">
      <use href={`/coins.svg#${currency.split('-')[0] ?? currency}`} />
    </svg>
  )
