import { t } from '@lingui/core/macro'
import type { Withdrawal } from '@runnel/contract/withdraw'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Coin } from '#ui/coin/Coin.tsx'
import { formatDuration } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { statusMeaning } from './status.ts'
import { StatusBadge } from './StatusBadge.tsx'
import { useHistory } from './withdraw.ts'

interface DoneStepProps {
  withdrawal: Withdrawal
  balance: number
  eta: number | null
  onMore: () => void
}

/** It was taken: what happens now, and how long that takes. */
export const DoneStep = ({ withdrawal, balance, eta, onMore }: DoneStepProps) => {
  const { _id, amount, receives, currency } = withdrawal
  // A small one may be paid while this is still being read.
  const newest = useHistory({ page: 1, status: undefined }).data?.items.find((row) => row._id === _id)
  const { status } = newest ?? withdrawal
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const asked = unitsText(amount)
  const span = eta === null ? null : formatDuration(eta)
  return (
    <Card>
      <div className="grid justify-items-center gap-3 text-center">
        <span className="drop tone-good size-14">
          <IconCheck aria-hidden="true" />
        </span>
        <h2 ref={title} tabIndex={-1} className="outline-none">
          {t({ id: 'withdraw.done', message: `Withdrawal requested: ${asked}` })}
        </h2>
        <StatusBadge status={status} />
        <p className="max-w-[44ch] text-muted" aria-live="polite">
          {statusMeaning(status)}{' '}
          {span !== null &&
            status !== 'paid' &&
            t({ id: 'withdraw.done.eta', message: `Typical payout time: ${span}.` })}
        </p>
      </div>
      <div className="my-5">
        <KeyValue
          pairs={[
            {
              key: 'receives',
              label: t({ id: 'withdraw.preview.receives', message: 'You receive' }),
              value: <Coin currency={currency} amount={receives} />,
            },
            {
              key: 'address',
              label: t({ id: 'withdraw.confirm.address', message: 'Destination address' }),
              value: withdrawal.address,
            },
            {
              key: 'balance',
              label: t({ id: 'withdraw.done.balance', message: 'New balance' }),
              value: unitsText(balance),
            },
          ]}
        />
      </div>
      <Button wide onClick={onMore}>
        {t({ id: 'withdraw.done.more', message: 'New withdrawal' })}
      </Button>
    </Card>
  )
}
