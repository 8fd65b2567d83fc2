import { t } from '@lingui/core/macro'
import { IconSparkles } from '@tabler/icons-react'
import { formatPercent, formatRelative } from '#ui/format.ts'
import { useNow } from '#ui/use-now.ts'
import type { Faucet } from './faucet.ts'
import { clockTime } from './local-time.ts'

/** Whether claims pay more right now, until when, and when they will again: all in the visitor's own time. */
export const HappyHour = ({ faucet }: { faucet: Faucet }) => {
  const { isHappyHour, happyHourEnds, nextHappyHour, happyHourBonus } = faucet
  const now = useNow(15_000)
  if (happyHourBonus === 0 || (!isHappyHour && nextHappyHour === null)) return null
  const bonus = formatPercent(happyHourBonus * 100)
  return (
    <section className={isHappyHour ? 'card border-transparent bg-money-soft' : 'card'}>
      <div className="flex gap-3.5">
        <span className={isHappyHour ? 'drop bg-money text-on-money' : 'drop tone-money'}>
          <IconSparkles aria-hidden="true" />
        </span>
        <div className="min-w-0">
          <h2 className="text-lg">
            {isHappyHour
              ? t({ id: 'faucet.happy.now', message: `Happy hour: +${bonus} on every claim` })
              : t({ id: 'faucet.happy.later', message: `Happy hour: +${bonus} per claim` })}
          </h2>
          {isHappyHour && happyHourEnds && (
            <p>{until({ time: clockTime(happyHourEnds, now), ends: formatRelative({ iso: happyHourEnds, now }) })}</p>
          )}
          {nextHappyHour && (
            <p className={isHappyHour ? 'text-sm' : 'text-muted'}>
              {following({ time: clockTime(nextHappyHour, now), away: formatRelative({ iso: nextHappyHour, now }) })}
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

const until = ({ time, ends }: { time: string; ends: string }): string =>
  t({ id: 'faucet.happy.until', message: `Until ${time} your time (ends ${ends}).` })

const following = ({ time, away }: { time: string; away: string }): string =>
  t({ id: 'faucet.happy.next', message: `Next: ${time} your time (${away}).` })
