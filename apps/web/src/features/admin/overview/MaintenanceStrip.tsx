import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconTool } from '@tabler/icons-react'
import { PageLink } from '#base/PageLink.tsx'
import { useStore } from '#base/store.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { usePending } from './WaitingBadge.tsx'

/** Reminds the staff on each of its pages that nobody else gets in, since when, and who closed the site. */
export const MaintenanceStrip = () => {
  const maintenance = usePending()?.maintenance
  const isOwner = useStore((state) => state.user?.role === 'admin')
  if (!maintenance) return null
  return (
    <aside
      aria-label={t({ id: 'admin.maintenance.strip', message: 'Maintenance mode' })}
      className="tone-warn flex flex-wrap items-center gap-x-3 gap-y-1 bg-warn-soft px-4 py-2 text-sm sm:px-6"
    >
      <IconTool className="size-5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <b>{t({ id: 'admin.maintenance.isOn', message: 'Maintenance mode is on.' })}</b>{' '}
        <Since maintenance={maintenance} />
      </span>
      {isOwner && (
        <PageLink to="/app/admin/settings" query={{ tab: 'site', setting: 'maintenance' }} className="link">
          {t({ id: 'admin.maintenance.change', message: 'Change' })}
        </PageLink>
      )}
    </aside>
  )
}

const Since = ({ maintenance: { by, since } }: { maintenance: { by: string | null; since: string | null } }) => {
  if (by === null || since === null)
    return t({ id: 'admin.maintenance.onlyStaff', message: 'Only staff can use the site.' })
  return (
    <Trans id="admin.maintenance.since">
      Turned on by {by} <RelativeTime iso={since} />. Only staff can use the site.
    </Trans>
  )
}
