import { t } from '@lingui/core/macro'
import type { Notification } from '@runnel/contract/account/user'
import { unitsText } from '#ui/Amount.tsx'
import { campaignNews } from './campaign-notifications.ts'
import { offerNews } from './offer-notifications.ts'
import { taskNews } from './task-notifications.ts'

interface Text {
  title: string
  text?: string
}

/** What a notification says; the server names only its kind and its values. */
export const notificationText = ({ kind, values }: Notification): Text => {
  const amount = typeof values['amount'] === 'number' ? unitsText(values['amount']) : ''
  const reason = String(values['reason'] ?? '')
  const method = String(values['method'] ?? values['currency'] ?? '')
  switch (kind) {
    case 'welcome':
      return {
        title: t({ id: 'notification.welcome', message: 'Welcome!' }),
        text: t({ id: 'notification.welcome.text', message: 'Your first faucet claim is ready.' }),
      }
    case 'level-up': {
      const level = String(values['level'] ?? '')
      return {
        title: t({ id: 'notification.levelUp', message: `You reached level ${level}` }),
        text: t({ id: 'notification.levelUp.text', message: 'Your faucet claims now pay more on average.' }),
      }
    }
    case 'email-verified':
      return {
        title: t({ id: 'notification.emailVerified', message: 'Email address verified' }),
        text: t({ id: 'notification.emailVerified.text', message: 'You can withdraw now.' }),
      }
    case 'password-changed':
      return {
        title: t({ id: 'notification.passwordChanged', message: 'Password changed' }),
        text: t({
          id: 'notification.passwordChanged.text',
          message: 'You were signed out on all other devices. Wasn’t you? Reset your password now.',
        }),
      }
    case 'google-linked':
    case 'google-unlinked':
    case 'two-step-on':
    case 'two-step-off':
    case 'recovery-code-used':
      return securityNews(kind, values)
    case 'new-device': {
      const device = String(values['device'] ?? '')
      return {
        title: t({ id: 'notification.newDevice', message: 'New sign-in' }),
        text: t({
          id: 'notification.newDevice.text',
          message: `${device} Wasn’t you? Sign out of that session and change your password.`,
        }),
      }
    }
    case 'account-locked':
    case 'account-unlocked':
    case 'account-adjusted':
    case 'contact-answered':
      return siteNews({ kind, amount, reason, subject: String(values['subject'] ?? '') })
    case 'account-measured':
    case 'account-released':
    case 'account-answered':
      return caseNews({ kind, amount, reason, message: String(values['message'] ?? '') })
    case 'site-alert':
      return { title: t({ id: 'notification.siteAlert', message: 'Action needed on your site' }), text: reason }
    case 'deposit-credited':
      return {
        title: t({ id: 'notification.depositCredited', message: 'Deposit received' }),
        text: t({ id: 'notification.depositCredited.text', message: `${amount} added to your deposit balance.` }),
      }
    default:
      return earnedNews({ kind, values, amount, reason, method })
  }
}

interface SiteNews {
  kind: 'account-locked' | 'account-unlocked' | 'account-adjusted' | 'contact-answered'
  amount: string
  reason: string
  subject: string
}

/** What a person of the site did about the account or said to its user. */
const siteNews = ({ kind, amount, reason, subject }: SiteNews): Text => {
  switch (kind) {
    case 'account-locked':
      return { title: t({ id: 'notification.locked', message: 'Your account was locked' }), text: reason }
    case 'account-unlocked':
      return { title: t({ id: 'notification.unlocked', message: 'Your account is unlocked' }), text: reason }
    case 'account-adjusted':
      return {
        title: t({ id: 'notification.adjusted', message: 'Your balance was adjusted' }),
        text: t({ id: 'notification.adjusted.text', message: `${amount}: ${reason}` }),
      }
    case 'contact-answered':
      return {
        title: t({ id: 'notification.contactAnswered', message: 'We replied to your message' }),
        text: t({ id: 'notification.contactAnswered.text', message: `${subject}: we replied by email.` }),
      }
  }
}

type Personal =
  | 'welcome'
  | 'level-up'
  | 'email-verified'
  | 'password-changed'
  | 'new-device'
  | SecurityKind
  | 'deposit-credited'
  | 'site-alert'
  | 'contact-answered'
  | `account-${string}`

interface EarnedNews extends Pick<Notification, 'values'> {
  kind: Exclude<Notification['kind'], Personal>
  amount: string
  reason: string
  method: string
}

