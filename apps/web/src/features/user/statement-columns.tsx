import { t } from '@lingui/core/macro'
import { movementName } from '#features/transaction/transaction.ts'
import { Amount } from '#ui/Amount.tsx'
import { formatDateTime } from '#ui/format.ts'
import type { Column } from '#ui/table/Table.tsx'
import type { StatementLine } from './user.ts'

export function statementColumns(): Column<StatementLine>[] {
  return [
    {
      key: 'kind',
      header: t({ id: 'statement.column.kind', message: 'Type' }),
      role: 'head',
      cell: movementName,
    },
    {
      key: 'time',
      header: t({ id: 'statement.column.time', message: 'Date' }),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
    },
    {
      key: 'amount',
      header: t({ id: 'statement.column.amount', message: 'Amount' }),
      align: 'end',
      cell: ({ amount }) => <Amount units={amount} signed gain={amount > 0} />,
    },
    {
      key: 'balance',
      header: t({ id: 'statement.column.balance', message: 'Balance after' }),
      align: 'end',
      cell: ({ balanceAfter }) => <Amount units={balanceAfter} />,
    },
  ]
}
