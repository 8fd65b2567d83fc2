import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { Report } from '#features/advertise/advertise.ts'
import { Card } from '#ui/Card.tsx'
import { BarChart } from '#ui/chart/BarChart.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { everyDay, everyHour } from './report-series.ts'

/** When the views came: by day, and by the hour of the day. */
export const ReportCharts = ({ report: { days, hours } }: { report: Report }) => {
  if (days.every(({ paid }) => paid === 0)) {
    return (
      <Card>
        <EmptyState heading="h2" title={t({ id: 'campaign.noViews', message: 'No views in the last 30 days' })}>
          {t({ id: 'campaign.noViews.text', message: 'The chart starts with the first paid view.' })}
        </EmptyState>
      </Card>
    )
  }
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card title={t({ id: 'campaign.perDay', message: 'Views per day' })}>
        <BarChart
          label={t({ id: 'campaign.perDay', message: 'Views per day' })}
          bars={everyDay(days).map(({ day, paid }) => ({ label: shortDay(day), value: paid }))}
        />
      </Card>
      <Card title={t({ id: 'campaign.perHour', message: 'By hour of day (UTC)' })}>
        <BarChart
          label={t({ id: 'campaign.perHour', message: 'By hour of day (UTC)' })}
          bars={everyHour(hours).map(({ hour, paid }) => ({
            label: `${String(hour).padStart(2, '0')}:00`,
            value: paid,
          }))}
        />
      </Card>
    </div>
  )
}

/** A UTC day, as the server counts them: 'Nov 20'. */
const shortDay = (day: string): string =>
  new Intl.DateTimeFormat(i18n.locales, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day))
