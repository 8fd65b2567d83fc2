import { t } from '@lingui/core/macro'
import type { Campaign } from '@runnel/contract/advertise'
import { IconEdit, IconSquareRoundedPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { OrderActions } from '#features/escrow-order/escrow-order.ts'
import { EditDialog } from './EditDialog.tsx'
import { actionsFor, useCampaignActions } from './use-campaign-actions.ts'
import { ViewsDialog } from './ViewsDialog.tsx'

interface CampaignActionsProps {
  campaign: Campaign
  minViews: number
  depositBalance: number
  onDeleted: () => void
}

/** What can be done with one campaign: the usual thing as a button, the rest behind one. */
export const CampaignActions = ({ campaign, minViews, depositBalance, onDeleted }: CampaignActionsProps) => {
  const [dialog, setDialog] = useState<'edit' | 'views' | null>(null)
  const { isBusy, pause, resume, askToRemove } = useCampaignActions(campaign, onDeleted)
  const actions = actionsFor(campaign)
  const close = () => setDialog(null)
  if (actions.length === 0) return null
  return (
    <>
      <OrderActions
        title={campaign.title}
        actions={actions}
        isBusy={isBusy}
        onPause={pause}
        onResume={resume}
        items={menuItems(setDialog, () => void askToRemove())}
      />
      <EditDialog campaign={campaign} open={dialog === 'edit'} onClose={close} />
      <ViewsDialog {...{ campaign, minViews, depositBalance }} open={dialog === 'views'} onClose={close} />
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
