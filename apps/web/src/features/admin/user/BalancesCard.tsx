import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { Amount } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { AdjustDialog } from './AdjustDialog.tsx'
import type { AdminUserRow } from './users.ts'

/** What belongs to the account, and what it owes. */
export const BalancesCard = ({ user }: { user: AdminUserRow }) => {
  const [isOpen, setIsOpen] = useState(false)
  const { balance, depositBalance, heldBalance, debt, totalEarned } = user
  return (
    <Card
      title={t({ id: 'admin.user.balances', message: 'Balances' })}
      action={
        user.status !== 'deleted' && (
          <Button size="small" onClick={() => setIsOpen(true)}>
            {t({ id: 'admin.adjust.open', message: 'Adjust balance' })}
          </Button>
        )
      }
    >
      <KeyValue
        pairs={[
          {
            key: 'main',
            label: t({ id: 'admin.adjust.main', message: 'Earned balance' }),
            value: <Amount units={balance} show="both" />,
          },
          {
            key: 'deposit',
            label: t({ id: 'admin.adjust.deposit', message: 'Deposit balance' }),
            value: <Amount units={depositBalance} show="both" />,
          },
          {
            key: 'held',
            label: t({ id: 'admin.balances.held', message: 'On hold' }),
            value: <Amount units={heldBalance} show="both" />,
          },
          {
            key: 'debt',
            label: t({ id: 'admin.balances.debt', message: 'Debt' }),
            value: <Amount units={debt} show="both" />,
          },
          {
            key: 'total',
            label: t({ id: 'admin.balances.total', message: 'Total earned' }),
            value: <Amount units={totalEarned} show="both" />,
            total: true,
          },
        ]}
      />
      <AdjustDialog user={user} open={isOpen} onClose={() => setIsOpen(false)} />
    </Card>
  )
}
