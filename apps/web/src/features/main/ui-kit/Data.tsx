import { useState } from 'react'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Pagination } from '#ui/table/Pagination.tsx'
import { Table, type Column, type Sort } from '#ui/table/Table.tsx'
import { Figures } from './Figures.tsx'
import { Section } from './Section.tsx'

interface Payout {
  _id: string
  method: string
  amount: number
  status: 'paid' | 'review' | 'rejected'
}

const payouts: Payout[] = [
  { _id: '1', method: 'Bitcoin', amount: 125_000, status: 'paid' },
  { _id: '2', method: 'Litecoin', amount: 40_000, status: 'review' },
  { _id: '3', method: 'Dogecoin', amount: 5_250, status: 'rejected' },
]

const tones = { paid: 'good', review: 'warn', rejected: 'bad' } as const

const columns: Column<Payout>[] = [
  { key: 'method', header: 'Method', cell: (row) => row.method, role: 'head', sortable: true },
  {
    key: 'amount',
    header: 'Amount',
    cell: (row) => <Amount units={row.amount} show="both" />,
    align: 'end',
    sortable: true,
  },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => (
      <Badge tone={tones[row.status]} dot>
        {row.status}
      </Badge>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    cell: () => <Button size="small">Details</Button>,
    role: 'actions',
    align: 'end',
  },
]

export const Data = () => {
  const [page, setPage] = useState(2)
  const [sort, setSort] = useState<Sort>({ key: 'amount', direction: 'descending' })
  const sign = sort.direction === 'ascending' ? 1 : -1
  const rows = payouts.toSorted((a, b) => sign * (a.amount - b.amount))
  return (
    <Section title="Tables">
      <Card flush title="Withdrawals">
        <Table
          caption="Withdrawals"
          columns={columns}
          rows={rows}
          rowKey={(row) => row._id}
          sort={sort}
          onSort={setSort}
        />
        <Pagination page={page} limit={10} totalItems={117} onPage={setPage} />
      </Card>
      <Card flush title="On its way">
        <Table caption="Loading" columns={columns} rows={[]} rowKey={(row) => row._id} loadingRows={2} />
      </Card>
      <Figures />
    </Section>
  )
}
