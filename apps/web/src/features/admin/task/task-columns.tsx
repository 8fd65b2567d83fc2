import { plural, t } from '@lingui/core/macro'
import type { OwnTask } from '@runnel/contract/task/schemas'
import { UserName } from '#features/admin/shared/UserLink.tsx'
import { OrderBadge } from '#features/escrow-order/escrow-order.ts'
import { UnfairBadge } from '#features/task/task.ts'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { formatNumber } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { TaskDecisionButtons } from './TaskDecisionButtons.tsx'
import type { TaskDecisionState } from './use-task-decision.ts'

interface TaskColumnActions {
  onOpen: (id: string) => void
  deciding: TaskDecisionState
}

export const taskColumns = ({ onOpen, deciding }: TaskColumnActions): Column<OwnTask>[] => [
  {
    key: 'title',
    header: t({ id: 'admin.task.title', message: 'Task' }),
    role: 'head',
    cell: (task) => <Title task={task} onOpen={onOpen} />,
  },
  {
    key: 'reward',
    header: t({ id: 'admin.task.reward', message: 'Reward' }),
    cell: ({ reward, places, escrow }) => {
      const count = formatNumber(places)
      return (
        <span className="figures grid">
          <span className="font-semibold">
            <Amount units={reward} />{' '}
            {t({ id: 'admin.task.times', message: plural(places, { one: `× ${count}`, other: `× ${count}` }) })}
          </span>
          <Amount units={escrow} className="text-sm text-muted" />
        </span>
      )
    },
  },
  {
    key: 'status',
    header: t({ id: 'admin.task.status', message: 'Status' }),
    cell: ({ status, update, createdAt }) => (
      <span className="grid justify-items-start gap-1 max-md:justify-items-end">
        <OrderBadge status={status} />
        {update && <Badge tone="warn">{t({ id: 'admin.task.hasUpdate', message: 'Change in review' })}</Badge>}
        <RelativeTime iso={createdAt} className="text-sm whitespace-nowrap text-muted" />
      </span>
    ),
  },
  {
    key: 'actions',
    header: t({ id: 'admin.task.actions', message: 'Actions' }),
    role: 'actions',
    cell: (task) => (
      <span className="flex flex-wrap gap-2 whitespace-nowrap sm:justify-end">
        <TaskDecisionButtons task={task} deciding={deciding} size="small" />
      </span>
    ),
  },
]

const Title = ({ task, onOpen }: { task: OwnTask; onOpen: (id: string) => void }) => {
  const { _id, title, category, owner, reason } = task
  return (
    <span className="grid min-w-0 justify-items-start gap-1">
      <button
        type="button"
        className="link text-start font-semibold break-words"
        aria-label={t({ id: 'admin.task.details', message: `Details of ${title}` })}
        onClick={() => onOpen(_id)}
      >
        {title}
      </button>
      <span className="text-sm font-normal text-muted">
        {category.name} · <UserName username={owner.username} />
      </span>
      {owner.unfair && <UnfairBadge />}
      {reason && (
        <span className="max-w-72 text-sm font-normal text-muted" dir="auto">
          {reason}
        </span>
      )}
    </span>
  )
}
