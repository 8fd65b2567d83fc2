import { plural, t } from '@lingui/core/macro'
import { task as contract } from '@runnel/contract/task/task'
import { ReasonDialog } from '#base/ReasonDialog.tsx'
import { unitsText } from '#ui/Amount.tsx'
import { TaskTitles } from './TaskTitles.tsx'
import type { OpenTaskDecision, TaskDecisionState } from './use-task-decision.ts'

/** Why a task is paused or rejected, or a change refused; the owner of the task reads it. */
export const TaskReasonDialog = ({
  deciding: { open, isBusy, close, done, sendReason },
}: {
  deciding: TaskDecisionState
}) => (
  <ReasonDialog
    open={open !== null}
    onClose={close}
    onDone={done}
    title={open && titleOf(open)}
    submitLabel={open && buttonOf(open)}
    danger
    busy={isBusy}
    isLong
    maxLength={1_000}
    rule={contract.denyUpdate.body.shape.reason}
    wrong={t({
      id: 'admin.task.reason.wrong',
      message: 'Enter a reason of 5 to 1,000 characters. The user will see it.',
    })}
    suggestions={suggestions()}
    onSend={sendReason}
  >
    {open && <p>{textOf(open)}</p>}
    {open && open.others.length > 0 && <TaskTitles tasks={[open.task, ...open.others]} />}
  </ReasonDialog>
)

const titleOf = ({ kind, others }: OpenTaskDecision): string => {
  if (others.length > 0) {
    const count = others.length + 1
    return t({
      id: 'admin.task.rejectMany',
      message: plural(count, { one: 'Reject # task?', other: 'Reject # tasks?' }),
    })
  }
  switch (kind) {
    case 'pause':
      return t({ id: 'admin.task.pause.title', message: 'Pause task' })
    case 'reject':
      return t({ id: 'admin.task.reject.title', message: 'Reject task' })
    case 'denyUpdate':
      return t({ id: 'admin.task.denyUpdate.title', message: 'Reject this change' })
  }
}

const textOf = ({ kind, task: { title, escrow }, others }: OpenTaskDecision): string => {
  if (others.length > 0) {
    const back = unitsText(others.reduce((sum, other) => sum + other.escrow, escrow))
    return t({ id: 'admin.task.rejectMany.text', message: `${back} in escrow will be refunded to the task owners.` })
  }
  const left = unitsText(escrow)
  switch (kind) {
    case 'pause':
      return t({ id: 'admin.task.pause.text', message: `${title}: only a moderator can resume it.` })
    case 'reject':
      return t({
        id: 'admin.task.reject.text',
        message: `${title}: of the ${left} in escrow, everything not needed for open submissions is refunded.`,
      })
    case 'denyUpdate':
      return t({ id: 'admin.task.denyUpdate.text', message: `${title}: the current version stays live.` })
  }
}

const buttonOf = ({ kind }: OpenTaskDecision): string => {
  switch (kind) {
    case 'pause':
      return t({ id: 'admin.task.pause.yes', message: 'Pause' })
    case 'reject':
      return t({ id: 'admin.task.yes', message: 'Reject and refund' })
    case 'denyUpdate':
      return t({ id: 'admin.task.denyUpdate', message: 'Reject change' })
  }
}

const suggestions = (): string[] => [
  t({ id: 'admin.task.reason.unclear', message: 'The instructions aren’t clear.' }),
  t({ id: 'admin.task.reason.private', message: 'It asks for private information.' }),
  t({ id: 'admin.task.reason.rules', message: 'This type of task isn’t allowed here.' }),
]
