import { plural, t } from '@lingui/core/macro'
import type { Allowance } from '@runnel/contract/earn/allowance'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDay, formatNumber } from '#ui/format.ts'
import { KeyValue, type Pair } from '#ui/KeyValue.tsx'

/** How far full rewards still go, and what adds to them. */
export const FullRewards = ({ allowance, full }: { allowance: Allowance; full: number }) => {
  const { left, starter, sharePercent: share, settled, pending, reduced } = allowance
  const claims = full > 0 ? Math.floor(left / full) : 0
  const pairs: Pair[] = [
    {
      key: 'left',
      label: t({ id: 'faucet.full.left', message: 'Remaining' }),
      value: <Amount units={left} show="both" />,
      total: true,
    },
    {
      key: 'settled',
      label: t({ id: 'faucet.full.settled', message: 'Settled site revenue' }),
      value: <Amount units={settled} />,
    },
    ...pending.map(({ day, amount }): Pair => ({
      key: day,
      label: settlesOn(formatDay(day)),
      value: <Amount units={amount} />,
    })),
  ]
  return (
    <Card title={t({ id: 'faucet.full.title', message: 'Full rewards' })} note={claimsLeft(claims)}>
      <KeyValue pairs={pairs} />
      <p className="mt-3 text-sm text-muted">
        {addedBy({ starter: unitsText(starter), share: formatNumber(share) })} {afterwards(reduced)}
      </p>
    </Card>
  )
}

const settlesOn = (day: string): string => t({ id: 'faucet.full.pending', message: `Settles on ${day}` })

const claimsLeft = (claims: number): string =>
  t({
    id: 'faucet.full.claims',
    message: plural(claims, { one: 'Enough for about # claim.', other: 'Enough for about # claims.' }),
  })

const addedBy = ({ starter, share }: { starter: string; share: string }): string =>
  t({
    id: 'faucet.full.text',
    message: `You start with ${starter}. Offers, ads and tasks add ${share}% of their settled revenue.`,
  })

const afterwards = (reduced: number): string => {
  if (reduced === 0) return t({ id: 'faucet.full.none', message: 'Without full rewards, claims pay nothing.' })
  const units = unitsText(reduced)
  return t({ id: 'faucet.full.reduced', message: `After that, a claim pays ${units}.` })
}
