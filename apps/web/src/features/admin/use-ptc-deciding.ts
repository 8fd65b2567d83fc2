import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { unitsInWords } from '#ui/Amount.tsx'
import { confirm } from '#ui/confirm.ts'
import { usePtcDecisions } from './ptc.ts'
import type { AdminCampaign, PtcDecision } from './ptc.ts'

/** A decision that needs words first. */
export interface OpenPtcDecision {
  kind: 'pause' | 'reject'
  campaign: AdminCampaign
}

/** Decides about campaigns: approving acts at once, pausing and rejecting ask for words, deleting for a yes. */
export function usePtcDeciding({ onDone }: { onDone: () => void }) {
  const { change, remove } = usePtcDecisions()
  const [open, setOpen] = useState<OpenPtcDecision | null>(null)
  const askToRemove = async ({ _id, title, escrow }: AdminCampaign) => {
    const back = unitsInWords(escrow)
    const agreed = await confirm({
      title: t({ id: 'admin.ptc.delete.title', message: 'Delete this campaign?' }),
      text: t({
        id: 'admin.ptc.delete.text',
        message: `${title}: its owner gets back what is left, ${back}. It cannot be undone.`,
      }),
      confirmLabel: t({ id: 'admin.ptc.delete.yes', message: 'Delete campaign' }),
      danger: true,
    })
    if (agreed) remove.mutate(_id, { onSuccess: onDone })
  }
  return {
    change,
    open,
    busyId: change.isPending ? change.variables.id : remove.isPending ? remove.variables : null,
    begin: (kind: PtcDecision, campaign: AdminCampaign) => {
      if (kind === 'approve') change.mutate({ id: campaign._id, status: 'active' }, { onSuccess: onDone })
      else if (kind === 'delete') void askToRemove(campaign)
      else setOpen({ kind, campaign })
    },
    close: () => setOpen(null),
    done: () => {
      setOpen(null)
      onDone()
    },
  }
}

export type PtcDeciding = ReturnType<typeof usePtcDeciding>
