import { t } from '@lingui/core/macro'
import type { CampaignStatus } from '@runnel/contract/advertise'
import { Badge } from '#ui/Badge.tsx'
import type { Tone } from '#ui/tone.ts'

/** Campaigns and tasks are paid for in advance and have the same statuses. */
type OrderStatus = CampaignStatus

export const OrderBadge = ({ status }: { status: OrderStatus }) => (
  <Badge tone={tones[status]} dot>
    {orderStatusName(status)}
  </Badge>
)

const tones: Readonly<Record<OrderStatus, Tone>> = {
  pending: 'warn',
  active: 'good',
  paused: 'plain',
  rejected: 'bad',
  completed: 'brand',
  deleted: 'plain',
}

/** Where a campaign or a task stands, in a word or two. */
export const orderStatusName = (status: OrderStatus): string => {
  const names: Record<OrderStatus, string> = {
    pending: t({ id: 'order.status.pending', message: 'In review' }),
    active: t({ id: 'order.status.active', message: 'Running' }),
    paused: t({ id: 'order.status.paused', message: 'Paused' }),
    rejected: t({ id: 'order.status.rejected', message: 'Rejected' }),
    completed: t({ id: 'order.status.completed', message: 'Completed' }),
    deleted: t({ id: 'order.status.deleted', message: 'Deleted' }),
  }
  return names[status]
}
