import { t } from '@lingui/core/macro'
import { useMe } from '#features/user/user.ts'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { formatPercent } from '#ui/format.ts'
import { KeyValue, type Pair } from '#ui/KeyValue.tsx'
import type { Faucet } from './faucet.ts'

/** Exactly what the next claim pays, and what it is made of. */
export const NextClaim = ({ faucet }: { faucet: Faucet }) => {
  const { next, isHappyHour, happyHourBonus, faucet_exp: exp, isReduced } = faucet
  const progress = useMe()?.user.progress
  const bonus = formatPercent((progress?.bonusPercent ?? 0) * 100)
  const level = progress?.level ?? 1
  const happy = formatPercent(happyHourBonus * 100)
  const pairs: Pair[] = [
    {
      key: 'base',
      label: isReduced
        ? t({ id: 'faucet.part.reduced', message: 'Reduced reward' })
        : t({ id: 'faucet.part.base', message: 'Base reward' }),
      value: <Amount units={next.base} />,
    },
    {
      key: 'level',
      label: progress
        ? t({ id: 'faucet.part.level', message: `Level ${level} (+${bonus})` })
        : t({ id: 'faucet.part.levelOnly', message: 'Level' }),
      value: <Amount units={next.level} signed />,
    },
    {
      key: 'total',
      label: <span className="whitespace-nowrap">{t({ id: 'faucet.part.total', message: 'You receive' })}</span>,
      value: <Amount units={next.total} show="both" />,
      total: true,
    },
  ]
  if (isReduced) pairs.splice(1, 1)
  if (isHappyHour && !isReduced) {
    const label = t({ id: 'faucet.part.happy', message: `Happy hour (+${happy})` })
    pairs.splice(-1, 0, { key: 'happy', label, value: <Amount units={next.happyHour} signed gain /> })
  }
  return (
    <Card
      title={t({ id: 'faucet.next.title', message: 'Next claim' })}
      note={t({ id: 'faucet.next.exp', message: `You’ll also get ${exp} XP.` })}
    >
      <KeyValue pairs={pairs} />
      <p className="mt-3 text-sm text-muted">
        {t({
          id: 'faucet.next.fractions',
          message: 'Bonuses are exact on average: fractions of a unit are saved and paid with a later claim.',
        })}
      </p>
    </Card>
  )
}
