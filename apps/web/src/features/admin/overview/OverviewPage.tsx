import { t } from '@lingui/core/macro'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { type Overview, useOverview } from '#features/admin/admin.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { FlowChart } from './FlowChart.tsx'
import { HealthLine } from './HealthLine.tsx'
import { Jobs } from './Jobs.tsx'
import { LedgerCheck } from './LedgerCheck.tsx'
import { OverviewStats } from './OverviewStats.tsx'
import { PendingWork } from './PendingWork.tsx'
import { Providers } from './Providers.tsx'
import { Wallets } from './Wallets.tsx'
import { Warnings } from './Warnings.tsx'
import '#web/styles/admin.css'

/** How the site stands, and what waits for its owner. */
export const OverviewPage = () => {
  const query = useOverview()
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.overview', message: 'Overview' })}
        lead={t({ id: 'admin.overview.lead', message: 'Site status and items that need your attention.' })}
      />
      <Loaded query={query} loading={<Loading />}>
        {(data) => (
          <div className="grid gap-4">
            <HealthLine overview={data} />
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
      </Loaded>
    </>
  )
}

const Loading = () => (
  <div className="grid gap-4" role="status" aria-label={t({ id: 'ui.loading', message: 'Loading' })}>
    <Skeleton height={36} className="rounded-l" />
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
      <Skeleton height={72} className="rounded-l" />
      <Skeleton height={72} className="rounded-l" />
    </div>
  </div>
)

/** What the breaker has stopped, above everything else. */
const OutflowNote = ({ outflow: { payoutsStopped, dryRun, open } }: Pick<Overview, 'outflow'>) => {
  if (open.length === 0 && payoutsStopped === null && !dryRun) return null
  const isStopped = open.length > 0 || payoutsStopped !== null
  return (
    <Alert
      tone={isStopped ? 'bad' : 'warn'}
      title={
        isStopped
          ? t({ id: 'admin.job.isStopped', message: 'Payments stopped: review required' })
          : t({ id: 'admin.job.onlyNotes', message: 'Dry run is on' })
      }
      actions={
        <PageLink to="/app/admin/outflow" className="link">
          {t({ id: 'admin.job.go', message: 'View spending' })}
        </PageLink>
      }
    >
      {payoutsStopped && <p>{payoutsStopped}</p>}
      {open
        .filter(({ why }) => why !== payoutsStopped)
        .map(({ _id, why, at }) => (
          <p key={_id}>
            {why} <RelativeTime iso={at} className="text-sm" />
          </p>
        ))}
      {dryRun && (
        <p>{t({ id: 'admin.job.dryRun', message: 'Dry run: violations are logged, but nothing is stopped.' })}</p>
      )}
    </Alert>
  )
}
