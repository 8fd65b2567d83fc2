import { t } from '@lingui/core/macro'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDay, formatNumber } from '#ui/format.ts'
import type { Standings } from './leaderboard.ts'

/** Who won last time. */
export function LastWinners({ standings: { last } }: { standings: Standings }) {
  if (last === null || last.winners.length === 0) return null
  const day = formatDay(last.from)
  return (
    <Card
      title={t({ id: 'leaderboard.last', message: 'Previous winners' })}
      note={t({ id: 'leaderboard.last.from', message: `Period starting ${day}` })}
    >
      <ol className="rows">
        {last.winners.map(({ rank, username, prize }) => {
          const words = formatNumber(rank)
          return (
            <li key={rank} className="flex items-center justify-between gap-3 py-2.5">
              <span className="min-w-0 wrap-anywhere">
                <span className="figures text-muted">{words}.</span>{' '}
                {username ?? t({ id: 'leaderboard.hidden', message: 'Anonymous' })}
              </span>
              <Amount units={prize} gain />
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
