import { t } from '@lingui/core/macro'
import { sentenceOf } from '#api/failure.ts'
import { unitsInWords } from '#ui/Amount.tsx'
import { BarChart } from '#ui/BarChart.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { formatDay } from '#ui/format.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useNow } from '#ui/use-now.ts'
import { lastDays, useStats } from './dashboard.ts'

const shownDays = 30

/** What each of the last days brought. */
export function Earnings() {
  const { data, error, isFetching, refetch } = useStats()
  const now = useNow(60_000)
  const days = data && lastDays({ days: data.days, count: shownDays, now })
  const sum = days?.reduce((total, { earned }) => total + earned, 0)
  return (
    <Card
      className="max-lg:order-2"
      title={t({ id: 'dashboard.earned', message: 'Earned in the last 30 days' })}
      action={sum !== undefined && sum > 0 && <strong className="figures text-money-text">{unitsInWords(sum)}</strong>}
    >
      {!days && error && (
        <ErrorState busy={isFetching} onRetry={() => void refetch()}>
          {sentenceOf(error)}
        </ErrorState>
      )}
      {!days && !error && <Skeleton height={44} className="rounded-m" />}
      {days && sum === 0 && (
        <EmptyState title={t({ id: 'dashboard.earned.none', message: 'Nothing in the last 30 days' })}>
          {t({ id: 'dashboard.earned.noneText', message: 'Your next claim puts the first bar here.' })}
        </EmptyState>
      )}
      {days && sum !== 0 && (
        <BarChart
          label={t({ id: 'dashboard.earned.chart', message: 'Earned per day, in units' })}
          bars={days.map(({ day, earned }) => ({ label: formatDay(day), value: earned }))}
          format={unitsInWords}
          money
        />
      )}
    </Card>
  )
}
