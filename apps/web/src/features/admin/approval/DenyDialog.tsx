import { t } from '@lingui/core/macro'
import { adminApproval as contract } from '@runnel/contract/admin/approval'
import { useContractForm } from '#base/contract-form.ts'
import { Button } from '#ui/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { Approval, useApprovalActs } from './approvals.ts'

interface DenyDialogProps {
  approval: Approval | null
  deny: ReturnType<typeof useApprovalActs>['deny']
  onClose: () => void
}

/** Why something shall not happen; who proposed it reads it. */
export const DenyDialog = ({ approval, deny, onClose }: DenyDialogProps) => {
  const form = useContractForm({
    schema: contract.denyApproval.body,
    initialValues: { reason: '' },
    sentences: () => ({
      reason: t({ id: 'admin.approval.reason.wrong', message: 'Enter a reason of 3 to 300 characters.' }),
    }),
  })
  const leave = () => {
    onClose()
    form.reset()
  }
  const send = ({ reason }: { reason: string }) => {
    if (approval) {
      deny.mutate({ id: approval._id, reason: reason.trim() }, { onSuccess: leave, onError: form.refused })
    }
  }
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
    <Dialog
      open={approval !== null}
      onClose={leave}
      title={title}
      actions={
        <>
          <Button onClick={leave}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button type="submit" form={form.id} variant="danger" busy={deny.isPending}>
            {yes}
          </Button>
        </>
      }
    >
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit(send)}>
        {approval && <p>{approval.sentence}</p>}
        <TextInput
          label={t({ id: 'admin.reason', message: 'Reason' })}
          hint={t({ id: 'admin.approval.reason.hint', message: 'Shown in this list.' })}
          maxLength={300}
          autoComplete="off"
          {...form.getInputProps('reason')}
        />
      </form>
    </Dialog>
  )
}
