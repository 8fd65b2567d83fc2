import { t } from '@lingui/core/macro'
import { PageLink } from '#base/PageLink.tsx'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { formatPercent } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Alert } from '#ui/state/Alert.tsx'

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
  const total = totalOf({ reward, places, feeBasisPoints })
  const left = depositBalance - (total ?? 0)
  const missing = unitsText(-left)
  const rate = formatPercent(feeBasisPoints)
  const isKnown = reward !== null && places !== null
  return (
    <div className="grid gap-3" aria-live="polite">
      <KeyValue
        pairs={[
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
          {
            key: 'total',
            label: t({ id: 'campaign.total', message: 'Total' }),
            value: total === null ? '—' : <Amount units={total} show="both" />,
            total: true,
          },
          {
            key: 'left',
            label: t({ id: 'campaign.left', message: 'Deposit balance after' }),
            value: <Amount units={Math.max(left, 0)} />,
          },
        ]}
      />
      {left < 0 && (
        <Alert
          tone="warn"
          title={t({ id: 'campaign.missing', message: `You need ${missing} more` })}
          actions={
            <Button as={PageLink} to="/app/deposit" size="small" variant="money">
              {t({ id: 'campaign.deposit', message: 'Deposit' })}
            </Button>
          }
        >
          {shortText()}
        </Alert>
      )}
    </div>
  )
}

/** What to do when the deposit balance is not enough. */
export const shortText = (): string => t({ id: 'task.price.short', message: 'Make a deposit or choose fewer slots.' })
