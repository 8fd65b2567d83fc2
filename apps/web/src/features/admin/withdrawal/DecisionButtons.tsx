import { t } from '@lingui/core/macro'
import type { AdminWithdrawal } from '@runnel/contract/admin/withdrawal'
import { Button } from '#ui/Button.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { WithdrawalDecisionState } from './use-withdrawal-decision.ts'
import { decisionsFor, type Decision } from './withdrawals.ts'

interface DecisionButtonsProps {
  row: AdminWithdrawal
  deciding: WithdrawalDecisionState
  size?: 'small' | 'medium'
}

/** What may be decided about this one. */
export const DecisionButtons = ({ row, deciding, size = 'medium' }: DecisionButtonsProps) => {
  const { approve, look } = deciding.decisions
  const busy: Partial<Record<Decision, boolean>> = {
    approve: approve.isPending && approve.variables.includes(row._id),
    look: look.isPending && look.variables === row._id,
  }
  const name = row.user.username
  return decisionsFor(row).map((decision) => (
    <Button
      key={decision}
      size={size}
      variant={variants[decision]}
      busy={busy[decision] ?? false}
      onClick={() => deciding.begin(decision, [row])}
    >
      {decisionName(decision)}
      <VisuallyHidden> {t({ id: 'admin.decide.of', message: `(${name})` })}</VisuallyHidden>
    </Button>
  ))
}

const variants = {
  approve: 'soft',
  paid: 'soft',
  look: 'plain',
  reject: 'danger-soft',
  refund: 'danger-soft',
} as const satisfies Record<Decision, unknown>

export const decisionName = (decision: Decision): string => {
  switch (decision) {
    case 'approve':
      return t({ id: 'admin.decide.approve', message: 'Approve' })
    case 'reject':
      return t({ id: 'admin.decide.reject', message: 'Reject' })
    case 'paid':
      return t({ id: 'admin.decide.paid', message: 'Mark as paid' })
    case 'look':
      return t({ id: 'admin.decide.look', message: 'Check status' })
    case 'refund':
      return t({ id: 'admin.decide.refund', message: 'Refund' })
  }
}
