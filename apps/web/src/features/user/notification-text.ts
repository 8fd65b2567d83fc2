import { plural, t } from '@lingui/core/macro'
import type { Notification } from '@runnel/contract/account/user'
import { unitsText } from '#ui/Amount.tsx'

/** What a notification says; the server names only its kind and its values. */
export const notificationText = ({ kind, values }: Notification) => {
  const [title, text] = texts[kind](factsOf(values))
  return { title, text }
}

/** What a text may name; what the server left out is empty. `why` is what it is about and the reason given. */
const factsOf = (values: Notification['values']) => {
  const word = (name: string) => String(values[name] ?? '')
  const amount = typeof values['amount'] === 'number' ? unitsText(values['amount']) : ''
  return {
    address: word('address'),
    amount,
    count: Number(values['count'] ?? 0),
    days: Number(values['days'] ?? 0),
    device: word('device'),
    email: word('email'),
    host: word('host'),
    left: word('left'),
    level: word('level'),
    link: word('link'),
    message: word('message'),
    method: word('method'),
    name: word('name'),
    offer: joined(': ', ...new Set([word('wall'), word('offer')])),
    payout: joined(' · ', amount, word(values['method'] === undefined ? 'currency' : 'method')),
    rank: word('rank'),
    reason: word('reason'),
    state: word('state'),
    subject: word('subject'),
    title: word('title'),
    why: joined('. ', word('title'), word('reason')),
    username: word('username'),
  }
}

const linked = (provider: string): string =>
  t({ id: 'notification.providerLinked', message: `${provider} account linked` })

const unlinked = (provider: string): string =>
  t({ id: 'notification.providerUnlinked', message: `${provider} account unlinked` })

const joined = (by: string, ...texts: string[]): string => texts.filter(Boolean).join(by)

