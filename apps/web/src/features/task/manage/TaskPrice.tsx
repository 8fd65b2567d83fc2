import { t } from '@lingui/core/macro'
import { DepositPrice } from '#base/DepositPrice.tsx'
import { Amount } from '#ui/Amount.tsx'
import { formatPercent } from '#ui/format.ts'

interface TaskPriceProps {
  reward: number | null
  places: number | null
  feeBasisPoints: number
  depositBalance: number
}

/** What all places cost together, the fee of each rounded up as the server does; null while something is missing. */
export const totalOf = ({ reward, places, feeBasisPoints }: Omit<TaskPriceProps, 'depositBalance'>): number | null => {
  if (reward === null || places === null) return null
  return places * (reward + feeOf(reward, feeBasisPoints))
}

export const feeOf = (reward: number, feeBasisPoints: number): number => Math.ceil((reward * feeBasisPoints) / 10_000)

/** Reward times places and the fee, and what is left of the deposit; kept in step with the form. */
export const TaskPrice = ({ reward, places, feeBasisPoints, depositBalance }: TaskPriceProps) => {
  const rate = formatPercent(feeBasisPoints)
  const isKnown = reward !== null && places !== null
  return (
    <DepositPrice
      parts={[
        {
          key: 'rewards',
          label: t({ id: 'task.price.rewards', message: 'Rewards × slots' }),
          value: isKnown ? <Amount units={reward * places} /> : '—',
        },
        {
          key: 'fee',
          label: t({ id: 'task.price.fee', message: `Fee (${rate})` }),
          value: isKnown ? <Amount units={feeOf(reward, feeBasisPoints) * places} /> : '—',
        },
      ]}
      total={totalOf({ reward, places, feeBasisPoints })}
      depositBalance={depositBalance}
      shortText={shortText()}
    />
  )
}

/** What to do when the deposit balance is not enough. */
export const shortText = (): string => t({ id: 'task.price.short', message: 'Make a deposit or choose fewer slots.' })
