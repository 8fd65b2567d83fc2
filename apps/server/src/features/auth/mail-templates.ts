import type { NotificationValues, MailedKind } from '#features/user/user.ts'
import { money, say } from '#kernel/words/say.ts'
import { compose, type Content, type MailContent, type Sender } from './mail-layout.ts'
import { isOptional, securityNotes } from './security-mail-templates.ts'

interface Linked {
  readonly username: string
  readonly secret: string
}

export const verifyMail = (sender: Sender, { username, secret }: Linked): MailContent =>
  compose(sender, {
    subject: say('mail.verify.subject', { site: sender.siteName }),
    greeting: say('mail.greeting', { username }),
    before: [say('mail.verify.text', { site: sender.siteName })],
    button: { label: say('mail.verify.button'), url: `${sender.publicUrl}/active/${secret}` },
    after: [say('mail.verify.text2')],
  })

export const passwordResetMail = (sender: Sender, { username, secret }: Linked): MailContent =>
  compose(sender, {
    subject: say('mail.passwordReset.subject', { site: sender.siteName }),
    greeting: say('mail.greeting', { username }),
    before: [say('mail.passwordReset.text')],
    button: { label: say('mail.passwordReset.button'), url: `${sender.publicUrl}/reset-password/${secret}` },
    after: [say('mail.passwordReset.text2')],
  })

export const importedUserMail = (sender: Sender, { username, secret }: Linked): MailContent =>
  compose(sender, {
    subject: say('mail.importedUser.subject', { site: sender.siteName }),
    greeting: say('mail.greeting', { username }),
    before: [say('mail.importedUser.text', { site: sender.siteName, username })],
    button: { label: say('mail.importedUser.button'), url: `${sender.publicUrl}/reset-password/${secret}` },
    after: [say('mail.importedUser.text2', { url: `${sender.publicUrl}/forgot-password` })],
  })

export const emailChangedMail = (sender: Sender, { username }: { username: string }): MailContent =>
  compose(sender, {
    subject: say('mail.emailChanged.subject', { site: sender.siteName }),
    greeting: say('mail.greeting', { username }),
    before: [say('mail.emailChanged.text')],
    after: [say('mail.emailChanged.text2', { url: `${sender.publicUrl}/contact` })],
  })

export const accountDeletedMail = (sender: Sender, { username }: { username: string }): MailContent =>
  compose(sender, {
    subject: say('mail.accountDeleted.subject', { site: sender.siteName }),
    greeting: say('mail.greeting', { username }),
    before: [say('mail.accountDeleted.text')],
    after: [say('mail.accountDeleted.text2', { url: `${sender.publicUrl}/contact` })],
  })

type NoteLetters = {
  readonly [Kind in MailedKind]: (sender: Sender, values: NotificationValues[Kind]) => Omit<Content, 'greeting'>
}

