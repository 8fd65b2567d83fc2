import { t } from '@lingui/core/macro'
import type { Deposit } from '@runnel/contract/deposit'
import { history } from '#base/history.ts'
import { to } from '#base/paths.ts'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { Coin } from '#ui/coin/Coin.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Pagination } from '#ui/table/Pagination.tsx'
import { Table, type Column } from '#ui/table/Table.tsx'
import { historyLimit, type Overview } from './deposit.ts'
import { noteText, processorName } from './labels.ts'
import { PayLink } from './PayLink.tsx'
import { StatusBadge } from './StatusBadge.tsx'

interface HistoryProps {
  deposits: Pick<Overview, 'items' | 'totalItems'> | undefined
  page: number
}

/** One's own deposits, newest first; the page of the list stands in the address. */
export const History = ({ deposits, page }: HistoryProps) => {
  const caption = t({ id: 'deposit.history', message: 'Your deposits' })
  return (
    <Card flush title={caption}>
      <Table
        caption={caption}
        columns={columns()}
        rows={deposits?.items ?? []}
        rowKey={({ _id }) => _id}
        loadingRows={deposits ? 0 : 4}
        empty={
          <EmptyState title={t({ id: 'deposit.history.none', message: 'No deposits yet' })}>
            {t({ id: 'deposit.history.noneText', message: 'Your deposits and their status appear here.' })}
          </EmptyState>
        }
      />
      {deposits && (
        <Pagination
          page={page}
          limit={historyLimit}
          totalItems={deposits.totalItems}
          label={t({ id: 'deposit.history.pages', message: 'Deposit pages' })}
          onPage={(next) => history.push(to('/app/deposit', { query: { page: next } }))}
        />
      )}
    </Card>
  )
}

const columns = (): Column<Deposit>[] => [
  {
    key: 'amount',
    header: t({ id: 'deposit.column.amount', message: 'Amount' }),
    role: 'head',
    cell: ({ amount, received, fee, status }) => (
      <span className="grid">
        <Amount units={amount} show="value" className="font-semibold" />
        <span className="text-sm font-normal text-muted">
          {status === 'paid' ? <Credited units={received - fee} /> : <Amount units={amount} />}
        </span>
      </span>
    ),
  },
  {
    key: 'status',
    header: t({ id: 'deposit.column.status', message: 'Status' }),
    cell: ({ status, note }) => (
      <span className="grid max-w-64 justify-items-start gap-1 max-md:justify-items-end">
        <StatusBadge status={status} />
        {note && <span className="text-sm text-muted">{noteText(note)}</span>}
      </span>
    ),
  },
  {
    key: 'method',
    header: t({ id: 'deposit.column.method', message: 'Processor' }),
    cell: ({ processor, method }) => (
      <span className="grid">
        <span>{processorName(processor)}</span>
        <DepositCoin coin={method.split(':')[1]} />
      </span>
    ),
  },
  {
    key: 'time',
    header: t({ id: 'deposit.column.time', message: 'Date' }),
    cell: ({ createdAt, paidAt }) => <RelativeTime iso={paidAt ?? createdAt} className="whitespace-nowrap" />,
  },
  {
    key: 'pay',
    header: t({ id: 'deposit.payNow', message: 'Pay now' }),
    role: 'actions',
    cell: (row) => <PayLink deposit={row} size="small" />,
  },
]

/** What the deposit balance grew by. */
const Credited = ({ units }: { units: number }) => <Amount units={units} signed gain />

/** The coin of a method that takes one alone. */
const DepositCoin = ({ coin }: { coin: string | undefined }) =>
  coin !== undefined && <Coin currency={coin} className="text-sm text-muted" />
