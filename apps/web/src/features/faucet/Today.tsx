import { plural, t } from '@lingui/core/macro'
import { useMe } from '#features/user/user.ts'
import { Card } from '#ui/Card.tsx'
import { ProgressBar } from '#ui/chart/ProgressBar.tsx'
import { formatNumber, formatPercent } from '#ui/format.ts'
import { SkeletonText } from '#ui/state/Skeleton.tsx'
import type { Faucet } from './faucet.ts'

/** Claims of today against the limit of the day, and how far the level is. */
export const Today = ({ faucet }: { faucet: Faucet }) => {
  const { claimsToday, dailyClaimLimit, faucetClaim } = faucet
  const all = formatNumber(faucetClaim)
  return (
    <Card title={t({ id: 'faucet.today.title', message: 'Today' })}>
      <div className="grid gap-5">
        {dailyClaimLimit > 0 ? (
          <ProgressBar
            label={t({ id: 'faucet.today.limit', message: 'Claims today' })}
            value={Math.min(claimsToday, dailyClaimLimit)}
            max={dailyClaimLimit}
            money
          />
        ) : (
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span>{claimsOfToday(claimsToday)}</span>
            <span className="text-sm text-muted">{t({ id: 'faucet.today.noLimit', message: 'No daily limit' })}</span>
          </p>
        )}
        <LevelProgress exp={faucet.faucet_exp} />
        <p className="text-sm text-muted">{t({ id: 'faucet.today.all', message: `Total claims: ${all}` })}</p>
      </div>
    </Card>
  )
}

const claimsOfToday = (count: number): string => {
  const shown = formatNumber(count)
  return t({ id: 'faucet.today.count', message: plural(count, { one: `${shown} claim`, other: `${shown} claims` }) })
}

const LevelProgress = ({ exp }: { exp: number }) => {
  const progress = useMe()?.user.progress
  if (!progress) return <SkeletonText lines={2} />
  const { level, levelExp, nextLevelExp, nextBonusPercent } = progress
  const done = progress.exp - levelExp
  const whole = nextLevelExp - levelExp
  const bonus = formatPercent(nextBonusPercent * 100)
  const claims = exp > 0 ? Math.ceil((nextLevelExp - progress.exp) / exp) : 0
  return (
    <div className="grid gap-1.5">
      <ProgressBar
        label={t({ id: 'faucet.level', message: `Level ${level}` })}
        value={done}
        max={whole}
        text={t({ id: 'faucet.level.exp', message: `${formatNumber(done)} / ${formatNumber(whole)} XP` })}
      />
      <p className="text-sm text-muted">
        {claims > 0 ? nextLevel({ level: level + 1, bonus, claims }) : nextLevelOnly({ level: level + 1, bonus })}
      </p>
    </div>
  )
}

const nextLevel = ({ level, bonus, claims }: { level: number; bonus: string; claims: number }): string =>
  t({
    id: 'faucet.level.next',
    message: plural(claims, {
      one: `# more claim to level ${level}: +${bonus} on average`,
      other: `${claims} more claims to level ${level}: +${bonus} on average`,
    }),
  })

const nextLevelOnly = ({ level, bonus }: { level: number; bonus: string }): string =>
  t({ id: 'faucet.level.gives', message: `Level ${level}: +${bonus} on claims, on average` })
