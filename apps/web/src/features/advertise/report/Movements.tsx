import { t } from '@lingui/core/macro'
import type { Report } from '#features/advertise/advertise.ts'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Table, type Column } from '#ui/table/Table.tsx'

type Movement = Report['movements'][number]

/** What went into the campaign and came out of it, as the ledger holds it. */
export const Movements = ({ movements }: Pick<Report, 'movements'>) => {
  const title = t({ id: 'campaign.movements', message: 'Campaign transactions' })
  return (
    <Card
      flush
      title={title}
      note={t({ id: 'campaign.movements.note', message: 'Purchases and refunds. Paid views are in the CSV export.' })}
    >
      <Table caption={title} columns={columns()} rows={movements} rowKey={({ _id }) => _id} />
    </Card>
  )
}

const columns = (): Column<Movement>[] => [
  {
    key: 'kind',
    header: t({ id: 'campaign.movement', message: 'Type' }),
    role: 'head',
    cell: ({ kind, reason }) => (
      <span className="grid">
        <span>{movementText(kind)}</span>
        {reason && (
          <span className="text-sm font-normal text-muted" dir="auto">
            {reason}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'time',
    header: t({ id: 'campaign.movement.time', message: 'Time' }),
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
  },
  {
    key: 'amount',
    header: t({ id: 'campaign.movement.amount', message: 'Amount' }),
    align: 'end',
    cell: ({ amount }) => <Amount units={amount} signed gain={amount > 0} />,
  },
]

const movementText = (kind: Movement['kind']): string => {
  switch (kind) {
    case 'campaign-fund':
      return t({ id: 'campaign.movement.fund', message: 'Views purchased' })
    case 'campaign-refund':
      return t({ id: 'campaign.movement.refund', message: 'Refunded to deposit balance' })
    case 'ptc-return':
      return t({ id: 'campaign.movement.return', message: 'Invalid view refunded' })
  }
}
