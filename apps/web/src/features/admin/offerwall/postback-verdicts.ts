import { t } from '@lingui/core/macro'
import type { Tone } from '#ui/tone.ts'
import type { PostbackVerdict } from './offerwalls.ts'

export const verdictTone: Record<PostbackVerdict, Tone> = {
  credited: 'good',
  held: 'warn',
  'charged-back': 'warn',
  'charged-back-first': 'warn',
  settled: 'plain',
  duplicate: 'plain',
  ignored: 'plain',
  'bad-signature': 'bad',
  'bad-source': 'bad',
  'unknown-user': 'bad',
  'bad-amount': 'bad',
  unreadable: 'bad',
  'wall-off': 'plain',
}

/** What was made of a call. */
export const verdictName = (verdict: PostbackVerdict): string => {
  switch (verdict) {
    case 'credited':
      return t({ id: 'admin.verdict.credited', message: 'Credited' })
    case 'held':
      return t({ id: 'admin.verdict.held', message: 'Credited (on hold)' })
    case 'charged-back':
      return t({ id: 'admin.verdict.back', message: 'Charged back' })
    case 'charged-back-first':
      return t({ id: 'admin.verdict.backFirst', message: 'Chargeback before credit' })
    case 'settled':
      return t({ id: 'admin.verdict.settled', message: 'Credited by hand before' })
    case 'duplicate':
      return t({ id: 'admin.verdict.duplicate', message: 'Duplicate' })
    case 'ignored':
      return t({ id: 'admin.verdict.ignored', message: 'Ignored' })
    case 'wall-off':
      return t({ id: 'admin.verdict.off', message: 'Offerwall disabled' })
    default:
      return refusedName(verdict)
  }
}

type Refused = 'bad-signature' | 'bad-source' | 'unknown-user' | 'bad-amount' | 'unreadable'

const refusedName = (verdict: Refused): string => {
  switch (verdict) {
    case 'bad-signature':
      return t({ id: 'admin.verdict.signature', message: 'Invalid signature' })
    case 'bad-source':
      return t({ id: 'admin.verdict.source', message: 'IP address not allowed' })
    case 'unknown-user':
      return t({ id: 'admin.verdict.user', message: 'Unknown user' })
    case 'bad-amount':
      return t({ id: 'admin.verdict.amount', message: 'Invalid amount' })
    case 'unreadable':
      return t({ id: 'admin.verdict.unreadable', message: 'Malformed' })
  }
}
