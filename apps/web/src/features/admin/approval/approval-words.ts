import { t } from '@lingui/core/macro'
import type { ApprovalState } from '@runnel/contract/admin-approval'
import type { Tone } from '#ui/tone.ts'
import type { Approval } from './approvals.ts'

export const approvalTone: Record<ApprovalState, Tone> = {
  pending: 'warn',
  accepted: 'good',
  denied: 'bad',
  expired: 'plain',
  failed: 'bad',
}

export function approvalState(state: ApprovalState): string {
  switch (state) {
    case 'pending':
      return t({ id: 'admin.approval.pending', message: 'Waits' })
    case 'accepted':
      return t({ id: 'admin.approval.accepted', message: 'Carried out' })
    case 'denied':
      return t({ id: 'admin.approval.denied', message: 'Denied' })
    case 'expired':
      return t({ id: 'admin.approval.expired', message: 'Expired' })
    case 'failed':
      return t({ id: 'admin.approval.failed', message: 'Not possible any more' })
  }
}

export function approvalKind(kind: Approval['kind']): string {
  switch (kind) {
    case 'user.adjust':
      return t({ id: 'admin.approval.adjust', message: 'Change of a balance' })
    case 'user.reverse':
      return t({ id: 'admin.approval.reverse', message: 'Reversal of a movement' })
    case 'withdrawal.approve':
      return t({ id: 'admin.approval.withdrawal', message: 'Large withdrawal' })
    case 'withdrawal.refund':
      return t({ id: 'admin.approval.refund', message: 'Withdrawal given back' })
    case 'method.edit':
      return t({ id: 'admin.approval.method', message: 'Change of a way to be paid' })
    case 'setting.save':
      return t({ id: 'admin.approval.setting', message: 'Change of settings' })
  }
}
