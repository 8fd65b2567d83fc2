import { t } from '@lingui/core/macro'
import { useMe } from '#features/user/user.ts'
import { useIsStaffPage } from '#shell/staff-page.ts'
import { ProgressBar } from '#ui/chart/ProgressBar.tsx'
import { formatNumber } from '#ui/format.ts'
import { Skeleton } from '#ui/state/Skeleton.tsx'

/** The level, how far the next one is, and what it will give; of members, so not in the admin area. */
export const LevelMeter = () => {
  const isStaffPage = useIsStaffPage()
  const progress = useMe()?.user.progress
  if (isStaffPage) return null
  if (!progress) return <Skeleton height={20} className="rounded-l" />
  const { level, exp, levelExp, nextLevelExp, nextBonusPercent } = progress
  const done = exp - levelExp
  const whole = Math.max(1, nextLevelExp - levelExp)
  const shownExp = formatNumber(done)
  const shownWhole = formatNumber(whole)
  const shownLevel = formatNumber(level)
  const bonus = formatNumber(nextBonusPercent)
  const next = formatNumber(level + 1)
  return (
    <div className="grid gap-2 rounded-l bg-sunken p-3.5 text-sm">
      <p className="flex items-baseline justify-between gap-2">
        <strong>{t({ id: 'level.now', message: `Level ${shownLevel}` })}</strong>
        <span className="figures text-muted">{t({ id: 'level.exp', message: `${shownExp} / ${shownWhole} XP` })}</span>
      </p>
      <ProgressBar
        hideLabel
        label={t({ id: 'level.meter', message: 'Progress to the next level' })}
        value={done}
        max={whole}
      />
      <p className="text-muted">
        {t({ id: 'level.next', message: `Level ${next}: +${bonus}% on faucet claims, on average` })}
      </p>
    </div>
  )
}
