import { t } from '@lingui/core/macro'
import type { User } from '@runnel/contract/account/user'
import { unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatValue } from '#ui/format.ts'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { useStats } from './dashboard.ts'

/** What one owns, in the site's currency and in units, and what came in. */
export const Balance = ({ me }: { me: User }) => {
  const { balance, depositBalance, heldBalance, totalEarned } = me
  const currency = useCurrency()
  const stats = useStats().data
  return (
    <Card className="relative grid gap-6 overflow-clip pb-16">
      <Water />
      <div>
        <h2 className="text-base font-semibold text-muted">{t({ id: 'dashboard.balance', message: 'Balance' })}</h2>
        <p className="mt-1 font-display text-5xl font-bold figures">{formatValue(balance, currency)}</p>
        <p className="mt-1 figures text-muted">{unitsText(balance)}</p>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Figure label={t({ id: 'dashboard.today', message: 'Earned today' })} units={stats?.today.earned} />
        <Figure label={t({ id: 'dashboard.total', message: 'Total earned' })} units={totalEarned} />
        {heldBalance > 0 && <Figure label={t({ id: 'dashboard.held', message: 'On hold' })} units={heldBalance} />}
        {depositBalance > 0 && (
          <Figure label={t({ id: 'dashboard.deposit', message: 'Deposit balance' })} units={depositBalance} />
        )}
      </dl>
    </Card>
  )
}

/** What one has gathered, seen from the side. */
const Water = () => (
  <svg
    className="absolute inset-x-0 bottom-0 h-12 w-full"
    viewBox="0 0 400 48"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path fill="var(--water)" d="M0 18q50-22 100 0t100 0 100 0 100 0V48H0Z" />
    <path fill="var(--water-deep)" d="M0 32q50 16 100 0t100 0 100 0 100 0V48H0Z" />
  </svg>
)

const Figure = ({ label, units }: { label: string; units: number | undefined }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="figures font-semibold">{units === undefined ? <Skeleton width="5rem" /> : unitsText(units)}</dd>
  </div>
)
