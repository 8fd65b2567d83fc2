import { t } from '@lingui/core/macro'
import type { ApprovalState } from '@runnel/contract/admin/approval'
import type { Tone } from '#ui/tone.ts'
import type { Approval } from './approvals.ts'

export const approvalTone: Record<ApprovalState, Tone> = {
  pending: 'warn',
  accepted: 'good',
  denied: 'bad',
  expired: 'plain',
  failed: 'bad',
}

export const approvalState = (state: ApprovalState): string => {
  switch (state) {
    case 'pending':
      return t({ id: 'admin.approval.pending', message: 'Pending' })
    case 'accepted':
      return t({ id: 'admin.approval.accepted', message: 'Approved' })
    case 'denied':
      return t({ id: 'admin.approval.denied', message: 'Rejected' })
    case 'expired':
      return t({ id: 'admin.approval.expired', message: 'Expired' })
    case 'failed':
      return t({ id: 'admin.approval.failed', message: 'No longer possible' })
  }
}

export const approvalKind = (kind: Approval['kind']): string => {
  switch (kind) {
    case 'user.adjust':
      return t({ id: 'admin.approval.adjust', message: 'Balance adjustment' })
    case 'user.reverse':
      return t({ id: 'admin.approval.reverse', message: 'Transaction reversal' })
    case 'withdrawal.approve':
      return t({ id: 'admin.approval.withdrawal', message: 'Large withdrawal' })
    case 'withdrawal.refund':
      return t({ id: 'admin.approval.refund', message: 'Withdrawal refund' })
    case 'method.edit':
      return t({ id: 'admin.approval.method', message: 'Withdrawal method change' })
    case 'setting.save':
      return t({ id: 'admin.approval.setting', message: 'Settings change' })
    default:
      return siteActKind(kind)
  }
}

type SiteAct = Exclude<Approval['kind'], `user.${string}` | `withdrawal.${string}` | 'method.edit' | 'setting.save'>

/** What decides how much users can earn, and what releases what was stopped or withheld. */
const siteActKind = (kind: SiteAct): string => {
  switch (kind) {
    case 'coupon.add':
      return t({ id: 'admin.approval.couponAdd', message: 'New coupons' })
    case 'coupon.edit':
      return t({ id: 'admin.approval.couponEdit', message: 'Coupon change' })
    case 'challenge.add':
      return t({ id: 'admin.approval.challengeAdd', message: 'New challenge' })
    case 'challenge.edit':
      return t({ id: 'admin.approval.challengeEdit', message: 'Challenge change' })
    case 'link.add':
      return t({ id: 'admin.approval.linkAdd', message: 'New shortlink provider' })
    case 'link.edit':
      return t({ id: 'admin.approval.linkEdit', message: 'Shortlink provider change' })
    case 'link.pay':
      return t({ id: 'admin.approval.linkPay', message: 'Shortlink visit payment' })
    case 'wall.add':
      return t({ id: 'admin.approval.wallAdd', message: 'New offerwall' })
    case 'wall.edit':
      return t({ id: 'admin.approval.wallEdit', message: 'Offerwall change' })
    case 'report.credit':
      return t({ id: 'admin.approval.reportCredit', message: 'Missing reward credit' })
    case 'outflow.resume':
      return t({ id: 'admin.approval.resume', message: 'Resume after a stop' })
    case 'suspect.release':
    case 'appeal.answer':
      return t({ id: 'admin.approval.release', message: 'Account release' })
    case 'suspect.end-measure':
      return t({ id: 'admin.approval.endMeasure', message: 'Lifting of a restriction' })
    case 'suspect.delete-mark':
      return t({ id: 'admin.approval.deleteMark', message: 'Risk signal deletion' })
  }
}
