import { plural, t } from '@lingui/core/macro'
import type { AdminNetwork } from '@runnel/contract/admin/network-device'
import { ScoreBadge } from '#features/admin/shared/ScoreBadge.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { formatNumber } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { NetworkDeviceUsers, Released } from './NetworkDeviceUsers.tsx'

export const networkColumns = ({ onRelease }: { onRelease: (net: string) => void }): Column<AdminNetwork>[] => [
  {
    key: 'net',
    header: t({ id: 'admin.network.net', message: 'Network' }),
    role: 'head',
    cell: (row) => <Net row={row} />,
  },
  {
    key: 'accounts',
    header: t({ id: 'admin.device.list', message: 'Accounts' }),
    align: 'end',
    cell: ({ accounts, devices }) => (
      <span className="grid">
        <b>{formatNumber(accounts)}</b>
        <span className="text-sm whitespace-nowrap text-muted">
          {t({ id: 'admin.network.devices', message: plural(devices, { one: '# device', other: '# devices' }) })}
        </span>
      </span>
    ),
  },
  {
    key: 'users',
    header: t({ id: 'admin.place.who', message: 'Who' }),
    cell: ({ users, accounts }) => <NetworkDeviceUsers users={users} accounts={accounts} />,
  },
  {
    key: 'risk',
    header: t({ id: 'admin.place.highest', message: 'Highest risk' }),
    cell: ({ highestScore, lastSeenAt }) => (
      <span className="grid justify-items-start gap-1 max-md:justify-items-end">
        <ScoreBadge score={highestScore} />
        <RelativeTime iso={lastSeenAt} className="text-sm whitespace-nowrap text-muted" />
      </span>
    ),
  },
  {
    key: 'actions',
    header: t({ id: 'admin.device.actions', message: 'Actions' }),
    role: 'actions',
    cell: ({ net, releasedAt, releasedBy }) =>
      releasedAt === null ? (
        <Button size="small" onClick={() => onRelease(net)}>
          {t({ id: 'admin.release.yes', message: 'Release' })}
          <VisuallyHidden>{` (${net})`}</VisuallyHidden>
        </Button>
      ) : (
        <Released releasedAt={releasedAt} releasedBy={releasedBy} />
      ),
  },
]

const Net = ({ row: { net, country, operator, isHosting, isRare } }: { row: AdminNetwork }) => (
  <span className="grid min-w-0 justify-items-start gap-1">
    <b className="figures whitespace-nowrap">{net}</b>
    {(country ?? operator) && (
      <span className="text-sm font-normal text-muted">
        {[country, operator].filter((known) => known !== null).join(' · ')}
      </span>
    )}
    {isHosting && <Badge tone="warn">{t({ id: 'admin.network.hosting', message: 'Hosting or VPN' })}</Badge>}
    {!isRare && <Badge>{t({ id: 'admin.network.common', message: 'Too common to link accounts' })}</Badge>}
  </span>
)
