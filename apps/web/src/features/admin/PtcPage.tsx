import { t } from '@lingui/core/macro'
import { adminPtc as contract } from '@runnel/contract/admin-ptc'
import { CampaignStatus } from '@runnel/contract/advertise'
import { useState } from 'react'
import { statusName } from '#features/advertise/advertise.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { AdminList } from './list/AdminList.tsx'
import { neighbours } from './list/neighbours.ts'
import { ptcList, usePtcCampaigns } from './ptc.ts'
import { ptcColumns } from './ptc-columns.tsx'
import { PtcDialog } from './PtcDialog.tsx'
import { PtcReasonDialog } from './PtcReasonDialog.tsx'
import { usePtcDeciding } from './use-ptc-deciding.ts'
import '#web/styles/admin.css'

/** All campaigns, those that wait for a decision first. */
export function PtcPage() {
  const view = ptcList.useView()
  const answer = usePtcCampaigns(view)
  const [openId, setOpenId] = useState<string | null>(null)
  const deciding = usePtcDeciding({ onDone: () => setOpenId(null) })
  const { row, ...others } = neighbours(answer.data?.items ?? [], { openId, onOpen: setOpenId })
  const title = t({ id: 'page.admin.ptc', message: 'Campaigns' })
  return (
    <>
      <PageHeader title={title} />
      <AdminList
        caption={title}
        list={ptcList}
        view={view}
        fields={fields()}
        answer={answer}
        columns={ptcColumns({ onOpen: setOpenId, deciding })}
        rowKey={({ _id }) => _id}
        onOpen={({ _id }) => setOpenId(_id)}
        csv={contract.ptcCsv}
        nothing={{
          title: t({ id: 'admin.ptc.none', message: 'Nobody has made a campaign yet' }),
          text: t({
            id: 'admin.ptc.noneText',
            message: 'New ones appear here, and wait for you before anybody sees them.',
          }),
        }}
        noMatch={t({ id: 'admin.ptc.noneSuch', message: 'No campaign matches' })}
      />
      <PtcDialog campaign={row} onClose={() => setOpenId(null)} {...others} deciding={deciding} />
      <PtcReasonDialog deciding={deciding} />
    </>
  )
}

const fields = () =>
  ({
    status: {
      kind: 'choice',
      label: t({ id: 'admin.filter.status', message: 'Status' }),
      options: CampaignStatus.options.map((value) => ({ value, label: statusName(value) })),
    },
    content: { kind: 'words', label: t({ id: 'admin.ptc.filter.content', message: 'Words' }) },
    username: { kind: 'words', label: t({ id: 'admin.filter.username', message: 'Username' }) },
    url: { kind: 'words', label: t({ id: 'admin.filter.address', message: 'Address' }) },
    id: { kind: 'words', label: t({ id: 'admin.ptc.filter.id', message: 'Id' }) },
  }) as const
