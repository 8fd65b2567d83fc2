import { t } from '@lingui/core/macro'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDay } from '#ui/format.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import type { BonusInfo } from './bonus.ts'

/** What was claimed, the newest first. */
export function History({ lines }: { lines: BonusInfo['history'] }) {
  return (
    <Card title={t({ id: 'bonus.history', message: 'Bonus history' })}>
      {lines.length === 0 ? (
        <EmptyState title={t({ id: 'bonus.history.none', message: 'No bonuses claimed yet' })}>
          {t({ id: 'bonus.history.noneText', message: 'Claim your first bonus to start a streak.' })}
        </EmptyState>
      ) : (
        <ul className="rows">
          {lines.map(({ date, day, reward, grace }) => (
            <li key={date} className="flex items-baseline justify-between gap-4 py-2.5">
              <span className="min-w-0">
                <span className="block font-medium">{t({ id: 'bonus.history.day', message: `Day ${day}` })}</span>
                <span className="flex flex-wrap gap-2 text-sm text-muted">
                  <time dateTime={date}>{formatDay(date)}</time>
                  {grace && <Badge>{t({ id: 'bonus.history.grace', message: 'Grace day used' })}</Badge>}
                </span>
              </span>
              <Amount units={reward} signed gain />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
