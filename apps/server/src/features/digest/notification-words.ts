import type { NotificationKind } from '@runnel/contract/account/user-kinds'
import type { Locale } from '@runnel/contract/locale'
import { render } from '#kernel/words/render.ts'
import { say, type Words } from '#kernel/words/say.ts'

type Values = Readonly<Record<string, string | number>>

interface Told {
  readonly kind: NotificationKind
  readonly values: Values
}

/**
 * What a notification says, as the page has it under the bell (`notification-text.ts` there): both catalogues hold
 * the same texts under the same ids, and `npm run check` compares them.
 */
export const notificationWords = ({ kind, values }: Told, locale: Locale): { title: string; text: string } => {
  const [title, text] = texts[kind](factsOf(values, locale))
  return { title: render(title, locale), text: render(text, locale) }
}

/** An amount as the pages write it. */
export const unitsWords = (units: number): Words => say('ui.units', { units, shown: units })

/** What a text may name; what the server left out is empty. `why` is what it is about and the reason given. */
const factsOf = (values: Values, locale: Locale) => {
  // Reasons may be codes, which are words only once they stand alone.
  const word = (name: string): string => render(String(values[name] ?? ''), locale)
  const units = values['amount']
  const amount = typeof units === 'number' ? render(unitsWords(units), locale) : ''
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

const linked = (provider: string): Words => say('notification.providerLinked', { provider })

const unlinked = (provider: string): Words => say('notification.providerUnlinked', { provider })

const joined = (by: string, ...texts: string[]): string => texts.filter(Boolean).join(by)

const texts: Record<NotificationKind, (facts: ReturnType<typeof factsOf>) => [title: string, text: string]> = {
  welcome: () => [say('notification.welcome'), say('notification.welcome.text')],
  'email-verified': () => [say('notification.emailVerified'), say('notification.emailVerified.text')],
  'password-changed': () => [say('notification.passwordChanged'), say('notification.passwordChanged.text')],
  'site-alert': ({ reason }) => [say('notification.siteAlert'), reason],
  'deposit-credited': ({ amount }) => [
    say('notification.depositCredited'),
    say('notification.depositCredited.text', { amount }),
  ],
  'account-locked': ({ reason }) => [say('notification.locked'), reason],
  'account-unlocked': ({ reason }) => [say('notification.unlocked'), reason],
  'account-adjusted': ({ amount, reason }) => [
    say('notification.adjusted'),
    say('notification.adjusted.text', { amount, reason }),
  ],
  'contact-answered': ({ subject }) => [
    say('notification.contactAnswered'),
    say('notification.contactAnswered.text', { subject }),
  ],
  'withdrawal-requested': ({ payout }) => [say('notification.requested'), payout],
  'withdrawal-approved': ({ payout }) => [say('notification.approved'), payout],
  'withdrawal-paid': ({ payout }) => [say('notification.paid'), payout],
  'withdrawal-rejected': ({ payout, reason }) => [say('notification.rejected'), joined('. ', payout, reason)],
  'withdrawal-failed': ({ payout, reason }) => [say('notification.failed'), joined('. ', payout, reason)],
  'account-measured': ({ reason }) => [say('notification.measured'), reason],
  'account-released': ({ amount }) => [say('notification.released'), say('notification.released.text', { amount })],
  'account-answered': ({ message }) => [say('notification.appealAnswered'), message],
  'google-linked': ({ email }) => [linked('Google'), email],
  'google-unlinked': ({ email }) => [unlinked('Google'), email],
  'telegram-linked': ({ name }) => [linked('Telegram'), name],
  'telegram-unlinked': ({ name }) => [unlinked('Telegram'), name],
  'two-step-on': () => [say('notification.twoStepOn'), say('notification.twoStepOn.text')],
  'two-step-off': () => [say('notification.twoStepOff'), say('notification.twoStepOff.text')],
  'passkey-added': ({ name }) => [say('notification.passkeyAdded'), say('notification.passkeyAdded.text', { name })],
  'passkey-removed': ({ name }) => [
    say('notification.passkeyRemoved'),
    say('notification.passkeyRemoved.text', { name }),
  ],
  'passkey-copied': ({ name }) => [say('notification.passkeyCopied'), say('notification.passkeyCopied.text', { name })],
  'recovery-code-used': ({ left }) => [
    say('notification.recoveryCodeUsed'),
    say('notification.recoveryCodeUsed.text', { left }),
  ],
  'payout-address-added': ({ method, address }) => [
    say('notification.addressAdded', { method }),
    say('notification.addressAdded.text', { address }),
  ],
  'webhook-added': ({ host }) => [say('notification.webhookAdded'), say('notification.webhookAdded.text', { host })],
  'api-key-added': ({ name }) => [say('notification.apiKeyAdded'), say('notification.apiKeyAdded.text', { name })],
  'link-paid': ({ amount, link }) => [say('notification.linkPaid', { amount }), link],
  'link-refused': ({ amount, link, reason }) => [
    say('notification.linkRefused', { amount }),
    joined('. ', link, reason),
  ],
  'level-up': ({ level }) => [say('notification.levelUp', { level }), say('notification.levelUp.text')],
  'new-device': ({ device }) => [say('notification.newDevice'), say('notification.newDevice.text', { device })],
  'referral-joined': ({ username }) => [
    say('notification.referralJoined', { username }),
    say('notification.referralJoined.text'),
  ],
  'webhook-disabled': ({ host }) => [
    say('notification.webhookDisabled'),
    say('notification.webhookDisabled.text', { host }),
  ],
  'prize-won': ({ amount, rank }) => [
    say('notification.prizeWon', { amount }),
    say('notification.prizeWon.text', { rank }),
  ],
  'offer-credited': ({ amount, offer }) => [say('notification.offerCredited', { amount }), offer],
  'offer-released': ({ amount, offer }) => [say('notification.offerReleased', { amount }), offer],
  'offer-charged-back': ({ amount, offer, reason }) => [
    say('notification.offerChargedBack', { amount }),
    joined('. ', offer, reason),
  ],
  'report-answered': ({ state, offer, reason }) => [
    state === 'passed' ? say('notification.reportPassed') : say('notification.reportDeclined'),
    joined('. ', offer, reason),
  ],
  'offer-held': ({ amount, days, offer }) => [say('notification.offerHeld', { days, amount }), offer],
  'campaign-approved': ({ title }) => [say('notification.campaignApproved'), title],
  'campaign-rejected': ({ amount, why }) => [say('notification.campaignRejected', { amount }), why],
  'campaign-paused': ({ why }) => [say('notification.campaignPaused'), why],
  'campaign-review': ({ why }) => [say('notification.campaignReview'), why],
  'campaign-completed': ({ title }) => [say('notification.campaignCompleted'), title],
  'campaign-deleted': ({ amount, title }) => [say('notification.campaignDeleted', { amount }), title],
  'campaign-returned': ({ amount, why }) => [say('notification.campaignReturned', { amount }), why],
  'view-returned': ({ amount, why }) => [say('notification.viewReturned', { amount }), why],
  'task-approved': ({ title }) => [say('notification.taskApproved'), title],
  'task-rejected': ({ amount, why }) => [say('notification.taskRejected', { amount }), why],
  'task-paused': ({ why }) => [say('notification.taskPaused'), why],
  'task-completed': ({ title }) => [say('notification.taskCompleted'), title],
  'task-update-accepted': ({ title }) => [say('notification.taskUpdateAccepted'), title],
  'task-update-denied': ({ why }) => [say('notification.taskUpdateDenied'), why],
  'submission-accepted': ({ amount, title }) => [say('notification.submissionAccepted', { amount }), title],
  'submission-denied': ({ why }) => [say('notification.submissionDenied'), why],
  'submission-revision': ({ why }) => [say('notification.submissionRevision'), why],
  'submission-reopened': ({ title }) => [say('notification.submissionReopened'), title],
  'submission-expired': ({ title }) => [say('notification.submissionExpired'), title],
  'dispute-opened': ({ why }) => [say('notification.disputeOpened'), why],
  'dispute-answered': ({ why }) => [say('notification.disputeAnswered'), why],
  'dispute-won': ({ why }) => [say('notification.disputeWon'), why],
  'dispute-lost': ({ why }) => [say('notification.disputeLost'), why],
  'task-sent': ({ title, username }) => [say('notification.taskSent', { username }), title],
  'task-review-due': ({ count, title }) => [say('notification.taskReviewDue', { count }), title],
}
