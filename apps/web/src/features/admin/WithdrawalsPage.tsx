import { t } from '@lingui/core/macro'
import type { AdminWithdrawal } from '@runnel/contract/admin'
import { useState } from 'react'
import { sentenceOf } from '#api/failure.ts'
import { useQueryText } from '#app/route.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { Table } from '#ui/Table.tsx'
import { BulkBar } from './BulkBar.tsx'
import { FilterBar } from './FilterBar.tsx'
import { PaidDialog } from './PaidDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { SelectAll, withdrawalColumns } from './withdrawal-columns.tsx'
import { WithdrawalDialog } from './WithdrawalDialog.tsx'
import { useDeciding } from './use-deciding.ts'
import { pageLimit, readFilter, readPage, show, useWithdrawals } from './withdrawals.ts'
import type { Filter } from './withdrawals.ts'
import '#web/styles/admin.css'

/** All withdrawals, those that wait to be decided among them. */
export function WithdrawalsPage() {
  const query = useQueryText()
  const filter = readFilter(query)
  const page = readPage(query)
  return (
    <>
      <PageHeader title={t({ id: 'page.admin.withdrawals', message: 'Withdrawals' })} />
      <div className="grid gap-4">
        <FilterBar filter={filter} />
        <List filter={filter} page={page} />
      </div>
    </>
  )
}

function List({ filter, page }: { filter: Filter; page: number }) {
  const { data, error, isFetching, refetch } = useWithdrawals(filter, page)
  const rows = data?.items ?? []
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [openId, setOpenId] = useState<string | null>(null)
  const chosen = rows.filter(({ _id }) => selected.has(_id))
  const deciding = useDeciding({ onDone: () => setSelected(new Set()) })
  if (!data && error) {
    return (
      <ErrorState busy={isFetching} onRetry={() => void refetch()}>
        {sentenceOf(error)}
      </ErrorState>
    )
  }
  return (
    <>
      <Card flush>
        <SelectAll rows={rows} selected={selected} onSelect={setSelected} />
        <Table
          caption={t({ id: 'page.admin.withdrawals', message: 'Withdrawals' })}
          columns={withdrawalColumns({ selected, onSelect: setSelected, onOpen: setOpenId, deciding })}
          rows={rows}
          rowKey={({ _id }) => _id}
          loadingRows={data ? 0 : 6}
          empty={<Nothing filter={filter} />}
        />
        <Pagination
          page={page}
          limit={pageLimit}
          totalItems={data?.totalItems ?? 0}
          onPage={(next) => show(filter, next)}
        />
      </Card>
      <BulkBar chosen={chosen} deciding={deciding} onClear={() => setSelected(new Set())} />
      <Details rows={rows} openId={openId} onOpen={setOpenId} deciding={deciding} />
      <ReasonDialog deciding={deciding} />
      <PaidDialog deciding={deciding} />
    </>
  )
}

interface DetailsProps {
  rows: AdminWithdrawal[]
  openId: string | null
  onOpen: (id: string | null) => void
  deciding: ReturnType<typeof useDeciding>
}

/** One withdrawal with its neighbours in the list a press away. */
function Details({ rows, openId, onOpen, deciding }: DetailsProps) {
  const at = rows.findIndex(({ _id }) => _id === openId)
  const neighbour = (step: number) => {
    const row = at < 0 ? undefined : rows[at + step]
    return row && (() => onOpen(row._id))
  }
  return (
    <WithdrawalDialog
      withdrawal={rows[at]}
      onClose={() => onOpen(null)}
      onPrevious={neighbour(-1)}
      onNext={neighbour(1)}
      deciding={deciding}
    />
  )
}

function Nothing({ filter }: { filter: Filter }) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== '')
  if (!isFiltered) {
    return (
      <EmptyState
        heading="h2"
        title={t({ id: 'admin.withdrawals.none', message: 'Nobody has asked for a withdrawal yet' })}
      >
        {t({
          id: 'admin.withdrawals.noneText',
          message: 'Requests appear here, those that need you first among them.',
        })}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      heading="h2"
      title={t({ id: 'admin.withdrawals.noneSuch', message: 'No withdrawal matches' })}
      actions={<Button onClick={() => show({})}>{t({ id: 'admin.withdrawals.all', message: 'Show all' })}</Button>}
    />
  )
}
