import { t } from '@lingui/core/macro'
import type { AdminDevice } from '@runnel/contract/admin/network-device'
import { PageLink } from '#base/PageLink.tsx'
import { Button } from '#ui/Button.tsx'
import { formatDateTime, formatNumber } from '#ui/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Table, type Column } from '#ui/table/Table.tsx'
import { shortDevice } from './device-columns.tsx'
import { NetworkDeviceUsers } from './NetworkDeviceUsers.tsx'

type Component = AdminDevice['components'][number]

/** A device: who used it, what it says of itself, and which others say the same. */
export const DeviceDialog = ({ device, onClose }: { device: AdminDevice | null; onClose: () => void }) => {
  const name = device ? shortDevice(device._id) : ''
  return (
    <Dialog
      wide
      open={device !== null}
      onClose={onClose}
      title={t({ id: 'admin.device.title', message: `Device ${name}` })}
      actions={<Button onClick={onClose}>{t({ id: 'ui.close', message: 'Close' })}</Button>}
    >
      {device && <Details device={device} />}
    </Dialog>
  )
}

const Details = ({
  device: { firstSeenAt, lastSeenAt, users, accounts, components, alike },
}: {
  device: AdminDevice
}) => {
  const [first, last] = [formatDateTime(firstSeenAt), formatDateTime(lastSeenAt)]
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm text-muted">{t({ id: 'admin.device.seen', message: `Seen from ${first} to ${last}` })}</p>
      <section className="grid gap-2">
        <h3>{t({ id: 'admin.device.users', message: 'Accounts on this device' })}</h3>
        <NetworkDeviceUsers users={users} accounts={accounts} />
      </section>
      {alike.length > 0 && <Alike alike={alike} />}
      <section className="grid gap-2">
        <h3>{t({ id: 'admin.device.components', message: 'Fingerprint components' })}</h3>
        <Table
          caption={t({ id: 'admin.device.components', message: 'Fingerprint components' })}
          columns={componentColumns()}
          rows={components}
          rowKey={({ name }) => name}
          empty={
            <EmptyState
              title={t({ id: 'admin.device.noComponents', message: 'No fingerprint data, or it has expired' })}
            />
          }
        />
      </section>
    </div>
  )
}

const Alike = ({ alike }: Pick<AdminDevice, 'alike'>) => (
  <section className="grid gap-2">
    <h3>{t({ id: 'admin.device.same', message: 'Similar devices in the same network' })}</h3>
    <ul className="grid gap-1 text-sm">
      {alike.map(({ _id, net, username, userId }) => (
        <li key={`${_id} ${userId}`} className="flex flex-wrap gap-x-3">
          <code>{shortDevice(_id)}</code>
          <PageLink to="/app/admin/suspects/{id}" params={{ id: userId }} className="link break-all">
            {username}
          </PageLink>
          <span className="text-muted">{net}</span>
        </li>
      ))}
    </ul>
  </section>
)

const componentColumns = (): Column<Component>[] => [
  {
    key: 'name',
    header: t({ id: 'admin.device.component', message: 'Component' }),
    role: 'head',
    cell: ({ name }) => name,
  },
  {
    key: 'value',
    header: t({ id: 'admin.device.value', message: 'Value' }),
    cell: ({ value }) => <span className="text-sm break-all">{value}</span>,
  },
  {
    key: 'shared',
    header: t({ id: 'admin.device.shared', message: 'Shared with others' }),
    align: 'end',
    cell: ({ sharedBy }) => formatNumber(sharedBy),
  },
]
