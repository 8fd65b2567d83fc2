import { t } from '@lingui/core/macro'
import { IconDroplet } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { PageLink } from '#base/PageLink.tsx'
import { useMe } from '#features/user/user.ts'
import { unitsText } from '#ui/Amount.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatValue } from '#ui/format.ts'
import { Skeleton } from '#ui/state/Skeleton.tsx'

/** The balance as the server last told it, as money with the units beside it; the coin moves when something came in. */
export const BalancePill = () => {
  const balance = useMe()?.user.balance
  const rising = useRising(balance)
  const currency = useCurrency()
  if (balance === undefined) return <Skeleton height={9} width="6rem" className="rounded-full" />
  const units = unitsText(balance)
  const value = formatValue(balance, currency)
  return (
    <PageLink
      to="/app/account"
      hash="statement"
      className="pill me-1 min-h-11"
      data-rising={rising}
      title={units}
      aria-label={t({ id: 'app.balance', message: `Balance: ${units} (≈ ${value})` })}
    >
      <span className="coin">
        <IconDroplet aria-hidden="true" />
      </span>
      <span className="figures grid" style={{ lineHeight: 1.2 }}>
        {value}
        <span className="text-xs font-medium">{units}</span>
      </span>
    </PageLink>
  )
}

const useRising = (balance: number | undefined): boolean => {
  const [last, setLast] = useState(balance)
  const [rising, setRising] = useState(false)
  if (balance !== last) {
    setLast(balance)
    setRising(balance !== undefined && last !== undefined && balance > last)
  }
  useEffect(() => {
    if (!rising) return
    const timer = setTimeout(() => setRising(false), 700)
    return () => clearTimeout(timer)
  }, [rising])
  return rising
}
