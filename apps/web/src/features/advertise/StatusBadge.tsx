import type { CampaignStatus } from '@runnel/contract/advertise'
import { Badge } from '#ui/Badge.tsx'
import { statusName, statusTone } from './labels.ts'

export function StatusBadge({ status }: { status: CampaignStatus }) {
  return (
    <Badge tone={statusTone[status]} dot>
      {statusName(status)}
    </Badge>
  )
}
