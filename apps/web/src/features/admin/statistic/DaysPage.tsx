import { t } from '@lingui/core/macro'
import { adminStatistic as contract } from '@runnel/contract/admin/statistic'
import { QueryError } from '#base/Loaded.tsx'
import { TimeChart } from '#features/admin/list/TimeChart.tsx'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeletons } from '#ui/state/Skeleton.tsx'
import { dayCharts } from './day-charts.ts'
import { EarnedChart } from './EarnedChart.tsx'
import { RangeBar } from './RangeBar.tsx'
import { daysRange, useDayLog, type DayLog } from './statistic.ts'
import '#web/styles/admin.css'

/** What happened day by day: people, claims, money, abuse, and the machine itself. */
export const DaysPage = () => {
  const { filter } = daysRange.useView()
  const query = useDayLog(filter)
  const { data, error, isPlaceholderData } = query
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.days', message: 'Daily report' })}
        lead={t({ id: 'admin.days.lead', message: 'UTC days, including today. Default: last 30 days.' })}
      />
      <div className="grid grid-cols-1 gap-4">
        <RangeBar list={daysRange} filter={filter} csv={contract.logStatisticCsv} at={data?.at} />
        <QueryError query={query} />
        {!data && !error && <Skeletons heights={[72, 72]} className="grid gap-4 lg:grid-cols-2" />}
        {data && !error && <Charts days={data.days} isOld={isPlaceholderData} />}
      </div>
    </>
  )
}

const Charts = ({ days, isOld }: Pick<DayLog, 'days'> & { isOld: boolean }) => {
  const names = days.map(({ day }) => day)
  if (days.every(isQuiet)) {
    return (
      <Card>
        <EmptyState heading="h2" title={t({ id: 'admin.days.none', message: 'No activity in this period' })} />
      </Card>
    )
  }
  return (
    <div className="grid gap-4 lg:grid-cols-2" style={isOld ? { opacity: 0.6 } : undefined}>
      <EarnedChart days={days} />
      {dayCharts().map(({ key, title, views }) => (
        <Card key={key} title={title} className="min-w-0">
          <TimeChart days={names} rows={days} views={views} />
        </Card>
      ))}
    </div>
  )
}

const isQuiet = ({ day: _day, earned, ...counts }: DayLog['days'][number]): boolean =>
  [...Object.values(earned), ...Object.values(counts)].every((count) => count === 0)
