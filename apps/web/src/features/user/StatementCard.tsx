import { t } from '@lingui/core/macro'
import { user as contract } from '@runnel/contract/account/user'
import { TransferKind } from '@runnel/contract/account/user-kinds'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '#api/download.ts'
import { PagedTable } from '#base/PagedTable.tsx'
import { movementName, kindName } from '#features/transaction/transaction.ts'
import { Amount } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { formatDateTime } from '#ui/format.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { type StatementLine, user } from './user.ts'

interface Filter {
  kind: string
  from: string
  to: string
}

const everything: Filter = { kind: '', from: '', to: '' }
const limit = 10

/** Every movement of the user's money, newest first, to be read here or kept as a file. */
export const StatementCard = () => {
  const [filter, setFilter] = useState(everything)
  const [page, setPage] = useState(1)
  const query = filterQuery(filter)
  const statement = useQuery({
    ...user.query('statement', { query: { ...query, page: String(page), limit: String(limit) } }, { live: true }),
    placeholderData: keepPreviousData,
  })
  const narrow = (change: Partial<Filter>) => {
    setFilter({ ...filter, ...change })
    setPage(1)
  }
  return (
    <PagedTable
      id="statement"
      className="scroll-mt-20"
      title={t({ id: 'statement.title', message: 'Statement' })}
      action={<SaveButton query={query} />}
      answer={statement}
      columns={statementColumns()}
      rowKey={({ _id }) => _id}
      loadingRows={limit}
      empty={<Nothing filtered={filter !== everything} onClear={() => narrow(everything)} />}
      page={page}
      limit={limit}
      onPage={setPage}
    >
      <FilterRow filter={filter} onChange={narrow} />
    </PagedTable>
  )
}

const filterQuery = ({ kind, from, to }: Filter) => {
  const known = TransferKind.options.find((option) => option === kind)
  return { ...(known && { kind: known }), ...(from !== '' && { from }), ...(to !== '' && { to }) }
}

const SaveButton = ({ query }: { query: ReturnType<typeof filterQuery> }) => {
  const save = useMutation({
    mutationFn: () => saveFile({ route: contract.statementCsv, query, filename: 'statement.csv' }),
  })
  return (
    <Button size="small" icon={<IconDownload aria-hidden="true" />} busy={save.isPending} onClick={() => save.mutate()}>
      {t({ id: 'statement.save', message: 'Export CSV' })}
    </Button>
  )
}

const FilterRow = ({ filter, onChange }: { filter: Filter; onChange: (change: Partial<Filter>) => void }) => {
  const kinds = TransferKind.options.map((kind) => ({ value: kind, label: kindName(kind) }))
  return (
    <div className="grid gap-3 px-4 pb-4 sm:grid-cols-3 sm:px-6">
      <Select
        filterable={false}
        label={t({ id: 'statement.kind', message: 'Type' })}
        placeholder={t({ id: 'statement.kind.all', message: 'All types' })}
        options={kinds}
        value={filter.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <TextInput
        type="date"
        label={t({ id: 'statement.from', message: 'From' })}
        value={filter.from}
        max={filter.to === '' ? undefined : filter.to}
        onValue={(from) => onChange({ from })}
      />
      <TextInput
        type="date"
        label={t({ id: 'statement.to', message: 'To' })}
        value={filter.to}
        min={filter.from === '' ? undefined : filter.from}
        onValue={(to) => onChange({ to })}
      />
    </div>
  )
}

const Nothing = ({ filtered, onClear }: { filtered: boolean; onClear: () => void }) => {
  if (!filtered) {
    return (
      <EmptyState title={t({ id: 'statement.none', message: 'No transactions yet' })}>
        {t({ id: 'statement.none.text', message: 'Your transactions appear here with your balance after each one.' })}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t({ id: 'statement.noneFits', message: 'No matching transactions' })}
      actions={<Button onClick={onClear}>{t({ id: 'statement.clear', message: 'Clear filters' })}</Button>}
    />
  )
}

const statementColumns = (): Column<StatementLine>[] => [
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
