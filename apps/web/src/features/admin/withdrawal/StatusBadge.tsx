import type { WithdrawalStatus } from '@runnel/contract/withdraw'
import { statusName, statusTone } from '#features/withdraw/withdraw.ts'
import { Badge } from '#ui/Badge.tsx'

export const StatusBadge = ({ status }: { status: WithdrawalStatus }) => (
  <Badge tone={statusTone[status]} dot>
    {statusName(status)}
  </Badge>
)
