import { t } from '@lingui/core/macro'
import { Loaded } from '#base/Loaded.tsx'
import { BestEarnings } from '#features/best-earnings/best-earnings.tsx'
import { unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { useNow } from '#ui/use-now.ts'
import { Activity } from './Activity.tsx'
import { bySource } from './by-source.ts'
import { useStats } from './dashboard.ts'
import { SourceChart } from './SourceChart.tsx'

/** What stands below the balance; its script comes behind what the page needs to be drawn. */
export const MoreStats = () => (
  <>
    <BestEarnings className="max-lg:order-2" />
    <Earnings />
    <Activity />
  </>
)

const shownDays = 30

/** What each of the last days brought, and by which way. */
const Earnings = () => {
  const query = useStats()
  const { data } = query
  const now = useNow(60_000)
  const earned = data && bySource({ days: data.days, count: shownDays, now })
  return (
    <Card
      className="max-lg:order-3"
      title={t({ id: 'dashboard.earned', message: 'Earned in the last 30 days' })}
      action={
        earned !== undefined &&
        earned.sum > 0 && <strong className="figures text-money-text">{unitsText(earned.sum)}</strong>
      }
    >
      <Loaded query={query} loading={<Skeleton height={52} className="rounded-m" />} />
      {earned?.sum === 0 && (
        <EmptyState title={t({ id: 'dashboard.earned.none', message: 'No earnings in the last 30 days' })}>
          {t({ id: 'dashboard.earned.noneText', message: 'Your earnings appear here after your next claim.' })}
        </EmptyState>
      )}
      {earned && earned.sum > 0 && <SourceChart earned={earned} />}
    </Card>
  )
}
