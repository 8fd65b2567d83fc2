import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { unitsInWords } from '#ui/Amount.tsx'
import { BarChart } from '#ui/BarChart.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { formatNumber } from '#ui/format.ts'
import { Segmented } from '#ui/Segmented.tsx'
import type { Overview } from './admin.ts'
import { PairChart } from './PairChart.tsx'
import { shortDay } from './short-day.ts'

const views = ['money', 'deposited', 'claims', 'users'] as const
type View = (typeof views)[number]

/** The last 30 days: what users earned and were paid, their claims, and who joined. */
export function FlowChart({ days }: Pick<Overview, 'days'>) {
  const [view, setView] = useState<View>('money')
  const choose = (value: string) => setView(views.find((known) => known === value) ?? 'money')
  const isEmpty = days.every((day) => day.earned + day.paid + day.deposited + day.claims + day.users === 0)
  return (
    <Card title={t({ id: 'admin.chart', message: 'The last 30 days' })}>
      {isEmpty ? (
        <EmptyState title={t({ id: 'admin.chart.none', message: 'Nothing has happened yet' })}>
          {t({ id: 'admin.chart.noneText', message: 'The first claim draws the first bar.' })}
        </EmptyState>
      ) : (
        <div className="grid gap-4">
          <Segmented
            label={t({ id: 'admin.chart.view', message: 'What the chart shows' })}
            hideLabel
            options={[
              { value: 'money', label: t({ id: 'admin.chart.money', message: 'Money' }) },
              { value: 'deposited', label: t({ id: 'admin.chart.deposited', message: 'Deposits' }) },
              { value: 'claims', label: t({ id: 'admin.chart.claims', message: 'Claims' }) },
              { value: 'users', label: t({ id: 'admin.chart.users', message: 'Users' }) },
            ]}
            value={view}
            onValue={choose}
          />
          <Chart days={days} view={view} />
        </div>
      )}
    </Card>
  )
}

function Chart({ days, view }: Pick<Overview, 'days'> & { view: View }) {
  if (view === 'money') {
    return (
      <PairChart
        label={t({ id: 'admin.chart.flow', message: 'Earned and paid per day, in units' })}
        each={t({ id: 'admin.chart.day', message: 'Day' })}
        first={t({ id: 'admin.chart.earned', message: 'Earned' })}
        second={t({ id: 'admin.chart.paid', message: 'Paid out' })}
        pairs={days.map(({ day, earned, paid }) => ({ label: shortDay(day), first: earned, second: paid }))}
        format={unitsInWords}
      />
    )
  }
  return (
    <BarChart
      key={view}
      label={labelOf(view)}
      bars={days.map((day) => ({ label: shortDay(day.day), value: day[view] }))}
      money={view === 'deposited'}
      format={view === 'deposited' ? unitsInWords : formatNumber}
    />
  )
}

function labelOf(view: Exclude<View, 'money'>): string {
  switch (view) {
    case 'deposited':
      return t({ id: 'admin.chart.depositedPerDay', message: 'Paid in per day, in units' })
    case 'claims':
      return t({ id: 'admin.chart.claimsPerDay', message: 'Claims per day' })
    case 'users':
      return t({ id: 'admin.chart.usersPerDay', message: 'New users per day' })
  }
}
