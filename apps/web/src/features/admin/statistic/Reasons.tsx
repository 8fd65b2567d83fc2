import { t } from '@lingui/core/macro'
import { WithdrawalStatus } from '@runnel/contract/withdraw'
import { StatusBadge } from '#features/admin/withdrawal/StatusBadge.tsx'
import { Card } from '#ui/Card.tsx'
import { formatNumber } from '#ui/format.ts'
import type { Statistic } from './statistic.ts'

/** Why some were not paid, the most frequent reasons first. */
export function Reasons({ reasons }: Pick<Statistic, 'reasons'>) {
  if (reasons.length === 0) return null
  return (
    <Card title={t({ id: 'admin.statistic.reasons', message: 'Rejection reasons' })}>
      <ul className="rows">
        {reasons.map(({ status, reason, count }) => {
          const known = WithdrawalStatus.options.find((name) => name === status)
          return (
            <li key={`${status} ${reason}`} className="flex items-baseline justify-between gap-4 py-2.5">
              <span className="grid min-w-0 justify-items-start gap-1">
                {known ? <StatusBadge status={known} /> : status}
                <span className="break-words">{reason}</span>
              </span>
              <b className="figures">{formatNumber(count)}</b>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
