import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { PageLink } from './PageLink.tsx'

interface DepositPriceProps {
  /** What the total is made of. */
  parts: ComponentProps<typeof KeyValue>['pairs']
  /** Null while something is missing in the form. */
  total: number | null
  depositBalance: number
  /** What to do when the deposit balance is not enough; without it nothing is said of that. */
  shortText?: string
}

/** What something costs that the deposit balance pays, and what is left of it; kept in step with the form. */
export const DepositPrice = ({ parts, total, depositBalance, shortText }: DepositPriceProps) => {
  const left = depositBalance - (total ?? 0)
  const missing = unitsText(-left)
  return (
    <div className="grid gap-3" aria-live="polite">
      <KeyValue
        pairs={[
          ...parts,
          {
            key: 'total',
            label: t({ id: 'base.total', message: 'Total' }),
            value: total === null ? '—' : <Amount units={total} show="both" />,
            total: true,
          },
          {
            key: 'left',
            label: t({ id: 'base.left', message: 'Deposit balance after' }),
            value: left < 0 ? '—' : <Amount units={left} />,
          },
        ]}
      />
      {shortText && left < 0 && (
        <Alert
          tone="warn"
          title={t({ id: 'base.missing', message: `You need ${missing} more` })}
          actions={
            <Button as={PageLink} to="/app/deposit" size="small" variant="money">
              {t({ id: 'base.deposit', message: 'Deposit' })}
            </Button>
          }
        >
          {shortText}
        </Alert>
      )}
    </div>
  )
}
