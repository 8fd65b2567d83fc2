import { t } from '@lingui/core/macro'
import { Amount } from '#ui/Amount.tsx'

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
