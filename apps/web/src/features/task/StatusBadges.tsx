import type { SubmissionStatus } from '@runnel/contract/task/schemas'
import { Badge } from '#ui/Badge.tsx'
import { submissionStatusName, submissionTone } from './labels.ts'

export const SubmissionBadge = ({ status }: { status: SubmissionStatus }) => (
  <Badge tone={submissionTone[status]} dot>
    {submissionStatusName(status)}
  </Badge>
)
