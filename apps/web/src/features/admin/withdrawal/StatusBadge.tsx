import type { WithdrawalStatus } from '@runnel/contract/withdraw'
import { statusName, statusTone } from '#features/withdraw/withdraw.ts'
import { Badge } from '#ui/Badge.tsx'

export function StatusBadge({ status }: { status: WithdrawalStatus }) {
  return (
    <Badge tone={statusTone[status]} dot>
      {statusName(status)}
    </Badge>
  )
}