/** What is told about earning, spending and paying out. */
const earnedNews = ({ kind, values, amount, reason, method }: EarnedNews): Text => {
  switch (kind) {
    case 'offer-credited':
    case 'offer-held':
    case 'offer-released':
    case 'offer-charged-back':
      return offerNews({ kind, values, amount, reason })
    case 'withdrawal-requested':
    case 'withdrawal-approved':
    case 'withdrawal-paid':
    case 'withdrawal-rejected':
    case 'withdrawal-failed':
      return withdrawalText({ kind, amount, reason, method })
    case 'referral-joined':
    case 'prize-won':
    case 'link-paid':
    case 'link-refused':
      return earningNews({ kind, values, amount, reason })
    case 'campaign-approved':
    case 'campaign-rejected':
    case 'campaign-paused':
    case 'campaign-review':
    case 'campaign-completed':
    case 'campaign-deleted':
    case 'campaign-returned':
    case 'view-returned':
      return campaignNews({ kind, title: String(values['title'] ?? ''), amount, reason })
    default:
      return taskNews({ kind, values, amount, reason })
  }
}

interface WithdrawalNews {
  kind: Extract<Notification['kind'], `withdrawal-${string}`>
  amount: string
  reason: string
  method: string
}

const withdrawalText = ({ kind, amount, reason, method }: WithdrawalNews): Text => {
  const text = [amount, method].filter(Boolean).join(' · ')
  switch (kind) {
    case 'withdrawal-requested':
      return { title: t({ id: 'notification.requested', message: 'Withdrawal requested' }), text }
    case 'withdrawal-approved':
      return { title: t({ id: 'notification.approved', message: 'Withdrawal approved' }), text }
    case 'withdrawal-paid':
      return { title: t({ id: 'notification.paid', message: 'Withdrawal paid' }), text }
    case 'withdrawal-rejected':
      return {
        title: t({ id: 'notification.rejected', message: 'Withdrawal rejected. The full amount was refunded.' }),
        text: [text, reason].filter(Boolean).join('. '),
      }
    case 'withdrawal-failed':
      return {
        title: t({ id: 'notification.failed', message: 'Withdrawal failed. The full amount was refunded.' }),
        text: [text, reason].filter(Boolean).join('. '),
      }
  }
}

interface CaseNews {
  kind: 'account-measured' | 'account-released' | 'account-answered'
  amount: string
  reason: string
  message: string
}

/** What holds an account back, and what a person made of it. */
const caseNews = ({ kind, amount, reason, message }: CaseNews): Text => {
  switch (kind) {
    case 'account-measured':
      return {
        title: t({ id: 'notification.measured', message: 'A restriction was added to your account' }),
        text: reason,
      }
    case 'account-released':
      return {
        title: t({ id: 'notification.released', message: 'Account reviewed: restrictions lifted' }),
        text: t({ id: 'notification.released.text', message: `Withheld rewards paid: ${amount}` }),
      }
    case 'account-answered':
      return { title: t({ id: 'notification.appealAnswered', message: 'Your appeal was answered' }), text: message }
  }
}

type SecurityKind = 'google-linked' | 'google-unlinked' | 'two-step-on' | 'two-step-off' | 'recovery-code-used'

/** What the bell says about the ways into an account. */
const securityNews = (kind: SecurityKind, values: Notification['values']): { title: string; text: string } => {
  const email = String(values['email'] ?? '')
  const left = String(values['left'] ?? '')
  switch (kind) {
    case 'google-linked':
      return { title: t({ id: 'notification.googleLinked', message: 'Google account linked' }), text: email }
    case 'google-unlinked':
      return {
        title: t({ id: 'notification.googleUnlinked', message: 'Google account unlinked' }),
        text: email,
      }
    case 'two-step-on':
      return {
        title: t({ id: 'notification.twoStepOn', message: 'Two-factor authentication turned on' }),
        text: t({ id: 'notification.twoStepOn.text', message: 'Keep your recovery codes in a safe place.' }),
      }
    case 'two-step-off':
      return {
        title: t({ id: 'notification.twoStepOff', message: 'Two-factor authentication turned off' }),
        text: t({ id: 'notification.twoStepOff.text', message: 'Wasn’t you? Change your password now.' }),
      }
    case 'recovery-code-used':
      return {
        title: t({ id: 'notification.recoveryCodeUsed', message: 'Recovery code used to sign in' }),
        text: t({ id: 'notification.recoveryCodeUsed.text', message: `Recovery codes left: ${left}.` }),
      }
  }
}

interface EarningNews extends Pick<Notification, 'values'> {
  kind: Extract<Notification['kind'], 'referral-joined' | 'prize-won' | `link-${string}`>
  amount: string
  reason: string
}

/** What is told about people who were referred, boards, and visits that a person has looked at. */
const earningNews = ({ kind, values, amount, reason }: EarningNews): { title: string; text: string } => {
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
