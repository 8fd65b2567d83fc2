import { t } from '@lingui/core/macro'
import type { OwnTask } from '@runnel/contract/task/schemas'
import { IconEdit, IconFlag, IconSquareRoundedPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { PageLink } from '#base/PageLink.tsx'
import { OrderActions } from '#features/escrow-order/escrow-order.ts'
import { actionsFor, useTaskActions } from './use-task-actions.ts'

const PlacesDialog = lazy(() =>
  loadChunk(() => import('./SlotsDialog.tsx').then((file) => ({ default: file.SlotsDialog }))),
)

interface TaskActionsProps {
  task: OwnTask
  depositBalance: number
}

/** What can be done with one task: the usual thing as a button, the rest behind one. */
export const TaskActions = ({ task, depositBalance }: TaskActionsProps) => {
  const [dialog, setDialog] = useState<'unseen' | 'open' | 'closed'>('unseen')
  const acting = useTaskActions(task)
  const actions = actionsFor(task)
  if (actions.length === 0) return null
  return (
    <>
      <OrderActions
        title={task.title}
        actions={actions}
        isBusy={acting.isBusy}
        onPause={acting.pause}
        onResume={acting.resume}
        items={menuItems(task, { ...acting, addPlaces: () => setDialog('open') })}
      />
      {dialog !== 'unseen' && (
        <Suspense>
          <PlacesDialog
            task={task}
            depositBalance={depositBalance}
            open={dialog === 'open'}
            onClose={() => setDialog('closed')}
          />
        </Suspense>
      )}
    </>
  )
}

interface Chosen {
  addPlaces: () => void
  askToComplete: () => Promise<void>
  askToRemove: () => Promise<void>
}

const menuItems = ({ _id: id }: OwnTask, chosen: Chosen) => [
  {
    key: 'places' as const,
    label: t({ id: 'task.addPlaces', message: 'Add slots' }),
    icon: <IconSquareRoundedPlus aria-hidden="true" />,
    onSelect: chosen.addPlaces,
  },
  {
    key: 'edit' as const,
    label: t({ id: 'task.edit', message: 'Edit' }),
    icon: <IconEdit aria-hidden="true" />,
    link: { as: PageLink, to: '/app/task/{id}/detail', params: { id } },
  },
  {
    key: 'complete' as const,
    label: t({ id: 'task.complete', message: 'Close task' }),
    icon: <IconFlag aria-hidden="true" />,
    onSelect: () => void chosen.askToComplete(),
  },
  {
    key: 'delete' as const,
    label: t({ id: 'task.delete', message: 'Delete' }),
    icon: <IconTrash aria-hidden="true" />,
    danger: true,
    onSelect: () => void chosen.askToRemove(),
  },
]
