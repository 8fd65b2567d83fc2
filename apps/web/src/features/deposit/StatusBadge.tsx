import type { DepositStatus } from '@runnel/contract/deposit'
import { Badge } from '#ui/Badge.tsx'
import { statusName, statusTone } from './labels.ts'

export const StatusBadge = ({ status }: { status: DepositStatus }) => (
  <Badge tone={statusTone[status]} dot>
    {statusName(status)}
  </Badge>
)
