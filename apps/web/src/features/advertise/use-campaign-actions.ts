import { t } from '@lingui/core/macro'
import type { Campaign, CampaignStatus } from '@runnel/contract/advertise'
import { useMutation } from '@tanstack/react-query'
import { unitsText } from '#ui/Amount.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { toastSuccess } from '#ui/overlay/toast.ts'
import { advertise, applyChanged, applyDeleted } from './advertise.ts'

type CampaignAction = 'pause' | 'resume' | 'edit' | 'views' | 'delete'

/** What the owner may do with a campaign as it stands; the server enforces it again. */
const open: Readonly<Record<CampaignStatus, readonly CampaignAction[]>> = {
  pending: ['edit', 'views', 'delete'],
  active: ['pause', 'edit', 'views', 'delete'],
  paused: ['resume', 'edit', 'views', 'delete'],
  completed: ['views', 'delete'],
  rejected: ['delete'],
  deleted: [],
}

export const actionsFor = ({ status }: Pick<Campaign, 'status'>): readonly CampaignAction[] => open[status]

/** Pausing, resuming and deleting, which need no form. */
export const useCampaignActions = (campaign: Campaign, onDeleted: () => void) => {
  const { _id: id } = campaign
  const change = useMutation({
    mutationFn: (status: 'active' | 'paused') => advertise.calls.edit({ params: { id }, body: { status } }),
    onSuccess: (answer) => applyChanged(answer.campaign),
  })
  const remove = useMutation({
    mutationFn: () => advertise.calls.remove({ params: { id } }),
    onSuccess: async ({ refunded, depositBalance, msg }) => {
      const back = unitsText(refunded)
      if (msg === undefined) toastSuccess(t({ id: 'campaign.deleted', message: `Campaign deleted. ${back} refunded.` }))
      onDeleted()
      await applyDeleted(id, depositBalance)
    },
  })
  const askToRemove = async () => {
    const agreed = await confirm({
      title: t({ id: 'campaign.delete.title', message: 'Delete this campaign?' }),
      text: whatComesBack(campaign),
      confirmLabel: t({ id: 'campaign.delete.yes', message: 'Delete campaign' }),
      danger: true,
    })
    if (agreed) remove.mutate()
  }
  return {
    isBusy: change.isPending || remove.isPending,
    pause: () => change.mutate('paused'),
    resume: () => change.mutate('active'),
    askToRemove,
  }
}

const whatComesBack = ({ title, escrow }: Campaign): string => {
  const back = unitsText(escrow)
  if (escrow === 0)
    return t({ id: 'campaign.delete.nothing', message: `${title}: there is no unused budget to refund.` })
  return t({
    id: 'campaign.delete.text',
    message: `${title}: ${back} will be refunded to your deposit balance. This can’t be undone.`,
  })
}