const texts: Record<Notification['kind'], (facts: ReturnType<typeof factsOf>) => [title: string, text: string]> = {
  welcome: () => [
    t({ id: 'notification.welcome', message: 'Welcome!' }),
    t({ id: 'notification.welcome.text', message: 'Your first faucet claim is ready.' }),
  ],
  'email-verified': () => [
    t({ id: 'notification.emailVerified', message: 'Email address verified' }),
    t({ id: 'notification.emailVerified.text', message: 'You’ve met the email requirement for withdrawals.' }),
  ],
  'password-changed': () => [
    t({ id: 'notification.passwordChanged', message: 'Password changed' }),
    t({
      id: 'notification.passwordChanged.text',
      message: 'You were signed out on all other devices. Wasn’t you? Reset your password now.',
    }),
  ],
  'site-alert': ({ reason }) => [t({ id: 'notification.siteAlert', message: 'Action needed on your site' }), reason],
  'deposit-credited': ({ amount }) => [
    t({ id: 'notification.depositCredited', message: 'Deposit received' }),
    t({ id: 'notification.depositCredited.text', message: `${amount} added to your deposit balance.` }),
  ],
  'account-locked': ({ reason }) => [t({ id: 'notification.locked', message: 'Your account was locked' }), reason],
  'account-unlocked': ({ reason }) => [t({ id: 'notification.unlocked', message: 'Your account is unlocked' }), reason],
  'account-adjusted': ({ amount, reason }) => [
    t({ id: 'notification.adjusted', message: 'Your balance was adjusted' }),
    t({ id: 'notification.adjusted.text', message: `${amount}: ${reason}` }),
  ],
  'contact-answered': ({ subject }) => [
    t({ id: 'notification.contactAnswered', message: 'We replied to your message' }),
    t({ id: 'notification.contactAnswered.text', message: `${subject}: we replied by email.` }),
  ],
  'withdrawal-requested': ({ payout }) => [
    t({ id: 'notification.requested', message: 'Withdrawal requested' }),
    payout,
  ],
  'withdrawal-approved': ({ payout }) => [t({ id: 'notification.approved', message: 'Withdrawal approved' }), payout],
  'withdrawal-paid': ({ payout }) => [t({ id: 'notification.paid', message: 'Withdrawal paid' }), payout],
  'withdrawal-rejected': ({ payout, reason }) => [
    t({ id: 'notification.rejected', message: 'Withdrawal rejected. The full amount was refunded.' }),
    joined('. ', payout, reason),
  ],
  'withdrawal-failed': ({ payout, reason }) => [
    t({ id: 'notification.failed', message: 'Withdrawal failed. The full amount was refunded.' }),
    joined('. ', payout, reason),
  ],
  'account-measured': ({ reason }) => [
    t({ id: 'notification.measured', message: 'A restriction was added to your account' }),
    reason,
  ],
  'account-released': ({ amount }) => [
    t({ id: 'notification.released', message: 'Account reviewed: restrictions lifted' }),
    t({ id: 'notification.released.text', message: `Withheld rewards paid: ${amount}` }),
  ],
  'account-answered': ({ message }) => [
    t({ id: 'notification.appealAnswered', message: 'Your appeal was answered' }),
    message,
  ],
  'google-linked': ({ email }) => [linked('Google'), email],
  'google-unlinked': ({ email }) => [unlinked('Google'), email],
  'telegram-linked': ({ name }) => [linked('Telegram'), name],
  'telegram-unlinked': ({ name }) => [unlinked('Telegram'), name],
  'two-step-on': () => [
    t({ id: 'notification.twoStepOn', message: 'Two-factor authentication turned on' }),
    t({ id: 'notification.twoStepOn.text', message: 'Keep your recovery codes in a safe place.' }),
  ],
  'two-step-off': () => [
    t({ id: 'notification.twoStepOff', message: 'Two-factor authentication turned off' }),
    t({ id: 'notification.twoStepOff.text', message: 'Wasn’t you? Change your password now.' }),
  ],
  'passkey-added': ({ name }) => [
    t({ id: 'notification.passkeyAdded', message: 'Passkey added' }),
    t({ id: 'notification.passkeyAdded.text', message: `${name} can now sign in to your account.` }),
  ],
  'passkey-removed': ({ name }) => [
    t({ id: 'notification.passkeyRemoved', message: 'Passkey removed' }),
    t({ id: 'notification.passkeyRemoved.text', message: `${name} can no longer sign in to your account.` }),
  ],
  'passkey-copied': ({ name }) => [
    t({ id: 'notification.passkeyCopied', message: 'Copy of a passkey refused' }),
    t({
      id: 'notification.passkeyCopied.text',
      message: `Someone used a copy of ${name}. Remove it and add a new passkey.`,
    }),
  ],
  'recovery-code-used': ({ left }) => [
    t({ id: 'notification.recoveryCodeUsed', message: 'Recovery code used to sign in' }),
    t({ id: 'notification.recoveryCodeUsed.text', message: `Recovery codes left: ${left}.` }),
  ],
  'payout-address-added': ({ method, address }) => [
    t({ id: 'notification.addressAdded', message: `New payout address for ${method}` }),
    t({ id: 'notification.addressAdded.text', message: `${address}. Wasn’t you? Change your password now.` }),
  ],
  'webhook-added': ({ host }) => [
    t({ id: 'notification.webhookAdded', message: 'Webhook added' }),
    t({ id: 'notification.webhookAdded.text', message: `${host} now receives events of your account.` }),
  ],
  'api-key-added': ({ name }) => [
    t({ id: 'notification.apiKeyAdded', message: 'API key created' }),
    t({ id: 'notification.apiKeyAdded.text', message: `${name} can now access your account.` }),
  ],
  'link-paid': ({ amount, link }) => [
    t({ id: 'notification.linkPaid', message: `${amount} paid for a shortlink` }),
    link,
  ],
  'link-refused': ({ amount, link, reason }) => [
    t({ id: 'notification.linkRefused', message: `Shortlink reward denied: ${amount}` }),
    joined('. ', link, reason),
  ],
  'level-up': ({ level }) => [
    t({ id: 'notification.levelUp', message: `You reached level ${level}` }),
    t({ id: 'notification.levelUp.text', message: 'Your faucet claims now pay more on average.' }),
  ],
  'new-device': ({ device }) => [
    t({ id: 'notification.newDevice', message: 'New sign-in' }),
    t({
      id: 'notification.newDevice.text',
      message: `${device} Wasn’t you? Sign out of that session and change your password.`,
    }),
  ],
  'referral-joined': ({ username }) => [
    t({ id: 'notification.referralJoined', message: `New referral: ${username}` }),
    t({ id: 'notification.referralJoined.text', message: 'You’ll earn commission on their earnings.' }),
  ],
  'webhook-disabled': ({ host }) => [
    t({ id: 'notification.webhookDisabled', message: 'A webhook was turned off' }),
    t({ id: 'notification.webhookDisabled.text', message: `${host} didn’t accept any event.` }),
  ],
  'prize-won': ({ amount, rank }) => [
    t({ id: 'notification.prizeWon', message: `You won ${amount}` }),
    t({ id: 'notification.prizeWon.text', message: `You finished at rank ${rank} on the leaderboard.` }),
  ],
  'offer-credited': ({ amount, offer }) => [
    t({ id: 'notification.offerCredited', message: `${amount} earned from an offer` }),
    offer,
  ],
  'offer-released': ({ amount, offer }) => [
    t({ id: 'notification.offerReleased', message: `${amount} from an offer released` }),
    offer,
  ],
  'offer-charged-back': ({ amount, offer, reason }) => [
    t({ id: 'notification.offerChargedBack', message: `Offer chargeback: ${amount}` }),
    joined('. ', offer, reason),
  ],
  'report-answered': ({ state, offer, reason }) => [
    state === 'passed'
      ? t({ id: 'notification.reportPassed', message: 'Your missing reward was passed to the vendor' })
      : t({ id: 'notification.reportDeclined', message: 'Your missing reward report was declined' }),
    joined('. ', offer, reason),
  ],
  'offer-held': ({ amount, days, offer }) => [
    t({
      id: 'notification.offerHeld',
      message: plural(days, {
        one: `${amount} from an offer, on hold for # day`,
        other: `${amount} from an offer, on hold for # days`,
      }),
    }),
    offer,
  ],
  'campaign-approved': ({ title }) => [
    t({ id: 'notification.campaignApproved', message: 'Your campaign is live' }),
    title,
  ],
  'campaign-rejected': ({ amount, why }) => [
    t({ id: 'notification.campaignRejected', message: `Your campaign was rejected. ${amount} refunded.` }),
    why,
  ],
  'campaign-paused': ({ why }) => [t({ id: 'notification.campaignPaused', message: 'Your campaign was paused' }), why],
  'campaign-review': ({ why }) => [
    t({ id: 'notification.campaignReview', message: 'Your campaign is in review again' }),
    why,
  ],
  'campaign-completed': ({ title }) => [
    t({ id: 'notification.campaignCompleted', message: 'Your campaign is completed' }),
    title,
  ],
  'campaign-deleted': ({ amount, title }) => [
    t({ id: 'notification.campaignDeleted', message: `Your campaign was deleted. ${amount} refunded.` }),
    title,
  ],
  'campaign-returned': ({ amount, why }) => [
    t({ id: 'notification.campaignReturned', message: `${amount} returned to your campaign` }),
    why,
  ],
  'view-returned': ({ amount, why }) => [
    t({ id: 'notification.viewReturned', message: `Ad reward reversed: ${amount}` }),
    why,
  ],
  'task-approved': ({ title }) => [t({ id: 'notification.taskApproved', message: 'Your task is live' }), title],
  'task-rejected': ({ amount, why }) => [
    t({ id: 'notification.taskRejected', message: `Your task was rejected. ${amount} refunded.` }),
    why,
  ],
  'task-paused': ({ why }) => [t({ id: 'notification.taskPaused', message: 'Your task was paused' }), why],
  'task-completed': ({ title }) => [t({ id: 'notification.taskCompleted', message: 'Your task is completed' }), title],
  'task-update-accepted': ({ title }) => [
    t({ id: 'notification.taskUpdateAccepted', message: 'Your changes are live' }),
    title,
  ],
  'task-update-denied': ({ why }) => [
    t({ id: 'notification.taskUpdateDenied', message: 'Your task changes were rejected' }),
    why,
  ],
  'submission-accepted': ({ amount, title }) => [
    t({ id: 'notification.submissionAccepted', message: `${amount} earned from a task` }),
    title,
  ],
  'submission-denied': ({ why }) => [
    t({ id: 'notification.submissionDenied', message: 'Your submission was denied' }),
    why,
  ],
  'submission-revision': ({ why }) => [
    t({ id: 'notification.submissionRevision', message: 'Revision requested for your submission' }),
    why,
  ],
  'submission-reopened': ({ title }) => [
    t({
      id: 'notification.submissionReopened',
      message: 'Decision reversed: your submission is pending again',
    }),
    title,
  ],
  'submission-expired': ({ title }) => [
    t({ id: 'notification.submissionExpired', message: 'Your task reservation expired' }),
    title,
  ],
  'dispute-opened': ({ why }) => [
    t({ id: 'notification.disputeOpened', message: 'A worker disputed your denial' }),
    why,
  ],
  'dispute-answered': ({ why }) => [
    t({ id: 'notification.disputeAnswered', message: 'The task owner replied to your dispute' }),
    why,
  ],
  'dispute-won': ({ why }) => [t({ id: 'notification.disputeWon', message: 'You won a dispute' }), why],
  'dispute-lost': ({ why }) => [t({ id: 'notification.disputeLost', message: 'You lost a dispute' }), why],
  'task-sent': ({ title, username }) => [
    t({ id: 'notification.taskSent', message: `New submission from ${username}` }),
    title,
  ],
  'task-review-due': ({ count, title }) => [
    t({
      id: 'notification.taskReviewDue',
      message: plural(count, {
        one: '# submission will be accepted automatically soon',
        other: '# submissions will be accepted automatically soon',
      }),
    }),
    title,
  ],
}
