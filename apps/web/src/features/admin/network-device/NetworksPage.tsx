import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { adminPlace as contract, type AdminNetwork } from '@runnel/contract/admin/network-device'
import { useState } from 'react'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import type { Fields } from '#features/admin/list/fields.ts'
import { useSelection } from '#features/admin/list/selection.ts'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { sharedFields } from './filter-fields.ts'
import { networkColumns } from './network-columns.tsx'
import { searchParams, networkList, useNetworks, useReleaseNetworks, type NetworkReaders } from './network-device.ts'
import { NetworkDeviceThresholds } from './NetworkDeviceThresholds.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'
import '#web/styles/admin.css'

/** Networks by how many accounts were seen in them. */
export const NetworksPage = () => {
  const view = networkList.useView()
  const answer = useNetworks(view)
  const selection = useSelection()
  const [open, setOpen] = useState<string[] | null>(null)
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.ipUser', message: 'Networks' })}
        lead={t({
          id: 'admin.network.lead',
          message: 'Full IP addresses are never stored, only networks, for the retention period in the settings.',
        })}
      />
      <div className="grid grid-cols-1 gap-4">
        {answer.data && <NetworkDeviceThresholds thresholds={answer.data.thresholds} />}
        <AdminList
          caption={t({ id: 'page.admin.ipUser', message: 'Networks' })}
          list={networkList}
          view={view}
          fields={fields()}
          answer={answer}
          columns={networkColumns({ onRelease: (net) => setOpen([net]) })}
          rowKey={({ net }) => net}
          csv={contract.networksCsv}
          csvQuery={searchParams(view.filter)}
          nothing={{
            title: t({ id: 'admin.network.none', message: 'No shared networks' }),
            text: t({
              id: 'admin.network.noneText',
              message: 'Networks used by two or more accounts appear here.',
            }),
          }}
          bulk={{
            selection,
            label: t({ id: 'admin.network.chosen', message: 'Selected networks' }),
            pick: ({ net }) => t({ id: 'admin.network.pick', message: `Select ${net}` }),
            pickAll: t({ id: 'admin.device.chooseAll', message: 'Select all on this page' }),
            canPick: isOpen,
            actions: (chosen) => (
              <Button variant="primary" className="max-sm:grow" onClick={() => setOpen(chosen.map(({ net }) => net))}>
                {t({ id: 'admin.release.yes', message: 'Release' })}
              </Button>
            ),
          }}
        />
        <p className="text-sm text-muted">
          <Trans id="admin.network.source">
            Hosting and VPN operators: RouteViews and{' '}
            <a href="https://db-ip.com" target="_blank" rel="noopener noreferrer" className="link">
              DB-IP
            </a>{' '}
            (CC BY 4.0)
          </Trans>
        </p>
      </div>
      <ReleaseDialog
        keys={open}
        release={useReleaseNetworks()}
        onClose={() => setOpen(null)}
        onDone={() => {
          setOpen(null)
          selection.clear()
        }}
      />
    </>
  )
}

const isOpen = ({ releasedAt }: AdminNetwork) => releasedAt === null

const fields = (): Fields<NetworkReaders> => ({
  net: { kind: 'words', label: t({ id: 'admin.network.begins', message: 'Network or IP address starts with' }) },
  ...sharedFields(),
})
