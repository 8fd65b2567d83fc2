import type { SubmissionStatus, TaskStatus } from '@runnel/contract/task/schemas'
import { Badge } from '#ui/Badge.tsx'
import { submissionStatusName, submissionTone, taskStatusName, taskStatusTone } from './labels.ts'

export const TaskBadge = ({ status }: { status: TaskStatus }) => (
  <Badge tone={taskStatusTone[status]} dot>
    {taskStatusName(status)}
  </Badge>
)

export const SubmissionBadge = ({ status }: { status: SubmissionStatus }) => (
  <Badge tone={submissionTone[status]} dot>
    {submissionStatusName(status)}
  </Badge>
)
