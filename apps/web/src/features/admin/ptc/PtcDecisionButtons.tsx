import { t } from '@lingui/core/macro'
import { Button } from '#ui/Button.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { decisionsFor, type AdminCampaign, type PtcDecision } from './ptc.ts'
import type { PtcDecisionState } from './use-ptc-decision.ts'

interface PtcDecisionButtonsProps {
  campaign: AdminCampaign
  deciding: PtcDecisionState
  size?: 'small' | 'medium'
}

/** What may be decided about this one. */
export const PtcDecisionButtons = ({ campaign, deciding, size = 'medium' }: PtcDecisionButtonsProps) => {
  const { _id, title } = campaign
  return decisionsFor(campaign).map((decision) => (
    <Button
      key={decision}
      size={size}
      variant={looks[decision]}
      busy={deciding.busyId === _id && decision === 'approve'}
      onClick={() => deciding.begin(decision, campaign)}
    >
      {decisionName(decision)}
      <VisuallyHidden>{` (${title})`}</VisuallyHidden>
    </Button>
  ))
}

const looks = { approve: 'soft', pause: 'plain', reject: 'danger-soft', delete: 'quiet' } as const

const decisionName = (decision: PtcDecision): string => {
  switch (decision) {
    case 'approve':
      return t({ id: 'admin.ptc.approve', message: 'Approve' })
    case 'pause':
      return t({ id: 'admin.ptc.pause', message: 'Pause' })
    case 'reject':
      return t({ id: 'admin.ptc.reject', message: 'Reject' })
    case 'delete':
      return t({ id: 'admin.ptc.delete', message: 'Delete' })
  }
}
