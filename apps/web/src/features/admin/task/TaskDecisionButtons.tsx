import { t } from '@lingui/core/macro'
import type { OwnTask } from '@runnel/contract/task/schemas'
import { Button } from '#ui/Button.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { taskDecisionsFor, type TaskDecision } from './tasks.ts'
import type { TaskDecisionState } from './use-task-decision.ts'

interface TaskDecisionButtonsProps {
  task: OwnTask
  deciding: TaskDecisionState
  size?: 'small' | 'medium'
}

/** What may be decided about this one. */
export const TaskDecisionButtons = ({ task, deciding, size = 'medium' }: TaskDecisionButtonsProps) =>
  taskDecisionsFor(task).map((decision) => (
    <Button
      key={decision}
      size={size}
      variant={looks[decision]}
      busy={deciding.isBusy}
      onClick={() => deciding.begin(decision, task)}
    >
      {decisionName(decision)}
      <VisuallyHidden>{` (${task.title})`}</VisuallyHidden>
    </Button>
  ))

const looks = {
  approve: 'soft',
  pause: 'plain',
  reject: 'danger-soft',
  acceptUpdate: 'soft',
  denyUpdate: 'danger-soft',
} as const

const decisionName = (decision: TaskDecision): string => {
  switch (decision) {
    case 'approve':
      return t({ id: 'admin.task.approve', message: 'Approve' })
    case 'pause':
      return t({ id: 'admin.task.pause', message: 'Pause' })
    case 'reject':
      return t({ id: 'admin.task.reject', message: 'Reject' })
    case 'acceptUpdate':
      return t({ id: 'admin.task.acceptUpdate', message: 'Accept change' })
    case 'denyUpdate':
      return t({ id: 'admin.task.denyUpdate', message: 'Reject change' })
  }
}
