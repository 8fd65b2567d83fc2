import { t } from '@lingui/core/macro'
import { Card } from '#ui/Card.tsx'
import { formatDuration, formatNumber } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { formatBytes } from './bytes.ts'
import type { System } from './system.ts'

/** Room, work that waits, and versions. */
export const Machine = ({ system: { disk, database, queue, versions } }: { system: System }) => (
  <Card title={t({ id: 'admin.system.server', message: 'Server' })}>
    <KeyValue
      pairs={[
        {
          key: 'disk',
          label: t({ id: 'admin.system.disk', message: 'Free disk space' }),
          value: disk === null ? t({ id: 'admin.system.unknown', message: 'Unknown' }) : diskText(disk),
        },
        {
          key: 'database',
          label: t({ id: 'admin.system.database', message: 'Database size' }),
          value: formatBytes(database.bytes),
        },
        {
          key: 'waiting',
          label: t({ id: 'admin.system.waiting', message: 'Jobs waiting' }),
          value: formatNumber(queue.waiting),
        },
        {
          key: 'oldest',
          label: t({ id: 'admin.system.oldest', message: 'Longest wait' }),
          value: queue.waiting === 0 ? '–' : formatDuration(queue.oldestSeconds),
        },
        { key: 'runnel', label: 'Runnel', value: versions.runnel },
        { key: 'node', label: 'Node.js', value: versions.node },
        { key: 'postgres', label: 'PostgreSQL', value: versions.postgres },
      ]}
    />
  </Card>
)

const diskText = ({ free, total }: NonNullable<System['disk']>): string => {
  const [left, all] = [formatBytes(free), formatBytes(total)]
  return t({ id: 'admin.system.ofDisk', message: `${left} of ${all}` })
}
