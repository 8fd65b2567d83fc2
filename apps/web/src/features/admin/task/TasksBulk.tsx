import { plural, t } from '@lingui/core/macro'
import type { OwnTask } from '@runnel/contract/task/schemas'
import { Button } from '#ui/Button.tsx'
import type { TaskDecisionState } from './use-task-decision.ts'

interface TasksBulkProps {
  chosen: readonly OwnTask[]
  deciding: TaskDecisionState
}

/** What can be done with several tasks that wait; both ask first, with all of their titles. */
export function TasksBulk({ chosen, deciding }: TasksBulkProps) {
  return (
    <>
      <Button
        variant="danger-soft"
        className="max-sm:grow"
        busy={deciding.isBusy}
        onClick={() => void deciding.beginMany('reject', chosen)}
      >
        {t({ id: 'admin.bulk.reject', message: 'Reject' })}
      </Button>
      <Button
        variant="primary"
        className="max-sm:grow"
        busy={deciding.isBusy}
        onClick={() => void deciding.beginMany('approve', chosen)}
      >
        {t({ id: 'admin.bulk.approve', message: plural(chosen.length, { one: 'Approve #', other: 'Approve #' }) })}
      </Button>
    </>
  )
}
