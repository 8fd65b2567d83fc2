import { t } from '@lingui/core/macro'
import { adminPlace as contract, type AdminDevice } from '@runnel/contract/admin/network-device'
import { useState } from 'react'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import type { Fields } from '#features/admin/list/fields.ts'
import { useSelection } from '#features/admin/list/selection.ts'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { deviceColumns, shortDevice } from './device-columns.tsx'
import { DeviceDialog } from './DeviceDialog.tsx'
import { sharedFields } from './filter-fields.ts'
import { searchParams, deviceList, useDevices, useReleaseDevices, type DeviceReaders } from './network-device.ts'
import { NetworkDeviceThresholds } from './NetworkDeviceThresholds.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'
import '#web/styles/admin.css'

/** Devices by how many accounts used them, and what makes two devices look alike. */
export const DevicesPage = () => {
  const view = deviceList.useView()
  const answer = useDevices(view)
  const selection = useSelection()
  const [releasing, setReleasing] = useState<string[] | null>(null)
  const [openId, setOpenId] = useState<string | null>(null)
  const open = answer.data?.items.find(({ _id }) => _id === openId) ?? null
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.device', message: 'Devices' })}
        lead={t({
          id: 'admin.device.lead',
          message: 'A shared fingerprint is a signal, not proof: phones of the same model look alike.',
        })}
      />
      <div className="grid grid-cols-1 gap-4">
        {answer.data && <NetworkDeviceThresholds thresholds={answer.data.thresholds} />}
        <AdminList
          caption={t({ id: 'page.admin.device', message: 'Devices' })}
          list={deviceList}
          view={view}
          fields={fields()}
          answer={answer}
          columns={deviceColumns({ onOpen: setOpenId, onRelease: (id) => setReleasing([id]) })}
          rowKey={({ _id }) => _id}
          csv={contract.devicesCsv}
          csvQuery={searchParams(view.filter)}
          nothing={{
            title: t({ id: 'admin.device.none', message: 'No shared devices' }),
            text: t({
              id: 'admin.device.noneText',
              message: 'Devices used by two or more accounts appear here.',
            }),
          }}
          onOpen={({ _id }) => setOpenId(_id)}
          bulk={{
            selection,
            label: t({ id: 'admin.device.chosen', message: 'Selected devices' }),
            pick: ({ _id }) => {
              const name = shortDevice(_id)
              return t({ id: 'admin.device.pick', message: `Select device ${name}` })
            },
            pickAll: t({ id: 'admin.device.chooseAll', message: 'Select all on this page' }),
            canPick: isOpen,
            actions: (chosen) => (
              <Button
                variant="primary"
                className="max-sm:grow"
                onClick={() => setReleasing(chosen.map(({ _id }) => _id))}
              >
                {t({ id: 'admin.release.yes', message: 'Release' })}
              </Button>
            ),
          }}
        />
      </div>
      <DeviceDialog device={open} onClose={() => setOpenId(null)} />
      <ReleaseDialog
        keys={releasing}
        release={useReleaseDevices()}
        onClose={() => setReleasing(null)}
        onDone={() => {
          setReleasing(null)
          selection.clear()
        }}
      />
    </>
  )
}

const isOpen = ({ releasedAt }: AdminDevice) => releasedAt === null

const fields = (): Fields<DeviceReaders> => ({
  ...sharedFields(),
  id: { kind: 'chip', label: t({ id: 'admin.device.device', message: 'Device' }) },
})
