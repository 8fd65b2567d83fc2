import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { BarChart } from '#ui/chart/BarChart.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { formatDay, formatNumber } from '#ui/format.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import type { ReferralInfo } from './referral.ts'

const kinds = ['earning', 'joined'] as const
type Kind = (typeof kinds)[number]

/** What the link brought on each of the last days: units or people. */
export const Earnings = ({ stats }: Pick<ReferralInfo, 'stats'>) => {
  const [kind, setKind] = useState<Kind>('earning')
  const isEmpty = stats.every(({ earning, joined }) => earning === 0 && joined === 0)
  return (
    <Card title={t({ id: 'referral.days', message: 'Last 30 days' })}>
      {isEmpty ? (
        <EmptyState title={t({ id: 'referral.days.none', message: 'No activity in this period' })}>
          {t({
            id: 'referral.days.noneText',
            message: 'Share your link with friends or add a banner to your website.',
          })}
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <Segmented
            label={t({ id: 'referral.days.what', message: 'Chart data' })}
            hideLabel
            options={[
              { value: 'earning', label: t({ id: 'referral.days.earned', message: 'Earned' }) },
              { value: 'joined', label: t({ id: 'referral.days.joined', message: 'Joined' }) },
            ]}
            value={kind}
            onValue={(value) => setKind(kinds.find((known) => known === value) ?? 'earning')}
          />
          <BarChart
            label={
              kind === 'earning'
                ? t({ id: 'referral.chart.earned', message: 'Commission per day, in units' })
                : t({ id: 'referral.chart.joined', message: 'New referrals per day' })
            }
            bars={stats.map((day) => ({ label: formatDay(day.day), value: day[kind] }))}
            format={kind === 'earning' ? unitsText : formatNumber}
            money={kind === 'earning'}
          />
        </div>
      )}
    </Card>
  )
}
