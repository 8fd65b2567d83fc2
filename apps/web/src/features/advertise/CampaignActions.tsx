import { t } from '@lingui/core/macro'
import type { Campaign } from '@runnel/contract/advertise'
import {
  IconDots,
  IconEdit,
  IconPlayerPause,
  IconPlayerPlay,
  IconSquareRoundedPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Menu, type MenuItem } from '#ui/overlay/Menu.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { EditDialog } from './EditDialog.tsx'
import { actionsFor, useCampaignActions, type CampaignAction } from './use-campaign-actions.ts'
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
  const { title } = campaign
  const close = () => setDialog(null)
  if (actions.length === 0) return null
  return (
    <>
      {actions.includes('pause') && (
        <Button size="small" busy={isBusy} icon={<IconPlayerPause aria-hidden="true" />} onClick={pause}>
          {t({ id: 'campaign.pause', message: 'Pause' })}
          <VisuallyHidden>{` (${title})`}</VisuallyHidden>
        </Button>
      )}
      {actions.includes('resume') && (
        <Button size="small" variant="soft" busy={isBusy} icon={<IconPlayerPlay aria-hidden="true" />} onClick={resume}>
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
        items={menuItems({ actions, onOpen: setDialog, onDelete: () => void askToRemove() })}
      />
      <EditDialog campaign={campaign} open={dialog === 'edit'} onClose={close} />
      <ViewsDialog {...{ campaign, minViews, depositBalance }} open={dialog === 'views'} onClose={close} />
    </>
  )
}

interface MenuItems {
  actions: readonly CampaignAction[]
  onOpen: (dialog: 'edit' | 'views') => void
  onDelete: () => void
}

const menuItems = ({ actions, onOpen, onDelete }: MenuItems): MenuItem[] => {
  const items: (MenuItem & { key: CampaignAction })[] = [
    {
      key: 'views',
      label: t({ id: 'campaign.addViews', message: 'Add views' }),
      icon: <IconSquareRoundedPlus aria-hidden="true" />,
      onSelect: () => onOpen('views'),
    },
    {
      key: 'edit',
      label: t({ id: 'campaign.edit', message: 'Edit title and description' }),
      icon: <IconEdit aria-hidden="true" />,
      onSelect: () => onOpen('edit'),
    },
    {
      key: 'delete',
      label: t({ id: 'campaign.delete', message: 'Delete' }),
      icon: <IconTrash aria-hidden="true" />,
      danger: true,
      onSelect: onDelete,
    },
  ]
  return items.filter(({ key }) => actions.includes(key))
}
