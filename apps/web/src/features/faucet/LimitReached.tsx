import { plural, t } from '@lingui/core/macro'
import { formatRelative } from '#ui/format.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { useNow } from '#ui/use-now.ts'
import { clockTime, nextUtcDay } from './local-time.ts'

/** All claims of the day are made; a day is a UTC day, so its end is told in the visitor's own time. */
export function LimitReached({ limit }: { limit: number }) {
  const now = useNow(15_000)
  const midnight = nextUtcDay(now)
  const time = clockTime(midnight, now)
  const away = formatRelative({ iso: midnight, now })
  return (
    <EmptyState
      heading="h2"
      title={t({
        id: 'faucet.spent.title',
        message: plural(limit, { one: 'Daily claim limit reached (#)', other: 'Daily claim limit reached (#)' }),
      })}
    >
      {t({ id: 'faucet.spent.text', message: `Your claims reset at ${time} your time (${away}).` })}
    </EmptyState>
  )
}
