import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { shortDay } from '#features/admin/shared/short-day.ts'
import { BarChart } from '#ui/chart/BarChart.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { formatNumber } from '#ui/format.ts'
import { PairChart } from './PairChart.tsx'

interface Series<Row> {
  /** Such as 'Credited'; told apart by it where there are two. */
  name: string
  value: (row: Row) => number
}

/** One look at the numbers: one series, or two that are held against each other. */
export interface TimeView<Row> {
  key: string
  /** On its switch, where there are several looks. */
  name: string
  /** What the bars count, for screen readers: 'Credited per day, in units'. */
  label: string
  series: readonly [Series<Row>] | readonly [Series<Row>, Series<Row>]
  format?: (value: number) => string
  money?: boolean
}

interface TimeChartProps<Row> {
  /** Every day that is shown, also those without rows; see `daysOf`. */
  days: readonly string[]
  /** Those of one day are added up. */
  rows: readonly Row[]
  views: readonly [TimeView<Row>, ...TimeView<Row>[]]
}

/** Numbers over days as bars, with a table for screen readers and a switch between several looks at them. */
export const TimeChart = <Row extends { day: string }>({ days, rows, views }: TimeChartProps<Row>) => {
  const [key, setKey] = useState(views[0].key)
  const view = views.find((known) => known.key === key) ?? views[0]
  const byDay = Map.groupBy(rows, (row) => row.day)
  return (
    <div className="grid gap-4">
      {views.length > 1 && (
        <Segmented
          label={t({ id: 'admin.keys.view', message: 'Chart data' })}
          hideLabel
          options={views.map(({ key: value, name }) => ({ value, label: name }))}
          value={view.key}
          onValue={setKey}
        />
      )}
      <Bars key={view.key} view={view} days={days} sum={(day, value) => sumOf(byDay.get(day) ?? [], value)} />
    </div>
  )
}

interface BarsProps<Row> {
  view: TimeView<Row>
  days: readonly string[]
  sum: (day: string, value: (row: Row) => number) => number
}

const Bars = <Row,>({ view, days, sum }: BarsProps<Row>) => {
  const { label, series, format = formatNumber, money = false } = view
  const [first, second] = series
  if (!second) {
    const bars = days.map((day) => ({ label: shortDay(day), value: sum(day, first.value) }))
    return <BarChart label={label} bars={bars} format={format} money={money} />
  }
  return (
    <PairChart
      label={label}
      each={t({ id: 'admin.keys.day', message: 'Day' })}
      first={first.name}
      second={second.name}
      pairs={days.map((day) => ({
        label: shortDay(day),
        first: sum(day, first.value),
        second: sum(day, second.value),
      }))}
      format={format}
    />
  )
}

const sumOf = <Row,>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0)
