import { plural, t } from '@lingui/core/macro'
import { adminPtc as contract } from '@runnel/contract/admin/ptc'
import { CampaignStatus } from '@runnel/contract/advertise'
import { useState } from 'react'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import { neighbours } from '#features/admin/list/neighbours.ts'
import { useSelection } from '#features/admin/list/selection.ts'
import { orderStatusName } from '#features/escrow-order/escrow-order.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { ptcColumns } from './ptc-columns.tsx'
import { decisionsFor, ptcList, usePtcCampaigns, type AdminCampaign } from './ptc.ts'
import { PtcDialog } from './PtcDialog.tsx'
import { PtcReasonDialog } from './PtcReasonDialog.tsx'
import { usePtcDecision, type PtcDecisionState } from './use-ptc-decision.ts'
import '#web/styles/admin.css'

/** All campaigns, those that wait for a decision first. */
export const PtcPage = () => {
  const view = ptcList.useView()
  const answer = usePtcCampaigns(view)
  const [openId, setOpenId] = useState<string | null>(null)
  const selection = useSelection()
  const deciding = usePtcDecision({
    onDone: () => {
      setOpenId(null)
      selection.clear()
    },
  })
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
          title: t({ id: 'admin.ptc.none', message: 'No campaigns yet' }),
          text: t({
            id: 'admin.ptc.noneText',
            message: 'New campaigns appear here for review before users see them.',
          }),
        }}
        noMatch={t({ id: 'admin.ptc.noneSuch', message: 'No matching campaigns' })}
        bulk={{
          selection,
          label: t({ id: 'admin.ptc.bulk', message: 'Selected campaigns' }),
          pick: ({ title: name }) => t({ id: 'admin.ptc.pick', message: `Select ${name}` }),
          canPick: (campaign) => decisionsFor(campaign).includes('reject'),
          note: (chosen) => unitsText(chosen.reduce((sum, { escrow }) => sum + escrow, 0)),
          actions: (chosen) => <BulkButtons chosen={chosen} deciding={deciding} />,
        }}
      />
      {/* Before the dialog that it stands above, so that it closes first: the focus goes back where both began. */}
      <PtcReasonDialog deciding={deciding} />
      <PtcDialog campaign={row} onClose={() => setOpenId(null)} {...others} deciding={deciding} />
    </>
  )
}

interface BulkProps {
  chosen: AdminCampaign[]
  deciding: PtcDecisionState
}

const BulkButtons = ({ chosen, deciding }: BulkProps) => {
  const approvable = chosen.filter((campaign) => decisionsFor(campaign).includes('approve'))
  return (
    <>
      <Button variant="danger-soft" className="max-sm:grow" onClick={() => deciding.beginMany('reject', chosen)}>
        {t({ id: 'admin.ptc.reject', message: 'Reject' })}
      </Button>
      {approvable.length > 0 && (
        <Button
          variant="primary"
          className="max-sm:grow"
          busy={deciding.changeMany.isPending}
          onClick={() => deciding.beginMany('approve', approvable)}
        >
          {t({
            id: 'admin.ptc.bulk.approve',
            message: plural(approvable.length, { one: 'Approve #', other: 'Approve #' }),
          })}
        </Button>
      )}
    </>
  )
}

const fields = () =>
  ({
    status: {
      kind: 'choice',
      label: t({ id: 'admin.ptc.status', message: 'Status' }),
      options: CampaignStatus.options.map((value) => ({ value, label: orderStatusName(value) })),
    },
    content: { kind: 'words', label: t({ id: 'admin.ptc.filter.content', message: 'Text' }) },
    username: { kind: 'words', label: t({ id: 'admin.ptc.username', message: 'Username' }) },
    url: { kind: 'words', label: t({ id: 'admin.ptc.address', message: 'Address' }) },
    id: { kind: 'words', label: t({ id: 'admin.ptc.filter.id', message: 'ID' }) },
  }) as const
