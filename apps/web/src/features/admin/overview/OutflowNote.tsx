import { t } from '@lingui/core/macro'
import { PageLink } from '#base/PageLink.tsx'
import type { Overview } from '#features/admin/admin.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Alert } from '#ui/state/Alert.tsx'

/** What the breaker has stopped, above everything else. */
export function OutflowNote({ outflow: { payoutsStopped, dryRun, open } }: Pick<Overview, 'outflow'>) {
  if (open.length === 0 && payoutsStopped === null && !dryRun) return null
  const isStopped = open.length > 0 || payoutsStopped !== null
  return (
    <Alert
      tone={isStopped ? 'bad' : 'warn'}
      title={
        isStopped
          ? t({ id: 'admin.outflow.isStopped', message: 'Payments stopped: review required' })
          : t({ id: 'admin.outflow.onlyNotes', message: 'Dry run is on' })
      }
      actions={
        <PageLink to="/app/admin/outflow" className="link">
          {t({ id: 'admin.outflow.go', message: 'View spending' })}
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
        <p>{t({ id: 'admin.outflow.dryRun', message: 'Dry run: violations are logged, but nothing is stopped.' })}</p>
      )}
    </Alert>
  )
}
