import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#base/PageLink.tsx'
import { admin } from '#features/admin/admin.ts'
import { Alert } from '#ui/state/Alert.tsx'

/** Why nothing is sent right now, where people approve payouts and wonder. */
export const PayoutState = () => {
  const { data } = useQuery({ ...admin.query('wallets'), refetchInterval: 60_000 })
  if (!data || (data.stopped === null && !data.dryRun)) return null
  return (
    <div className="mb-4 grid gap-3">
      {data.stopped !== null && (
        <Alert
          tone="bad"
          title={t({ id: 'admin.attempt.stopped', message: 'Payouts are stopped' })}
          actions={
            <PageLink to="/app/admin/outflow" className="link">
              {t({ id: 'admin.attempt.go', message: 'View spending' })}
            </PageLink>
          }
        >
          {data.stopped}
        </Alert>
      )}
      {data.dryRun && (
        <Alert
          tone="warn"
          title={t({ id: 'admin.attempt.dry', message: 'Dry run: payouts aren’t sent' })}
          actions={
            <PageLink to="/app/admin/settings" query={{ tab: 'payouts' }} className="link">
              {t({ id: 'admin.attempt.warnings.go', message: 'Open settings' })}
            </PageLink>
          }
        >
          {t({
            id: 'admin.attempt.dry.text',
            message: 'Approved payouts wait. Their details show what would have been sent.',
          })}
        </Alert>
      )}
    </div>
  )
}
