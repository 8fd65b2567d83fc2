import { t } from '@lingui/core/macro'
import { Loaded } from '#base/Loaded.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { Skeletons } from '#ui/state/Skeleton.tsx'
import type { Tone } from '#ui/tone.ts'
import { Backups } from './Backups.tsx'
import { Machine } from './Machine.tsx'
import { MailList } from './MailList.tsx'
import { useSystem, type System } from './system.ts'
import '#web/styles/admin.css'

/** What the site runs on: its backups, its disk, its database and its queue. */
export const SystemPage = () => {
  const query = useSystem()
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.system', message: 'System' })}
        lead={t({
          id: 'admin.system.lead',
          message: 'Backups, disk space, database, background jobs and unsent emails.',
        })}
      />
      <div className="grid grid-cols-1 gap-4">
        <Loaded query={query} loading={<Skeletons heights={[40]} />}>
          {(system) => (
            <div className="grid gap-4">
              <SystemWarnings warnings={system.warnings} />
              <div className="grid items-start gap-4 lg:grid-cols-2">
                <Backups system={system} />
                <Machine system={system} />
              </div>
            </div>
          )}
        </Loaded>
        <MailList />
      </div>
    </>
  )
}

const SystemWarnings = ({ warnings }: Pick<System, 'warnings'>) =>
  warnings.map(({ code, msg }) => (
    <Alert key={code} tone={toneOf(code)} title={titleOf(code)}>
      {msg}
    </Alert>
  ))

const toneOf = (code: string): Tone => {
  if (code === 'DISK_CRITICAL') return 'bad'
  return code === 'UPDATE_READY' ? 'brand' : 'warn'
}

const titleOf = (code: string): string => {
  switch (code) {
    case 'BACKUP_FAILED':
      return t({ id: 'admin.system.backupFailed', message: 'Backup failed' })
    case 'BACKUP_LATE':
      return t({ id: 'admin.system.backupLate', message: 'Backup overdue' })
    case 'BACKUP_NONE':
      return t({ id: 'admin.system.backupNone', message: 'No backup' })
    case 'QUEUE_STUCK':
      return t({ id: 'admin.system.queueStuck', message: 'Background jobs are stuck' })
    case 'UPDATE_READY':
      return t({ id: 'admin.warning.update', message: 'Update ready to install' })
    default:
      return t({ id: 'admin.system.diskLow', message: 'Disk almost full' })
  }
}
