import { t } from '@lingui/core/macro'
import { TimeChart, type TimeView } from '#features/admin/list/TimeChart.tsx'
import { unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { durationText } from './duration.ts'
import type { Statistic } from './statistic.ts'

type Day = Statistic['days'][number]

/** Amounts, numbers, fees and times by day. */
export const PayoutChart = ({ days }: { days: readonly Day[] }) => (
  <Card title={t({ id: 'admin.statistic.days', message: 'By day' })}>
    <TimeChart days={days.map(({ day }) => day)} rows={days} views={views()} />
  </Card>
)

const views = (): [TimeView<Day>, ...TimeView<Day>[]] => [
  {
    key: 'amount',
    name: t({ id: 'admin.statistic.money', message: 'Money' }),
    label: t({ id: 'admin.statistic.amountPerDay', message: 'Requested and paid per day, in units' }),
    series: [
      { name: t({ id: 'admin.statistic.asked', message: 'Requested' }), value: ({ amount }) => amount },
      { name: t({ id: 'admin.statistic.paid', message: 'Paid out' }), value: ({ paidAmount }) => paidAmount },
    ],
    format: unitsText,
  },
  {
    key: 'count',
    name: t({ id: 'admin.statistic.count', message: 'Number' }),
    label: t({ id: 'admin.statistic.countPerDay', message: 'Withdrawals requested and paid per day' }),
    series: [
      { name: t({ id: 'admin.statistic.asked', message: 'Requested' }), value: ({ count }) => count },
      { name: t({ id: 'admin.statistic.paid', message: 'Paid out' }), value: ({ paid }) => paid },
    ],
  },
  {
    key: 'time',
    name: t({ id: 'admin.statistic.times', message: 'Time' }),
    label: t({ id: 'admin.statistic.timePerDay', message: 'Median payout time per day' }),
    series: [
      {
        name: t({ id: 'admin.statistic.time', message: 'Median payout time' }),
        value: ({ medianSeconds }) => medianSeconds ?? 0,
      },
    ],
    format: durationText,
  },
  {
    key: 'not',
    name: t({ id: 'admin.statistic.unpaid', message: 'Unpaid' }),
    label: t({ id: 'admin.statistic.notPerDay', message: 'Rejected, and failed or unknown per day' }),
    series: [
      { name: t({ id: 'admin.statistic.rejected', message: 'Rejected' }), value: ({ rejected }) => rejected },
      {
        name: t({ id: 'admin.statistic.failed', message: 'Failed or unknown' }),
        value: ({ failed, unknown }) => failed + unknown,
      },
    ],
  },
]
