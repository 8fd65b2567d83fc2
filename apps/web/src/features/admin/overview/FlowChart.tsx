import { t } from '@lingui/core/macro'
import type { Overview } from '#features/admin/admin.ts'
import { TimeChart, type TimeView } from '#features/admin/list/TimeChart.tsx'
import { Card } from '#ui/Card.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatValue } from '#ui/format.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'

/** The last 30 days: what users earned and were paid, their claims, and who joined. */
export const FlowChart = ({ days }: Pick<Overview, 'days'>) => {
  const currency = useCurrency()
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
        <TimeChart days={days.map(({ day }) => day)} rows={days} views={views(currency)} />
      )}
    </Card>
  )
}

type Day = Overview['days'][number]

const views = (currency: string): [TimeView<Day>, ...TimeView<Day>[]] => [
  {
    key: 'money',
    name: t({ id: 'admin.chart.money', message: 'Money' }),
    label: t({ id: 'admin.chart.flowDay', message: 'Earned and paid out per day' }),
    series: [
      { name: t({ id: 'admin.chart.earned', message: 'Earned' }), value: ({ earned }) => earned },
      { name: t({ id: 'admin.chart.paid', message: 'Paid out' }), value: ({ paid }) => paid },
    ],
    format: (units) => formatValue(units, currency),
  },
  {
    key: 'margin',
    name: t({ id: 'admin.chart.margin', message: 'Margin' }),
    label: t({ id: 'admin.chart.marginDay', message: 'Margin per day' }),
    // Fees and what walls pay, less what was credited: a day has one of the two.
    series: [
      { name: t({ id: 'admin.chart.gained', message: 'Profit' }), value: ({ margin }) => Math.max(0, margin) },
      { name: t({ id: 'admin.chart.gave', message: 'Loss' }), value: ({ margin }) => Math.max(0, -margin) },
    ],
    format: (units) => formatValue(units, currency),
  },
  {
    key: 'deposited',
    name: t({ id: 'admin.chart.deposited', message: 'Deposits' }),
    label: t({ id: 'admin.chart.depositsDay', message: 'Deposits per day' }),
    series: [{ name: t({ id: 'admin.chart.deposited', message: 'Deposits' }), value: ({ deposited }) => deposited }],
    format: (units) => formatValue(units, currency),
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
