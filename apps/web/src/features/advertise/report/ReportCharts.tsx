import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { Report } from '#features/advertise/advertise.ts'
import { Card } from '#ui/Card.tsx'
import { BarChart } from '#ui/chart/BarChart.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'

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

const dayMs = 86_400_000
const shortest = 7

/** Days without views are told by nobody, but a chart without them would lie about time. */
export const everyDay = (days: Report['days']): { day: string; paid: number }[] => {
  const known = new Map(days.map(({ day, paid }) => [day, paid]))
  const sorted = [...known.keys()].toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const end = Date.parse(last)
  const start = Math.min(Date.parse(first), end - (shortest - 1) * dayMs)
  const count = Math.round((end - start) / dayMs) + 1
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(start + index * dayMs).toISOString().slice(0, 10)
    return { day, paid: known.get(day) ?? 0 }
  })
}

/** All 24 hours, those without views too. */
export const everyHour = (hours: Report['hours']): { hour: number; paid: number }[] => {
  const known = new Map(hours.map(({ hour, paid }) => [hour, paid]))
  return Array.from({ length: 24 }, (_, hour) => ({ hour, paid: known.get(hour) ?? 0 }))
}
