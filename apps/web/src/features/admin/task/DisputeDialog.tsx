import { t } from '@lingui/core/macro'
import { task as contract } from '@runnel/contract/task/task'
import { useContractForm } from '#base/contract-form.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useJudging, type Dispute, type Side } from './disputes.ts'

interface Open {
  dispute: Dispute
  side: Side
}

/** A decision for good, with the reason that owner and worker read. */
export const DisputeDialog = ({ open, onClose }: { open: Open | null; onClose: () => void }) => {
  const judge = useJudging()
  const form = useContractForm({
    schema: contract.denyUpdate.body,
    initialValues: { reason: '' },
    sentences: () => ({
      reason: t({
        id: 'admin.dispute.reason.wrong',
        message: 'Enter a reason of 5 to 1,000 characters. Both sides will see it.',
      }),
    }),
  })
  const leave = () => {
    onClose()
    form.reset()
  }
  const send = ({ reason }: { reason: string }) => {
    if (open) judge.mutate({ ...open, reason: reason.trim() }, { onSuccess: leave, onError: form.refused })
  }
  return (
    <Dialog
      open={open !== null}
      onClose={leave}
      title={open && titleOf(open)}
      actions={
        <>
          <Button onClick={leave}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button
            type="submit"
            form={form.id}
            variant={open?.side === 'owner' ? 'danger' : 'primary'}
            busy={judge.isPending}
          >
            {t({ id: 'admin.dispute.judge', message: 'Decide dispute' })}
          </Button>
        </>
      }
    >
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit(send)}>
        {open && <p>{textOf(open)}</p>}
        <TextArea
          label={t({ id: 'admin.reason', message: 'Reason' })}
          hint={t({ id: 'admin.dispute.reason.hint', message: 'The task owner and the worker will see this.' })}
          maxLength={1_000}
          ref={focusFirst}
          {...form.getInputProps('reason')}
        />
      </form>
    </Dialog>
  )
}

/** The browser itself moves the focus here when the dialog opens. */
const focusFirst = (element: HTMLElement | null): void => {
  element?.setAttribute('autofocus', '')
}

const titleOf = ({ side }: Open): string =>
  side === 'worker'
    ? t({ id: 'admin.dispute.worker.title', message: 'Decide for the worker' })
    : t({ id: 'admin.dispute.owner.title', message: 'Decide for the task owner' })

const textOf = ({ side, dispute: { worker, owner, reward } }: Open): string => {
  const amount = unitsText(reward)
  const [workerName, ownerName] = [worker.username, owner.username]
  return side === 'worker'
    ? t({
        id: 'admin.dispute.worker.text',
        message: `${workerName} is paid ${amount} from escrow, and ${ownerName} loses the dispute.`,
      })
    : t({ id: 'admin.dispute.owner.text', message: `The denial stands: ${workerName} isn’t paid.` })
}
