import { t } from '@lingui/core/macro'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { formatNumber } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { useUntil } from '#ui/until.ts'
import type { Standings } from './leaderboard.ts'

/** What the first ones win, and until when. */
export const Prizes = ({ standings: { prizes, endsAt } }: { standings: Standings }) => {
  if (prizes.length === 0 && endsAt === null) return null
  return (
    <Card
      className="max-lg:order-first"
      title={t({ id: 'leaderboard.prizes', message: 'Prizes' })}
      action={endsAt !== null && <Ends iso={endsAt} />}
    >
      {prizes.length === 0 ? (
        <p className="text-muted">{t({ id: 'leaderboard.prizes.none', message: 'No prizes on this leaderboard.' })}</p>
      ) : (
        <>
          <KeyValue
            pairs={steps(prizes).map(({ from, until, prize }) => ({
              key: String(from),
              label: rankText(from, until),
              value: <Amount units={prize} gain />,
            }))}
          />
          <p className="mt-3 text-sm text-muted">
            {t({ id: 'leaderboard.prizes.text', message: 'Paid automatically when the period ends.' })}
          </p>
        </>
      )}
    </Card>
  )
}

const Ends = ({ iso }: { iso: string }) => {
  const when = useUntil(iso)
  return <span className="figures text-sm text-muted">{t({ id: 'leaderboard.ends', message: `ends ${when}` })}</span>
}

interface Step {
  from: number
  until: number
  prize: number
}

/** Places side by side that win the same stand in one line. */
const steps = (prizes: readonly number[]): Step[] => {
  const found: Step[] = []
  for (const [index, prize] of prizes.entries()) {
    const last = found.at(-1)
    if (last?.prize === prize) last.until = index + 1
    else found.push({ from: index + 1, until: index + 1, prize })
  }
  return found
}

const rankText = (from: number, until: number): string => {
  const words = formatNumber(from)
  return from === until
    ? t({ id: 'leaderboard.place', message: `Rank ${words}` })
    : t({ id: 'leaderboard.places', message: `Ranks ${from}–${until}` })
}
