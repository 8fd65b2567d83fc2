import { t } from '@lingui/core/macro'
import { PageLink } from '#base/PageLink.tsx'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Alert } from '#ui/state/Alert.tsx'

interface PriceProps {
  /** What one view costs; undefined while the choice is not for sale. */
  price: number | undefined
  reward?: number | undefined
  total: number | null
  depositBalance: number
}

/** What it costs and what is left, kept in step with the form. */
export const Price = ({ price, reward, total, depositBalance }: PriceProps) => {
  const left = depositBalance - (total ?? 0)
  const missing = unitsText(-left)
  return (
    <div className="grid gap-3" aria-live="polite">
      <KeyValue
        pairs={[
          {
            key: 'price',
            label: t({ id: 'campaign.price', message: 'Price per view' }),
            value: price === undefined ? '—' : <Amount units={price} />,
          },
          ...(reward === undefined
            ? []
            : [
                {
                  key: 'reward',
                  label: t({ id: 'campaign.reward', message: 'User reward per view' }),
                  value: <Amount units={reward} />,
                },
              ]),
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
export const shortText = (): string =>
  t({ id: 'campaign.missing.text', message: 'Make a deposit or choose fewer views.' })
