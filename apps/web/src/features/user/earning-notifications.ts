import { t } from '@lingui/core/macro'
import type { Notification } from '@runnel/contract/account/user'

interface EarningNews extends Pick<Notification, 'values'> {
  kind: Extract<Notification['kind'], 'referral-joined' | 'prize-won' | `link-${string}`>
  amount: string
  reason: string
}

/** What is told about people who were referred, boards, and visits that a person has looked at. */
export function earningNews({ kind, values, amount, reason }: EarningNews): { title: string; text: string } {
  switch (kind) {
    case 'referral-joined': {
      const username = String(values['username'] ?? '')
      return {
        title: t({ id: 'notification.referralJoined', message: `New referral: ${username}` }),
        text: t({ id: 'notification.referralJoined.text', message: 'You’ll earn commission on their earnings.' }),
      }
    }
    case 'prize-won': {
      const rank = String(values['rank'] ?? '')
      return {
        title: t({ id: 'notification.prizeWon', message: `You won ${amount}` }),
        text: t({ id: 'notification.prizeWon.text', message: `You finished at rank ${rank} on the leaderboard.` }),
      }
    }
    case 'link-paid':
      return {
        title: t({ id: 'notification.linkPaid', message: `${amount} paid for a shortlink` }),
        text: String(values['link'] ?? ''),
      }
    case 'link-refused':
      return {
        title: t({ id: 'notification.linkRefused', message: `Shortlink reward denied: ${amount}` }),
        text: [values['link'], reason].filter(Boolean).join('. '),
      }
  }
}
