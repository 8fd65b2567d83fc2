import { t } from '@lingui/core/macro'
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
import { pageLimit, readFilter, readPage, show, usePtcCampaigns } from './ptc.ts'
import type { AdminCampaign, PtcFilter } from './ptc.ts'
import { ptcColumns } from './ptc-columns.tsx'
import { PtcDialog } from './PtcDialog.tsx'
import { PtcFilterBar } from './PtcFilterBar.tsx'
import { PtcReasonDialog } from './PtcReasonDialog.tsx'
import { usePtcDeciding } from './use-ptc-deciding.ts'
import type { PtcDeciding } from './use-ptc-deciding.ts'
import '#web/styles/admin.css'

/** All campaigns, those that wait for a decision first. */
export function PtcPage() {
  const query = useQueryText()
  const filter = readFilter(query)
  return (
    <>
      <PageHeader title={t({ id: 'page.admin.ptc', message: 'Campaigns' })} />
      <div className="grid gap-4">
        <PtcFilterBar filter={filter} />
        <List filter={filter} page={readPage(query)} />
      </div>
    </>
  )
}

function List({ filter, page }: { filter: PtcFilter; page: number }) {
  const { data, error, isFetching, refetch } = usePtcCampaigns(filter, page)
  const rows = data?.ads ?? []
  const [openId, setOpenId] = useState<string | null>(null)
  const deciding = usePtcDeciding({ onDone: () => setOpenId(null) })
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
        <Table
          caption={t({ id: 'page.admin.ptc', message: 'Campaigns' })}
          columns={ptcColumns({ onOpen: setOpenId, deciding })}
          rows={rows}
          rowKey={({ _id }) => _id}
          loadingRows={data ? 0 : 6}
          empty={<Nothing filter={filter} />}
        />
        <Pagination page={page} limit={pageLimit} totalItems={data?.count ?? 0} onPage={(next) => show(filter, next)} />
      </Card>
      <Details rows={rows} openId={openId} onOpen={setOpenId} deciding={deciding} />
      <PtcReasonDialog deciding={deciding} />
    </>
  )
}

interface DetailsProps {
  rows: readonly AdminCampaign[]
  openId: string | null
  onOpen: (id: string | null) => void
  deciding: PtcDeciding
}

/** One campaign with its neighbours in the list a press away. */
function Details({ rows, openId, onOpen, deciding }: DetailsProps) {
  const at = rows.findIndex(({ _id }) => _id === openId)
  const neighbour = (step: number) => {
    const row = at < 0 ? undefined : rows[at + step]
    return row && (() => onOpen(row._id))
  }
  return (
    <PtcDialog
      campaign={rows[at]}
      onClose={() => onOpen(null)}
      onPrevious={neighbour(-1)}
      onNext={neighbour(1)}
      deciding={deciding}
    />
  )
}

function Nothing({ filter }: { filter: PtcFilter }) {
  if (Object.values(filter).some(Boolean)) {
    return (
      <EmptyState
        heading="h2"
        title={t({ id: 'admin.ptc.noneSuch', message: 'No campaign matches' })}
        actions={<Button onClick={() => show({})}>{t({ id: 'admin.withdrawals.all', message: 'Show all' })}</Button>}
      />
    )
  }
  return (
    <EmptyState heading="h2" title={t({ id: 'admin.ptc.none', message: 'Nobody has made a campaign yet' })}>
      {t({ id: 'admin.ptc.noneText', message: 'New ones appear here, and wait for you before anybody sees them.' })}
    </EmptyState>
  )
}
