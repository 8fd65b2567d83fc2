import { plural, t } from '@lingui/core/macro'
import type { OwnTask } from '@runnel/contract/task/schemas'
import { IconListCheck } from '@tabler/icons-react'
import { PageLink } from '#base/PageLink.tsx'
import { OrderBadge, OrderMoney } from '#features/escrow-order/escrow-order.ts'
import { ofText } from '#features/task/labels.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { ProgressBar } from '#ui/chart/ProgressBar.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { TaskActions } from './TaskActions.tsx'

interface OwnTaskRowProps {
  task: OwnTask
  depositBalance: number
}

/** One's own task: where it stands, what it cost, and what waits for a decision. */
export const OwnTaskRow = ({ task, depositBalance }: OwnTaskRowProps) => {
  const {
    _id: id,
    title,
    category,
    status,
    reason,
    accepted,
    places,
    waiting,
    disputed,
    update,
    reward,
    spent,
    escrow,
  } = task
  return (
    <li className="grid gap-3 p-4 sm:p-6">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <h3 className="break-words">
            <PageLink to="/app/task/{id}" params={{ id }} className="link">
              {title}
            </PageLink>
          </h3>
          <p className="text-sm text-muted">{category.name}</p>
        </div>
        <OrderBadge status={status} />
      </div>
      {reason && (
        <p className="text-sm text-muted" dir="auto">
          {reason}
        </p>
      )}
      {(waiting > 0 || disputed > 0 || update) && (
        <p className="flex flex-wrap gap-2">
          {waiting > 0 && <Badge tone="warn">{waitingText(waiting)}</Badge>}
          {disputed > 0 && <Badge tone="warn">{disputedText(disputed)}</Badge>}
          {update && <Badge>{t({ id: 'task.updateWaits', message: 'Change in review' })}</Badge>}
        </p>
      )}
      <ProgressBar
        label={t({ id: 'task.progress', message: 'Accepted slots' })}
        text={ofText(accepted, places)}
        value={accepted}
        max={places}
      />
      <div className="flex flex-wrap items-center gap-2">
        <OrderMoney reward={reward} spent={spent} escrow={escrow} />
        <Button
          as={PageLink}
          to="/app/task/{id}/submission"
          params={{ id }}
          size="small"
          variant={waiting > 0 ? 'primary' : 'plain'}
          icon={<IconListCheck aria-hidden="true" />}
        >
          {t({ id: 'task.review.short', message: 'Review' })}
          <VisuallyHidden>{` (${title})`}</VisuallyHidden>
        </Button>
        <TaskActions task={task} depositBalance={depositBalance} />
      </div>
    </li>
  )
}

const waitingText = (waiting: number): string =>
  t({ id: 'task.waiting', message: plural(waiting, { one: '# to review', other: '# to review' }) })

const disputedText = (disputed: number): string =>
  t({ id: 'task.disputed', message: plural(disputed, { one: '# disputed', other: '# disputed' }) })
