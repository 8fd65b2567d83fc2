import type { CampaignStatus } from '@runnel/contract/advertise'
import { Badge } from '#ui/Badge.tsx'
import { statusName, statusTone } from './labels.ts'

export const StatusBadge = ({ status }: { status: CampaignStatus }) => (
  <Badge tone={statusTone[status]} dot>
    {statusName(status)}
  </Badge>
)
