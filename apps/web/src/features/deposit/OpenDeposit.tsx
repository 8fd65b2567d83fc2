import { t } from '@lingui/core/macro'
import type { Deposit } from '@runnel/contract/deposit'
import { useEffect, useRef } from 'react'
import { history } from '#base/history.ts'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { to } from '#base/paths.ts'
import { unitsText } from '#ui/Amount.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatValue } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { Spinner } from '#ui/state/Spinner.tsx'
import { invalidateDeposit, isOpen, useDeposit } from './deposit.ts'
import { noteText, processorName, statusMeaning } from './labels.ts'
import { PayLink } from './PayLink.tsx'
import { StatusBadge } from './StatusBadge.tsx'

interface OpenDepositProps {
  id: string
  /** Somebody came here to see this one, and may close it once it is over. */
  isAskedFor: boolean
}

/** The deposit that is under way, with its state as it changes. */
export const OpenDeposit = ({ id, isAskedFor }: OpenDepositProps) => {
  const query = useDeposit(id)
  useNews(query.data?.deposit)
  return (
    <Loaded query={query} loading={<Skeleton height={64} className="rounded-l" />}>
      {(data) => <CurrentCard deposit={data.deposit} isAskedFor={isAskedFor} />}
    </Loaded>
  )
}

/** Balances and list follow as soon as the status is another one. */
const useNews = (deposit: Deposit | undefined): void => {
  const known = useRef(deposit?.status)
  const status = deposit?.status
  useEffect(() => {
    if (known.current !== undefined && known.current !== status) invalidateDeposit()
    known.current = status
  }, [status])
}

const CurrentCard = ({ deposit, isAskedFor }: { deposit: Deposit; isAskedFor: boolean }) => {
  const { _id, processor, status, note } = deposit
  const isOver = !isOpen(status)
  return (
    <Card
      title={<Title deposit={deposit} />}
      action={<StatusBadge status={status} />}
      foot={
        <div className="flex flex-wrap gap-2.5">
          <PayLink deposit={deposit} variant="primary" />
          {status === 'paid' && (
            <PageLink to="/app/advertise" className={buttonClass({ variant: 'primary' })}>
              {t({ id: 'deposit.advertise', message: 'Create campaign' })}
            </PageLink>
          )}
          {processor === 'sandbox' && (status === 'expired' || status === 'failed') && (
            <PageLink to="/app/deposit/sandbox/{id}" params={{ id: _id }} className={buttonClass()}>
              {t({ id: 'deposit.late', message: 'Simulate late payment' })}
            </PageLink>
          )}
          {isOver && isAskedFor && (
            <Button variant="quiet" onClick={() => history.replace(to('/app/deposit'))}>
              {t({ id: 'deposit.close', message: 'Done' })}
            </Button>
          )}
        </div>
      }
    >
      <div className="grid gap-4">
        <div aria-live="polite" className="flex gap-3">
          {!isOver && <Spinner silent />}
          <p className="text-muted">
            {statusMeaning(status)} {note !== null && <b className="text-ink">{noteText(note)}</b>}
          </p>
        </div>
        <Parts deposit={deposit} />
      </div>
    </Card>
  )
}

const Title = ({ deposit: { status, amount, received, fee } }: { deposit: Deposit }) => {
  const currency = useCurrency()
  const asked = formatValue(amount, currency)
  const arrived = unitsText(received - fee)
  return status === 'paid'
    ? t({ id: 'deposit.title.paid', message: `${arrived} credited` })
    : t({ id: 'deposit.title.open', message: `Deposit of ${asked}` })
}

const Parts = ({ deposit }: { deposit: Deposit }) => {
  const { processor, amount, received, fee, status, expiresAt } = deposit
  const currency = useCurrency()
  const both = (units: number) => `${unitsText(units)} ≈ ${formatValue(units, currency)}`
  return (
    <KeyValue
      pairs={[
        { key: 'at', label: t({ id: 'deposit.column.method', message: 'Processor' }), value: processorName(processor) },
        { key: 'asked', label: t({ id: 'deposit.asked', message: 'Requested' }), value: both(amount) },
        ...(received > 0
          ? [{ key: 'received', label: t({ id: 'deposit.received', message: 'Received' }), value: both(received) }]
          : []),
        ...(fee > 0 ? [{ key: 'fee', label: t({ id: 'deposit.fee', message: 'Fee' }), value: unitsText(-fee) }] : []),
        ...(status === 'waiting'
          ? [
              {
                key: 'until',
                label: t({ id: 'deposit.until', message: 'Expires' }),
                value: <RelativeTime iso={expiresAt} />,
              },
            ]
          : []),
      ]}
    />
  )
}
