import { t } from '@lingui/core/macro'
import type { User } from '@runnel/contract/account/user'
import { Card } from '#ui/Card.tsx'
import { ProgressBar } from '#ui/chart/ProgressBar.tsx'
import { formatNumber, formatPercent } from '#ui/format.ts'

/** The level, what it gives, and what the next one needs and gives. */
export const Level = ({ progress }: { progress: User['progress'] }) => {
  const { level, exp, levelExp, nextLevelExp, bonusPercent, nextBonusPercent } = progress
  const bonus = formatPercent(bonusPercent * 100)
  const nextBonus = formatPercent(nextBonusPercent * 100)
  const missing = formatNumber(nextLevelExp - exp)
  const next = level + 1
  return (
    <Card className="max-lg:order-4" title={t({ id: 'dashboard.level', message: `Level ${level}` })}>
      <div className="grid gap-3">
        <p>{t({ id: 'dashboard.level.gives', message: `+${bonus} on faucet claims, on average.` })}</p>
        <ProgressBar
          label={t({ id: 'dashboard.level.next', message: `Progress to level ${next}` })}
          value={exp - levelExp}
          max={nextLevelExp - levelExp}
        />
        <p className="text-sm text-muted">
          {nextBonusPercent > bonusPercent
            ? t({ id: 'dashboard.level.more', message: `${missing} XP to go for +${nextBonus}.` })
            : t({
                id: 'dashboard.level.most',
                message: `${missing} XP to the next level. You already have the maximum bonus.`,
              })}
        </p>
      </div>
    </Card>
  )
}
