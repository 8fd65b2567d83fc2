import { t } from '@lingui/core/macro'
import { adminApproval as contract, ApprovalState } from '@runnel/contract/admin/approval'
import { useState } from 'react'
import { ReasonDialog } from '#base/ReasonDialog.tsx'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import type { Fields } from '#features/admin/list/fields.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { approvalColumns } from './approval-columns.tsx'
import { approvalState } from './approval-labels.ts'
import { approvalList, useApprovalActs, useApprovals, type Approval, type ApprovalReaders } from './approvals.ts'
import '#web/styles/admin.css'

/** Acts that need a second admin, and what became of earlier ones. */
export const ApprovalsPage = () => {
  const view = approvalList.useView()
  const { accept, deny } = useApprovalActs()
  const [denied, setDenied] = useState<Approval | null>(null)
  const ask = async ({ _id, sentence }: Approval) => {
    const agreed = await confirm({
      title: t({ id: 'admin.approval.title', message: 'Approve this action?' }),
      text: sentence,
      confirmLabel: t({ id: 'admin.approval.accept', message: 'Approve' }),
    })
    if (agreed) accept.mutate(_id)
  }
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.approval', message: 'Approvals' })}
        lead={t({
          id: 'admin.approval.lead',
          message: 'Large actions need a second admin. Each one is validated again when it is approved.',
        })}
      />
      <AdminList
        caption={t({ id: 'page.admin.approval', message: 'Approvals' })}
        list={approvalList}
        view={view}
        fields={fields()}
        answer={useApprovals(view)}
        columns={approvalColumns({ onAccept: (row) => void ask(row), onDeny: setDenied })}
        rowKey={({ _id }) => _id}
        csv={contract.approvalsCsv}
        nothing={{
          title: t({ id: 'admin.approval.none', message: 'No approval requests' }),
          text: t({
            id: 'admin.approval.noneText',
            message: 'Set the amounts that need a second admin in the settings.',
          }),
        }}
      />
      <DenyDialog approval={denied} deny={deny} onClose={() => setDenied(null)} />
    </>
  )
}

const fields = (): Fields<ApprovalReaders> => ({
  state: {
    kind: 'choice',
    label: t({ id: 'admin.approval.status', message: 'Status' }),
    options: ApprovalState.options.map((value) => ({ value, label: approvalState(value) })),
  },
})

interface DenyDialogProps {
  approval: Approval | null
  deny: ReturnType<typeof useApprovalActs>['deny']
  onClose: () => void
}

/** Why something shall not happen; who proposed it reads it. */
const DenyDialog = ({ approval, deny, onClose }: DenyDialogProps) => {
  const [title, yes] = approval?.mine
    ? [
        t({ id: 'admin.approval.takeBack.title', message: 'Cancel this request' }),
        t({ id: 'admin.approval.takeBack', message: 'Cancel request' }),
      ]
    : [
        t({ id: 'admin.approval.deny.title', message: 'Reject this request' }),
        t({ id: 'admin.approval.deny', message: 'Reject' }),
      ]
  return (
    <ReasonDialog
      open={approval !== null}
      onClose={onClose}
      title={title}
      submitLabel={yes}
      danger
      busy={deny.isPending}
      rule={contract.denyApproval.body.shape.reason}
      hint={t({ id: 'admin.approval.reason.hint', message: 'Shown in this list.' })}
      onSend={(reason, outcome) => approval && deny.mutate({ id: approval._id, reason }, outcome)}
    >
      {approval && <p>{approval.sentence}</p>}
    </ReasonDialog>
  )
}
