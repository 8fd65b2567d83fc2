import { t } from '@lingui/core/macro'
import { IconPlus, IconWallet } from '@tabler/icons-react'
import { PageLink } from '#base/PageLink.tsx'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatValue } from '#ui/format.ts'

/** What is there to spend, in a sentence for the head of the page. */
export const DepositBalance = ({ units }: { units: number }) => {
  const words = unitsText(units)
  const value = formatValue(units, useCurrency())
  return t({ id: 'order.balance', message: `Your deposit balance: ${words} (≈ ${value}).` })
}

interface OrderPageActionsProps {
  createLabel: string
  /** Undefined while nothing can be created. */
  onCreate: (() => void) | undefined
}

export const OrderPageActions = ({ createLabel, onCreate }: OrderPageActionsProps) => (
  <>
    <Button as={PageLink} to="/app/deposit" icon={<IconWallet aria-hidden="true" />}>
      {t({ id: 'order.deposit', message: 'Deposit' })}
    </Button>
    {onCreate && (
      <Button variant="primary" icon={<IconPlus aria-hidden="true" />} onClick={onCreate}>
        {createLabel}
      </Button>
    )}
  </>
)
