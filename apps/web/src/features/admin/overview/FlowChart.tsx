import { t } from '@lingui/core/macro'
import type { Overview } from '#features/admin/admin.ts'
import { TimeChart, type TimeView } from '#features/admin/list/TimeChart.tsx'
import { unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'

/** The last 30 days: what users earned and were paid, their claims, and who joined. */
export const FlowChart = ({ days }: Pick<Overview, 'days'>) => {
  const isEmpty = days.every(
    (day) => day.earned + day.paid + day.deposited + day.claims + day.users === 0 && day.margin === 0,
  )
  return (
    <Card title={t({ id: 'admin.chart', message: 'Last 30 days' })}>
      {isEmpty ? (
        <EmptyState title={t({ id: 'admin.chart.none', message: 'No data yet' })}>
          {t({ id: 'admin.chart.noneText', message: 'The chart starts with the first claim.' })}
        </EmptyState>
      ) : (
        <TimeChart days={days.map(({ day }) => day)} rows={days} views={views()} />
      )}
    </Card>
  )
}

type Day = Overview['days'][number]

const views = (): [TimeView<Day>, ...TimeView<Day>[]] => [
  {
    key: 'money',
    name: t({ id: 'admin.chart.money', message: 'Money' }),
    label: t({ id: 'admin.chart.flow', message: 'Earned and paid out per day, in units' }),
    series: [
      { name: t({ id: 'admin.chart.earned', message: 'Earned' }), value: ({ earned }) => earned },
      { name: t({ id: 'admin.chart.paid', message: 'Paid out' }), value: ({ paid }) => paid },
    ],
    format: unitsText,
  },
  {
    key: 'margin',
    name: t({ id: 'admin.chart.margin', message: 'Margin' }),
    label: t({ id: 'admin.chart.marginPerDay', message: 'Margin per day, in units' }),
    // Fees and what walls pay, less what was credited: a day has one of the two.
    series: [
      { name: t({ id: 'admin.chart.gained', message: 'Profit' }), value: ({ margin }) => Math.max(0, margin) },
      { name: t({ id: 'admin.chart.gave', message: 'Loss' }), value: ({ margin }) => Math.max(0, -margin) },
    ],
    format: unitsText,
  },
  {
    key: 'deposited',
    name: t({ id: 'admin.chart.deposited', message: 'Deposits' }),
    label: t({ id: 'admin.chart.depositedPerDay', message: 'Deposits per day, in units' }),
    series: [{ name: t({ id: 'admin.chart.deposited', message: 'Deposits' }), value: ({ deposited }) => deposited }],
    format: unitsText,
    money: true,
  },
  {
    key: 'claims',
    name: t({ id: 'admin.chart.claims', message: 'Claims' }),
    label: t({ id: 'admin.chart.claimsPerDay', message: 'Claims per day' }),
    series: [{ name: t({ id: 'admin.chart.claims', message: 'Claims' }), value: ({ claims }) => claims }],
  },
  {
    key: 'users',
    name: t({ id: 'admin.chart.users', message: 'Users' }),
    label: t({ id: 'admin.chart.usersPerDay', message: 'New users per day' }),
    series: [{ name: t({ id: 'admin.chart.users', message: 'Users' }), value: ({ users }) => users }],
  },
]
