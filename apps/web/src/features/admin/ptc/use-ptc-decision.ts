import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import { unitsText } from '#ui/Amount.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { usePtcDecisions, type AdminCampaign, type PtcDecision } from './ptc.ts'

/** A decision that needs words first. */
export interface OpenPtcDecision {
  kind: 'pause' | 'reject'
  /** One, or many that are rejected with one reason. */
  campaigns: AdminCampaign[]
}

/** Decides about campaigns: approving acts at once, pausing and rejecting ask for words, deleting for a yes. */
export const usePtcDecision = ({ onDone }: { onDone: () => void }) => {
  const { change, changeMany, remove } = usePtcDecisions()
  const [open, setOpen] = useState<OpenPtcDecision | null>(null)
  const askToRemove = async ({ _id, title, escrow }: AdminCampaign) => {
    const back = unitsText(escrow)
    const agreed = await confirm({
      title: t({ id: 'admin.ptc.delete.title', message: 'Delete this campaign?' }),
      text: t({
        id: 'admin.ptc.delete.text',
        message: `${title}: ${back} will be refunded to the advertiser. This can’t be undone.`,
      }),
      confirmLabel: t({ id: 'admin.ptc.delete.yes', message: 'Delete campaign' }),
      danger: true,
    })
    if (agreed) remove.mutate(_id, { onSuccess: onDone })
  }
  const askToApprove = async (campaigns: AdminCampaign[]) => {
    const agreed = await confirm({
      title: t({
        id: 'admin.ptc.approve.title',
        message: plural(campaigns.length, { one: 'Approve # campaign?', other: 'Approve # campaigns?' }),
      }),
      text: t({
        id: 'admin.ptc.approve.text',
        message: 'They go live immediately. You can pause or reject them later.',
      }),
      confirmLabel: t({ id: 'admin.ptc.approve.yes', message: 'Approve' }),
    })
    if (agreed) changeMany.mutate({ campaigns, status: 'active' }, { onSuccess: onDone })
  }
  return {
    change,
    changeMany,
    open,
    busyId: change.isPending ? change.variables.id : remove.isPending ? remove.variables : null,
    begin: (kind: PtcDecision, campaign: AdminCampaign) => {
      const { _id: id, updatedAt: readAt } = campaign
      if (kind === 'approve') change.mutate({ id, status: 'active', readAt }, { onSuccess: onDone })
      else if (kind === 'delete') void askToRemove(campaign)
      else setOpen({ kind, campaigns: [campaign] })
    },
    beginMany: (kind: 'approve' | 'reject', campaigns: AdminCampaign[]) => {
      if (kind === 'approve') void askToApprove(campaigns)
      else setOpen({ kind, campaigns })
    },
    close: () => setOpen(null),
    done: () => {
      setOpen(null)
      onDone()
    },
  }
}

export type PtcDecisionState = ReturnType<typeof usePtcDecision>
