import { t } from '@lingui/core/macro'
import type { WithdrawalStatus } from '@runnel/contract/withdraw'
import type { Tone } from '#ui/tone.ts'

/** A status in a word or two. */
export const statusName = (status: WithdrawalStatus): string => {
  switch (status) {
    case 'review':
      return t({ id: 'withdraw.status.review', message: 'In review' })
    case 'approved':
      return t({ id: 'withdraw.status.approved', message: 'Approved' })
    case 'sending':
      return t({ id: 'withdraw.status.sending', message: 'Processing' })
    case 'paid':
      return t({ id: 'withdraw.status.paid', message: 'Paid' })
    case 'rejected':
      return t({ id: 'withdraw.status.rejected', message: 'Rejected' })
    case 'failed':
      return t({ id: 'withdraw.status.failed', message: 'Failed' })
    case 'unknown':
      return t({ id: 'withdraw.status.unknown', message: 'Verifying' })
  }
}

export const statusTone: Readonly<Record<WithdrawalStatus, Tone>> = {
  review: 'warn',
  approved: 'brand',
  sending: 'brand',
  paid: 'good',
  rejected: 'bad',
  failed: 'bad',
  unknown: 'warn',
}

/** What a status means for the one who waits. */
export const statusMeaning = (status: WithdrawalStatus): string => {
  switch (status) {
    case 'review':
      return t({ id: 'withdraw.meaning.review', message: 'In manual review before payment.' })
    case 'approved':
      return t({ id: 'withdraw.meaning.approved', message: 'Approved and queued for payment.' })
    case 'sending':
      return t({ id: 'withdraw.meaning.sending', message: 'Being sent now.' })
    case 'paid':
      return t({ id: 'withdraw.meaning.paid', message: 'Sent to your address.' })
    case 'rejected':
      return t({ id: 'withdraw.meaning.rejected', message: 'Rejected. The full amount was refunded to your balance.' })
    case 'failed':
      return t({
        id: 'withdraw.meaning.failed',
        message: 'Payment failed. The full amount was refunded to your balance.',
      })
    case 'unknown':
      return t({
        id: 'withdraw.meaning.unknown',
        message: 'We’re checking whether the payment went through. Your funds are safe.',
      })
  }
}
