import { t } from '@lingui/core/macro'
import { IconCoins, IconSpeakerphone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatValue } from '#ui/format.ts'
import { Stat } from '#ui/Stat.tsx'
import type { Overview } from './deposit.ts'

interface BalancesProps extends Pick<Overview, 'balance' | 'depositBalance'> {
  /** The way to more of it. */
  children: ReactNode
}

/** What is there to advertise with, and what could be. */
export const Balances = ({ balance, depositBalance, children }: BalancesProps) => {
  const currency = useCurrency()
  return (
    <Card>
      <div className="grid gap-5">
        <Stat
          icon={<IconSpeakerphone aria-hidden="true" />}
          label={t({ id: 'deposit.balance.deposit', message: 'Deposit balance' })}
          value={formatValue(depositBalance, currency)}
          note={unitsText(depositBalance)}
        />
        <Stat
          icon={<IconCoins aria-hidden="true" />}
          label={t({ id: 'deposit.balance.earned', message: 'Earned balance' })}
          value={formatValue(balance, currency)}
          note={unitsText(balance)}
        />
        {children}
      </div>
    </Card>
  )
}
