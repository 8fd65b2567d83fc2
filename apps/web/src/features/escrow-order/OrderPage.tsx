import { t } from '@lingui/core/macro'
import { IconPlus, IconWallet } from '@tabler/icons-react'
import { PageLink } from '#base/PageLink.tsx'
import { unitsText, Amount } from '#ui/Amount.tsx'
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

interface OrderMoneyProps {
  /** What each of them pays, where that stands here. */
  reward?: number
  spent: number
  escrow: number
}

/** What an order pays, has spent and still holds. */
export const OrderMoney = ({ reward, spent, escrow }: OrderMoneyProps) => (
  <dl className="me-auto flex flex-wrap gap-x-6 gap-y-1 text-sm">
    {reward !== undefined && <Sum label={t({ id: 'order.reward', message: 'Reward' })} units={reward} />}
    <Sum label={t({ id: 'order.spent', message: 'Spent' })} units={spent} />
    <Sum label={t({ id: 'order.escrow', message: 'In escrow' })} units={escrow} />
  </dl>
)

const Sum = ({ label, units }: { label: string; units: number }) => (
  <div className="flex gap-2">
    <dt className="text-muted">{label}</dt>
    <dd className="font-semibold">
      <Amount units={units} />
    </dd>
  </div>
)
