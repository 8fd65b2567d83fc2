import { t } from '@lingui/core/macro'
import { task as contract } from '@runnel/contract/task/task'
import { ReasonDialog } from '#base/ReasonDialog.tsx'
import { unitsText } from '#ui/Amount.tsx'
import { useJudging, type Dispute, type Side } from './disputes.ts'

interface Open {
  dispute: Dispute
  side: Side
}

/** A decision for good, with the reason that owner and worker read. */
export const DisputeDialog = ({ open, onClose }: { open: Open | null; onClose: () => void }) => {
  const judge = useJudging()
  return (
    <ReasonDialog
      open={open !== null}
      onClose={onClose}
      title={open && titleOf(open)}
      submitLabel={t({ id: 'admin.dispute.judge', message: 'Decide dispute' })}
      danger={open?.side === 'owner'}
      busy={judge.isPending}
      isLong
      maxLength={1_000}
      rule={contract.denyUpdate.body.shape.reason}
      wrong={t({
        id: 'admin.dispute.reason.wrong',
        message: 'Enter a reason of 5 to 1,000 characters. Both sides will see it.',
      })}
      hint={t({ id: 'admin.dispute.reason.hint', message: 'The task owner and the worker will see this.' })}
      onSend={(reason, outcome) => open && judge.mutate({ ...open, reason }, outcome)}
    >
      {open && <p>{textOf(open)}</p>}
    </ReasonDialog>
  )
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
