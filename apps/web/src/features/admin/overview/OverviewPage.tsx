import { t } from '@lingui/core/macro'
import { messageOf } from '#api/failure.ts'
import { useOverview } from '#features/admin/admin.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { ErrorState } from '#ui/state/ErrorState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { FlowChart } from './FlowChart.tsx'
import { Jobs } from './Jobs.tsx'
import { LedgerCheck } from './LedgerCheck.tsx'
import { OutflowNote } from './OutflowNote.tsx'
import { OverviewStats } from './OverviewStats.tsx'
import { PendingWork } from './PendingWork.tsx'
import { Providers } from './Providers.tsx'
import { Wallets } from './Wallets.tsx'
import { Warnings } from './Warnings.tsx'
import '#web/styles/admin.css'

/** How the site stands, and what waits for its owner. */
export function OverviewPage() {
  const { data, error, isFetching, refetch } = useOverview()
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.overview', message: 'Overview' })}
        lead={t({ id: 'admin.overview.lead', message: 'Site status and items that need your attention.' })}
      />
      {!data && error && (
        <ErrorState busy={isFetching} onRetry={() => void refetch()}>
          {messageOf(error)}
        </ErrorState>
      )}
      {!data && !error && <Loading />}
      {data && (
        <div className="grid gap-4">
          <OutflowNote outflow={data.outflow} />
          <Warnings warnings={data.warnings} />
          <OverviewStats overview={data} />
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
            <div className="grid min-w-0 gap-4">
              <FlowChart days={data.days} />
              <Wallets />
              <Jobs jobs={data.jobs} />
            </div>
            <div className="grid min-w-0 gap-4 max-lg:-order-1">
              <PendingWork queue={data.queue} />
              <LedgerCheck overview={data} />
              <Providers providers={data.providers} />
            </div>
          </div>
        </div>
      )}
    </>
  )
}

function Loading() {
  return (
    <div className="grid gap-4" role="status" aria-label={t({ id: 'ui.loading', message: 'Loading' })}>
      <Skeleton height={36} className="rounded-l" />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <Skeleton height={72} className="rounded-l" />
        <Skeleton height={72} className="rounded-l" />
      </div>
    </div>
  )
}