/** The notifications that are mailed, in words. */
const notes: NoteLetters = {
  ...securityNotes,
  'account-locked': (sender, { reason }) => ({
    subject: say('mail.accountLocked.subject', { site: sender.siteName }),
    before: [say('mail.accountLocked.text', { site: sender.siteName, reason })],
    button: { label: say('mail.accountLocked.button'), url: `${sender.publicUrl}/app/locked` },
    after: [say('mail.accountLocked.text2')],
  }),
  'account-answered': (sender, { message }) => ({
    subject: say('mail.accountAnswered.subject', { site: sender.siteName }),
    before: [say('mail.accountAnswered.text'), message],
    button: { label: say('mail.accountAnswered.button'), url: `${sender.publicUrl}/app/locked` },
  }),
  'withdrawal-paid': (sender, { amount, currency, receives, txId }) => ({
    subject: say('mail.withdrawalPaid.subject', { site: sender.siteName }),
    before: [
      say('mail.withdrawalPaid.text', { receives, currency, amount: sum(sender, amount) }),
      say('mail.withdrawalPaid.text2', { txId }),
    ],
    button: { label: say('mail.withdrawalPaid.button'), url: `${sender.publicUrl}/app/withdraw` },
  }),
  'withdrawal-rejected': (sender, { amount, currency, reason }) => ({
    subject: say('mail.withdrawalRejected.subject', { site: sender.siteName }),
    before: [
      say('mail.withdrawalRejected.text', { amount: sum(sender, amount), currency }),
      say('mail.reason', { reason }),
    ],
    button: { label: say('mail.withdrawalRejected.button'), url: `${sender.publicUrl}/app/withdraw` },
  }),
  'withdrawal-failed': (sender, { amount, currency, reason }) => ({
    subject: say('mail.withdrawalFailed.subject', { site: sender.siteName }),
    before: [
      say('mail.withdrawalFailed.text', { amount: sum(sender, amount), currency }),
      say('mail.reason', { reason }),
    ],
    button: { label: say('mail.withdrawalFailed.button'), url: `${sender.publicUrl}/app/withdraw` },
  }),
  'deposit-credited': (sender, { amount }) => ({
    subject: say('mail.depositCredited.subject', { site: sender.siteName }),
    before: [say('mail.depositCredited.text', { amount: sum(sender, amount) })],
    button: { label: say('mail.depositCredited.button'), url: `${sender.publicUrl}/app/advertise` },
  }),
  'campaign-rejected': (sender, { title, amount, reason }) => ({
    subject: say('mail.campaignRejected.subject', { site: sender.siteName }),
    before: [say('mail.campaignRejected.text', { title, amount: sum(sender, amount) }), say('mail.reason', { reason })],
    button: { label: say('mail.campaignRejected.button'), url: `${sender.publicUrl}/app/advertise` },
  }),
  'task-rejected': (sender, { title, amount, reason }) => ({
    subject: say('mail.taskRejected.subject', { site: sender.siteName }),
    before: [say('mail.taskRejected.text', { title, amount: sum(sender, amount) }), say('mail.reason', { reason })],
    button: { label: say('mail.taskRejected.button'), url: `${sender.publicUrl}/app/task/advertise/manage` },
  }),
  'task-review-due': (sender, { title, taskId, count }) => ({
    subject: say('mail.taskReviewDue.subject', { site: sender.siteName }),
    before: [say('mail.taskReviewDue.text', { title, count })],
    button: { label: say('mail.taskReviewDue.button'), url: `${sender.publicUrl}/app/task/${taskId}/submission` },
  }),
  'submission-denied': (sender, { title, taskId, reason }) => ({
    subject: say('mail.submissionDenied.subject', { site: sender.siteName }),
    before: [say('mail.submissionDenied.text', { title }), say('mail.reason', { reason })],
    button: { label: say('mail.submissionDenied.button'), url: taskUrl(sender, taskId) },
  }),
  'submission-revision': (sender, { title, taskId, reason }) => ({
    subject: say('mail.submissionRevision.subject', { site: sender.siteName }),
    before: [say('mail.submissionRevision.text', { title }), say('mail.submissionRevision.text2', { reason })],
    button: { label: say('mail.submissionRevision.button'), url: taskUrl(sender, taskId) },
  }),
  'dispute-opened': (sender, { title, taskId, reason }) => ({
    subject: say('mail.disputeOpened.subject', { site: sender.siteName }),
    before: [say('mail.disputeOpened.text', { title }), say('mail.disputeOpened.text2', { reason })],
    button: {
      label: say('mail.disputeOpened.button'),
      url: `${sender.publicUrl}/app/task/${taskId}/submission?status=disputed`,
    },
  }),
  'dispute-won': (sender, { title, taskId, reason }) => ({
    subject: say('mail.disputeWon.subject', { site: sender.siteName }),
    before: [say('mail.disputeWon.text', { title }), say('mail.reason', { reason })],
    button: { label: say('mail.disputeWon.button'), url: taskUrl(sender, taskId) },
  }),
  'site-alert': (sender, { reason }) => ({
    subject: say('owner.mail.siteAlert.subject', { site: sender.siteName }),
    before: [say('owner.mail.siteAlert.text'), reason],
    button: { label: say('owner.mail.siteAlert.button'), url: `${sender.publicUrl}/app/admin/overview` },
    after: [say('owner.mail.siteAlert.text2')],
  }),
  'dispute-lost': (sender, { title, taskId, reason }) => ({
    subject: say('mail.disputeLost.subject', { site: sender.siteName }),
    before: [say('mail.disputeLost.text', { title }), say('mail.reason', { reason })],
    button: { label: say('mail.disputeLost.button'), url: taskUrl(sender, taskId) },
  }),
}

/** Its worker reads there what became of the work, and its owner finds the way to all that was sent. */
const taskUrl = ({ publicUrl }: Sender, taskId: string): string => `${publicUrl}/app/task/${taskId}`

export interface NotificationMail<Kind extends MailedKind> {
  readonly kind: Kind
  readonly values: NotificationValues[Kind]
  readonly username: string
}

export const notificationMail = <Kind extends MailedKind>(
  sender: Sender,
  { kind, values, username }: NotificationMail<Kind>,
): MailContent => {
  const { after = [], ...content } = notes[kind](sender, values)
  const choice = say('mail.preferences', { url: `${sender.publicUrl}/app/account#mails` })
  return compose(sender, {
    greeting: say('mail.greeting', { username }),
    ...content,
    after: isOptional(kind) ? [...after, choice] : after,
  })
}

/** What a notification is about, in one line; a code until it is rendered. */
export const notificationSubject = <Kind extends MailedKind>(
  sender: Sender,
  kind: Kind,
  values: NotificationValues[Kind],
): string => notes[kind](sender, values).subject

const sum = ({ currency }: Sender, units: number) => money(units, currency)
