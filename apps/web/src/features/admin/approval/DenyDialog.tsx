import { t } from '@lingui/core/macro'
import { adminApproval as contract } from '@runnel/contract/admin/approval'
import { ReasonDialog } from '#base/ReasonDialog.tsx'
import type { Approval, useApprovalActs } from './approvals.ts'

interface DenyDialogProps {
  approval: Approval | null
  deny: ReturnType<typeof useApprovalActs>['deny']
  onClose: () => void
}

/** Why something shall not happen; who proposed it reads it. */
export const DenyDialog = ({ approval, deny, onClose }: DenyDialogProps) => {
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
