import type { SubmissionStatus, TaskStatus } from '@runnel/contract/task/schemas'
import { Badge } from '#ui/Badge.tsx'
import { submissionStatusName, submissionTone, taskStatusName, taskStatusTone } from './labels.ts'

export function TaskBadge({ status }: { status: TaskStatus }) {
  return (
    <Badge tone={taskStatusTone[status]} dot>
      {taskStatusName(status)}
    </Badge>
  )
}

export function SubmissionBadge({ status }: { status: SubmissionStatus }) {
  return (
    <Badge tone={submissionTone[status]} dot>
      {submissionStatusName(status)}
    </Badge>
  )
}
