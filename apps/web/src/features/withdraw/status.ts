import { t } from '@lingui/core/macro'
import type { WithdrawalStatus } from '@runnel/contract/withdraw'
import type { Tone } from '#ui/tone.ts'

/** A status in a word or two. */
export function statusName(status: WithdrawalStatus): string {
  switch (status) {
    case 'review':
      return t({ id: 'withdraw.status.review', message: 'In review' })
    case 'approved':
      return t({ id: 'withdraw.status.approved', message: 'Approved' })
    case 'sending':
      return t({ id: 'withdraw.status.sending', message: 'Being sent' })
    case 'paid':
      return t({ id: 'withdraw.status.paid', message: 'Paid' })
    case 'rejected':
      return t({ id: 'withdraw.status.rejected', message: 'Rejected' })
    case 'failed':
      return t({ id: 'withdraw.status.failed', message: 'Failed' })
    case 'unknown':
      return t({ id: 'withdraw.status.unknown', message: 'Being checked' })
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
export function statusMeaning(status: WithdrawalStatus): string {
  switch (status) {
    case 'review':
      return t({ id: 'withdraw.meaning.review', message: 'A person looks at it before it is paid.' })
    case 'approved':
      return t({ id: 'withdraw.meaning.approved', message: 'It is on its way and waits for its turn to be sent.' })
    case 'sending':
      return t({ id: 'withdraw.meaning.sending', message: 'It is being sent right now.' })
    case 'paid':
      return t({ id: 'withdraw.meaning.paid', message: 'It was sent to your address.' })
    case 'rejected':
      return t({ id: 'withdraw.meaning.rejected', message: 'It was not paid; everything is back in your balance.' })
    case 'failed':
      return t({ id: 'withdraw.meaning.failed', message: 'It could not be paid; everything is back in your balance.' })
    case 'unknown':
      return t({ id: 'withdraw.meaning.unknown', message: 'A person finds out whether it arrived. Nothing is lost.' })
  }
}
