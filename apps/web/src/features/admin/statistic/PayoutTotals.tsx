import { t } from '@lingui/core/macro'
import type { PayoutFigures } from '@runnel/contract/admin/statistic'
import { IconAlertTriangle, IconArrowUpRight, IconClockHour4, IconCoins, IconReceipt } from '@tabler/icons-react'
import { Card } from '#ui/Card.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatNumber, formatValue } from '#ui/format.ts'
import { Stat } from '#ui/Stat.tsx'
import { durationText } from './duration.ts'

/** All of the days together. */
export const PayoutTotals = ({ totals }: { totals: PayoutFigures }) => {
  const currency = useCurrency()
  const value = (units: number) => formatValue(units, currency)
  const { count, amount, average, paid, paidAmount, fee, waiting, rejected, failed, unknown } = totals
  const [asked, each, open] = [value(amount), value(average), formatNumber(waiting)]
  const [no, broken, lost] = [rejected, failed, unknown].map((number) => formatNumber(number))
  const slow = durationText(totals.p95Seconds)
  const [paidCount, share] = [formatNumber(paid), formatNumber(paid / count, { style: 'percent' })]
  return (
    <Card>
      <div className="grid grid-cols-2 gap-x-4 gap-y-6 lg:grid-cols-3 max-sm:[&_.drop]:hidden">
        <Stat
          icon={<IconCoins aria-hidden="true" />}
          label={t({ id: 'admin.statistic.asked', message: 'Requested' })}
          value={formatNumber(count)}
          note={t({ id: 'admin.statistic.asked.note', message: `${asked}, ${each} on average` })}
        />
        <Stat
          icon={<IconArrowUpRight aria-hidden="true" />}
          label={t({ id: 'admin.statistic.paid', message: 'Paid out' })}
          value={value(paidAmount)}
          note={t({ id: 'admin.statistic.paid.note', message: `${paidCount} withdrawals, ${share}` })}
        />
        <Stat
          icon={<IconReceipt aria-hidden="true" />}
          label={t({ id: 'admin.statistic.fees', message: 'Fees earned' })}
          value={value(fee)}
          note={t({ id: 'admin.statistic.fees.note', message: 'From paid withdrawals' })}
        />
        <Stat
          icon={<IconClockHour4 aria-hidden="true" />}
          label={t({ id: 'admin.statistic.time', message: 'Median payout time' })}
          value={durationText(totals.medianSeconds)}
          note={t({ id: 'admin.statistic.time.note', message: `95% within ${slow}` })}
        />
        <Stat
          icon={<IconAlertTriangle aria-hidden="true" />}
          label={t({ id: 'admin.statistic.not', message: 'Unpaid' })}
          value={formatNumber(rejected + failed + unknown)}
          note={t({
            id: 'admin.statistic.not.note',
            message: `${no} rejected, ${broken} failed, ${lost} unknown; ${open} pending`,
          })}
        />
      </div>
    </Card>
  )
}
