import { plural, t } from '@lingui/core/macro'
import { Card } from '#ui/Card.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { formatBytes } from './bytes.ts'
import type { System } from './system.ts'

/** When the site was last saved, and where to. */
export const Backups = ({ system: { backup, backupHours } }: { system: System }) => (
  <Card title={t({ id: 'admin.system.backups', message: 'Backups' })}>
    <KeyValue
      pairs={[
        {
          key: 'last',
          label: t({ id: 'admin.system.lastBackup', message: 'Last backup' }),
          value: backup === null ? t({ id: 'admin.system.never', message: 'Never' }) : <RelativeTime iso={backup.at} />,
        },
        {
          key: 'every',
          label: t({ id: 'admin.system.schedule', message: 'Schedule' }),
          value:
            backupHours === 0
              ? t({ id: 'admin.system.byHand', message: 'Manual only' })
              : t({
                  id: 'admin.system.everyHours',
                  message: plural(backupHours, { one: 'Every hour', other: 'Every # hours' }),
                }),
        },
        ...(backup === null
          ? []
          : [
              { key: 'size', label: t({ id: 'admin.system.size', message: 'Size' }), value: formatBytes(backup.bytes) },
              {
                key: 'location',
                label: t({ id: 'admin.system.location', message: 'Location' }),
                value: (
                  <bdi dir="ltr" className="break-all">
                    {backup.location}
                  </bdi>
                ),
              },
            ]),
      ]}
    />
  </Card>
)
