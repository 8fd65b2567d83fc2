import { t } from '@lingui/core/macro'
import type { Report } from '#features/advertise/advertise.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatNumber, formatPercent, formatValue } from '#ui/format.ts'
import { Stat } from '#ui/Stat.tsx'

/** The campaign in figures: what was bought, what was delivered, what is left. */
export const ReportFigures = ({ report: { campaign, opened, paid, returned } }: { report: Report }) => {
  const currency = useCurrency()
  const { price, remaining, spent, escrow, reports } = campaign
  const each = unitsText(price)
  const [openedShown, returnedShown] = [formatNumber(opened), formatNumber(returned)]
  return (
    <Card>
      <div className="grid grid-cols-2 gap-x-4 gap-y-6 lg:grid-cols-3">
        <Stat
          label={t({ id: 'campaign.progress', message: 'Delivered views' })}
          value={formatNumber(paid)}
          note={
            returned > 0
              ? t({ id: 'campaign.figure.returned', message: `${returnedShown} refunded as invalid` })
              : t({ id: 'campaign.figure.verified', message: 'Verified views' })
          }
        />
        <Stat
          label={t({ id: 'campaign.figure.left', message: 'Views left' })}
          value={formatNumber(remaining)}
          note={t({ id: 'campaign.figure.price', message: `${each} each` })}
        />
        <Stat
          label={t({ id: 'campaign.figure.rate', message: 'Completion rate' })}
          value={opened === 0 ? '—' : formatPercent(Math.round((paid / opened) * 100) * 100)}
          note={t({ id: 'campaign.figure.opened', message: `Opened ${openedShown} times` })}
        />
        <Stat
          label={t({ id: 'campaign.spent', message: 'Spent' })}
          value={formatValue(spent, currency)}
          note={unitsText(spent)}
        />
        <Stat
          label={t({ id: 'campaign.escrow', message: 'In escrow' })}
          value={formatValue(escrow, currency)}
          note={unitsText(escrow)}
        />
        <Stat
          label={t({ id: 'campaign.figure.reports', message: 'Reports' })}
          value={formatNumber(reports)}
          note={t({ id: 'campaign.figure.reports.note', message: 'Not reviewed yet' })}
        />
      </div>
    </Card>
  )
}
