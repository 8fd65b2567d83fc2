import { t } from '@lingui/core/macro'
import type { Campaign } from '@runnel/contract/advertise'
import { IconEdit, IconSquareRoundedPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { OrderActions } from '#features/escrow-order/escrow-order.ts'
import { actionsFor, useCampaignActions } from './use-campaign-actions.ts'

// Forms weigh as much as the list, and most visits open none.
const EditDialog = lazy(() =>
  loadChunk(() => import('./EditDialog.tsx').then((file) => ({ default: file.EditDialog }))),
)
const ViewsDialog = lazy(() =>
  loadChunk(() => import('./ViewsDialog.tsx').then((file) => ({ default: file.ViewsDialog }))),
)

interface CampaignActionsProps {
  campaign: Campaign
  minViews: number
  depositBalance: number
  onDeleted: () => void
}

/** What can be done with one campaign: the usual thing as a button, the rest behind one. */
export const CampaignActions = ({ campaign, minViews, depositBalance, onDeleted }: CampaignActionsProps) => {
  const [dialog, setDialog] = useState<'edit' | 'views' | null>(null)
  // They stay from then on: one that was closed keeps the key under which it has asked.
  const [isLoaded, setLoaded] = useState(false)
  const { isBusy, pause, resume, askToRemove } = useCampaignActions(campaign, onDeleted)
  const actions = actionsFor(campaign)
  const close = () => setDialog(null)
  const show = (wanted: 'edit' | 'views') => {
    setLoaded(true)
    setDialog(wanted)
  }
  if (actions.length === 0) return null
  return (
    <>
      <OrderActions
        title={campaign.title}
        actions={actions}
        isBusy={isBusy}
        onPause={pause}
        onResume={resume}
        items={menuItems(show, () => void askToRemove())}
      />
      {isLoaded && (
        <Suspense>
          <EditDialog campaign={campaign} open={dialog === 'edit'} onClose={close} />
          <ViewsDialog {...{ campaign, minViews, depositBalance }} open={dialog === 'views'} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

const menuItems = (onOpen: (dialog: 'edit' | 'views') => void, onDelete: () => void) => [
  {
    key: 'views' as const,
    label: t({ id: 'campaign.addViews', message: 'Add views' }),
    icon: <IconSquareRoundedPlus aria-hidden="true" />,
    onSelect: () => onOpen('views'),
  },
  {
    key: 'edit' as const,
    label: t({ id: 'campaign.edit', message: 'Edit title and description' }),
    icon: <IconEdit aria-hidden="true" />,
    onSelect: () => onOpen('edit'),
  },
  {
    key: 'delete' as const,
    label: t({ id: 'campaign.delete', message: 'Delete' }),
    icon: <IconTrash aria-hidden="true" />,
    danger: true,
    onSelect: onDelete,
  },
]
