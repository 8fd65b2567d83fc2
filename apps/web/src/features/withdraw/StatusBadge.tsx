import type { WithdrawalStatus } from '@runnel/contract/withdraw'
import { Badge } from '#ui/Badge.tsx'
import { statusName, statusTone } from './status.ts'

export function StatusBadge({ status }: { status: WithdrawalStatus }) {
  return (
    <Badge tone={statusTone[status]} dot>
      {statusName(status)}
    </Badge>
  )
}
