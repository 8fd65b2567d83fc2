import { plural, t } from '@lingui/core/macro'
import type { AdminDevice } from '@runnel/contract/admin/network-device'
import { ScoreBadge } from '#features/admin/shared/ScoreBadge.tsx'
import { Button } from '#ui/Button.tsx'
import { formatNumber } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { NetworkDeviceUsers, Released } from './NetworkDeviceUsers.tsx'

interface DeviceColumnActions {
  onOpen: (id: string) => void
  onRelease: (id: string) => void
}

export const deviceColumns = ({ onOpen, onRelease }: DeviceColumnActions): Column<AdminDevice>[] => [
  {
    key: 'device',
    header: t({ id: 'admin.device.device', message: 'Device' }),
    role: 'head',
    cell: (row) => <Device row={row} onOpen={onOpen} />,
  },
  {
    key: 'accounts',
    header: t({ id: 'admin.device.list', message: 'Accounts' }),
    align: 'end',
    cell: ({ accounts }) => <b>{formatNumber(accounts)}</b>,
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
    cell: ({ _id, releasedAt, releasedBy }) =>
      releasedAt === null ? (
        <Button size="small" onClick={() => onRelease(_id)}>
          {t({ id: 'admin.release.yes', message: 'Release' })}
          <VisuallyHidden>{` (${shortDevice(_id)})`}</VisuallyHidden>
        </Button>
      ) : (
        <Released releasedAt={releasedAt} releasedBy={releasedBy} />
      ),
  },
]

const Device = ({
  row: { _id, components, alike },
  onOpen,
}: {
  row: AdminDevice
  onOpen: DeviceColumnActions['onOpen']
}) => {
  const name = shortDevice(_id)
  const matching = components.filter(({ sharedBy }) => sharedBy > 0).length
  return (
    <span className="grid min-w-0 justify-items-start gap-1">
      <button
        type="button"
        className="link text-start font-semibold"
        aria-label={t({ id: 'admin.device.details', message: `Details of device ${name}` })}
        onClick={() => onOpen(_id)}
      >
        <code>{name}</code>
      </button>
      {alike.length > 0 && (
        <span className="text-sm font-normal text-muted">
          {t({
            id: 'admin.device.alike',
            message: plural(alike.length, { one: '# similar device', other: '# similar devices' }),
          })}
        </span>
      )}
      {matching > 0 && (
        <span className="text-sm font-normal text-muted">
          {t({
            id: 'admin.device.matching',
            message: plural(matching, { one: '# component matches', other: '# components match' }),
          })}
        </span>
      )}
    </span>
  )
}

/** The end of an id tells devices apart; its beginning is a time. */
export const shortDevice = (id: string): string => id.slice(-12)
