import { t } from '@lingui/core/macro'
import { Amount } from '#ui/Amount.tsx'
import { formatNumber } from '#ui/format.ts'
import type { Column } from '#ui/table/Table.tsx'
import { durationText } from './duration.ts'
import type { Group } from './statistic-groups.ts'

export const groupColumns = (): Column<Group>[] => [
  {
    key: 'name',
    header: t({ id: 'admin.statistic.name', message: 'Name' }),
    role: 'head',
    cell: ({ name, note }) => (
      <span className="grid">
        <b>{name}</b>
        {note !== null && <span className="text-sm font-normal text-muted">{note}</span>}
      </span>
    ),
  },
  {
    key: 'asked',
    header: t({ id: 'admin.statistic.asked', message: 'Requested' }),
    align: 'end',
    cell: ({ count, amount }) => <Sum count={count} units={amount} />,
  },
  {
    key: 'paid',
    header: t({ id: 'admin.statistic.paid', message: 'Paid out' }),
    align: 'end',
    cell: ({ paid, paidAmount }) => <Sum count={paid} units={paidAmount} />,
  },
  {
    key: 'fee',
    header: t({ id: 'admin.statistic.fees', message: 'Fees earned' }),
    align: 'end',
    cell: ({ fee }) => <Amount units={fee} show="value" />,
  },
  {
    key: 'not',
    header: t({ id: 'admin.statistic.not', message: 'Unpaid' }),
    align: 'end',
    cell: ({ rejected, failed, unknown }) => formatNumber(rejected + failed + unknown),
  },
  {
    key: 'waits',
    header: t({ id: 'admin.statistic.waits', message: 'Pending' }),
    align: 'end',
    cell: ({ waiting }) => formatNumber(waiting),
  },
  {
    key: 'time',
    header: t({ id: 'admin.statistic.time', message: 'Median payout time' }),
    align: 'end',
    cell: ({ medianSeconds, p95Seconds }) => <Times median={medianSeconds} slow={p95Seconds} />,
  },
]

const Sum = ({ count, units }: { count: number; units: number }) => (
  <span className="figures grid gap-0.5">
    <span>{formatNumber(count)}</span>
    <Amount units={units} show="value" className="text-sm text-muted" />
  </span>
)

const Times = ({ median, slow }: { median: number | null; slow: number | null }) => {
  const most = durationText(slow)
  return (
    <span className="figures grid gap-0.5">
      <span>{durationText(median)}</span>
      {slow !== null && (
        <span className="text-sm text-muted">{t({ id: 'admin.statistic.within', message: `95%: ${most}` })}</span>
      )}
    </span>
  )
}
