import { t } from '@lingui/core/macro'
import type { OwnTask } from '@runnel/contract/task/schemas'
import {
  IconDots,
  IconEdit,
  IconFlag,
  IconPlayerPause,
  IconPlayerPlay,
  IconSquareRoundedPlus,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { PageLink } from '#base/PageLink.tsx'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Menu, type MenuItem } from '#ui/overlay/Menu.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { actionsFor, useTaskActions, type TaskAction } from './use-task-actions.ts'

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
  const { title } = task
  if (actions.length === 0) return null
  return (
    <>
      {actions.includes('pause') && (
        <Button size="small" busy={acting.isBusy} icon={<IconPlayerPause aria-hidden="true" />} onClick={acting.pause}>
          {t({ id: 'campaign.pause', message: 'Pause' })}
          <VisuallyHidden>{` (${title})`}</VisuallyHidden>
        </Button>
      )}
      {actions.includes('resume') && (
        <Button
          size="small"
          variant="soft"
          busy={acting.isBusy}
          icon={<IconPlayerPlay aria-hidden="true" />}
          onClick={acting.resume}
        >
          {t({ id: 'campaign.resume', message: 'Resume' })}
          <VisuallyHidden>{` (${title})`}</VisuallyHidden>
        </Button>
      )}
      <Menu
        label={t({ id: 'campaign.more', message: `More actions for ${title}` })}
        button={(props) => (
          <IconButton
            {...props}
            label={t({ id: 'campaign.more', message: `More actions for ${title}` })}
            icon={<IconDots aria-hidden="true" />}
          />
        )}
        items={menuItems(task, { ...acting, addPlaces: () => setDialog('open') }).filter(({ key }) =>
          actions.includes(key),
        )}
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

const menuItems = ({ _id: id }: OwnTask, chosen: Chosen): (MenuItem & { key: TaskAction })[] => [
  {
    key: 'places',
    label: t({ id: 'task.addPlaces', message: 'Add slots' }),
    icon: <IconSquareRoundedPlus aria-hidden="true" />,
    onSelect: chosen.addPlaces,
  },
  {
    key: 'edit',
    label: t({ id: 'task.edit', message: 'Edit' }),
    icon: <IconEdit aria-hidden="true" />,
    link: { as: PageLink, to: '/app/task/{id}/detail', params: { id } },
  },
  {
    key: 'complete',
    label: t({ id: 'task.complete', message: 'Close task' }),
    icon: <IconFlag aria-hidden="true" />,
    onSelect: () => void chosen.askToComplete(),
  },
  {
    key: 'delete',
    label: t({ id: 'campaign.delete', message: 'Delete' }),
    icon: <IconTrash aria-hidden="true" />,
    danger: true,
    onSelect: () => void chosen.askToRemove(),
  },
]
