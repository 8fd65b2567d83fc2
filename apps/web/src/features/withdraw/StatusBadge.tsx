import type { WithdrawalStatus } from '@runnel/contract/withdraw'
import { Badge } from '#ui/Badge.tsx'
import { statusName, statusTone } from './status.ts'

export const StatusBadge = ({ status }: { status: WithdrawalStatus }) => (
  <Badge tone={statusTone[status]} dot>
    {statusName(status)}
  </Badge>
)
