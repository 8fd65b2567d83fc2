import type { NotificationValues, MailedKind } from '#features/user/user.ts'
import { formatAmount } from '#money/format-amount.ts'
import { isOptional, securityNotes } from './security-mail-templates.ts'

/** Whose site a letter comes from. */
export interface Sender {
  readonly siteName: string
  /** The code of the currency that units are counted in. */
  readonly currency: string
  readonly publicUrl: string
}

/** A letter in both forms; its subject never holds a secret. */
export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface Linked {
  readonly username: string
  readonly secret: string
}

export const verifyMail = (sender: Sender, { username, secret }: Linked): MailContent =>
  compose(sender, {
    subject: `Verify your email address for ${sender.siteName}`,
    greeting: `Hi ${username},`,
    before: [
      `Please confirm your email address. You can already earn on ${sender.siteName}, but you need a ` +
        'verified address to withdraw.',
    ],
    button: { label: 'Verify email address', url: `${sender.publicUrl}/active/${secret}` },
    after: ['This link expires in 3 days. If you didn’t sign up, you can ignore this email.'],
  })

export const passwordResetMail = (sender: Sender, { username, secret }: Linked): MailContent =>
  compose(sender, {
    subject: `Reset your ${sender.siteName} password`,
    greeting: `Hi ${username},`,
    before: ['We received a request to reset your password. Your current password works until you change it.'],
    button: { label: 'Reset password', url: `${sender.publicUrl}/reset-password/${secret}` },
    after: ['This link works once and expires in 30 minutes. If you didn’t request it, you can ignore this email.'],
  })

export const importedUserMail = (sender: Sender, { username, secret }: Linked): MailContent =>
  compose(sender, {
    subject: `Your account has moved to ${sender.siteName}`,
    greeting: `Hi ${username},`,
    before: [
      `Your account and balance have moved to ${sender.siteName}. Your username is ${username}. ` +
        'Set a password to sign in.',
    ],
    button: { label: 'Set password', url: `${sender.publicUrl}/reset-password/${secret}` },
    after: [
      'This link works once and expires in 2 weeks. After that, request a new one here: ' +
        `${sender.publicUrl}/forgot-password`,
    ],
  })

export const emailChangedMail = (sender: Sender, { username }: { username: string }): MailContent =>
  compose(sender, {
    subject: `Your ${sender.siteName} email address was changed`,
    greeting: `Hi ${username},`,
    before: ['Your account’s email address was changed. You won’t receive emails at this address anymore.'],
    after: [`If you didn’t do this, contact us immediately: ${sender.publicUrl}/contact`],
  })

export const accountDeletedMail = (sender: Sender, { username }: { username: string }): MailContent =>
  compose(sender, {
    subject: `Your ${sender.siteName} account was deleted`,
    greeting: `Hi ${username},`,
    before: ['Your account was deleted as you requested. We keep only transaction records without your name.'],
    after: [`If you didn’t do this, contact us: ${sender.publicUrl}/contact`],
  })

type NoteLetters = {
  readonly [Kind in MailedKind]: (sender: Sender, values: NotificationValues[Kind]) => Omit<Content, 'greeting'>
}

/** The notifications that are mailed, in words. */
const notes: NoteLetters = {
  ...securityNotes,
  'account-locked': (sender, { reason }) => ({
    subject: `Your ${sender.siteName} account was locked`,
    before: [`Your ${sender.siteName} account was locked. Reason: ${reason}`],
    button: { label: 'View details or appeal', url: `${sender.publicUrl}/app/locked` },
    after: ['You can still sign in. Your balance stays unchanged while we review an appeal.'],
  }),
  'account-answered': (sender, { message }) => ({
    subject: `Decision on your ${sender.siteName} appeal`,
    before: ['We’ve reviewed your appeal. Our reply:', message],
    button: { label: 'View account', url: `${sender.publicUrl}/app/locked` },
  }),
  'withdrawal-paid': (sender, { amount, currency, receives, txId }) => ({
    subject: `Your ${sender.siteName} withdrawal was paid`,
    before: [`We sent you ${receives} ${currency} for ${money(sender, amount)}.`, `Transaction ID: ${txId}`],
    button: { label: 'View withdrawals', url: `${sender.publicUrl}/app/withdraw` },
  }),
  'withdrawal-rejected': (sender, { amount, currency, reason }) => ({
    subject: `Your ${sender.siteName} withdrawal was rejected`,
    before: [
      `Your withdrawal of ${money(sender, amount)} in ${currency} was rejected. ${refunded}`,
      `Reason: ${reason}`,
    ],
    button: { label: 'View withdrawals', url: `${sender.publicUrl}/app/withdraw` },
  }),
  'withdrawal-failed': (sender, { amount, currency, reason }) => ({
    subject: `Your ${sender.siteName} withdrawal failed`,
    before: [
      `Your withdrawal of ${money(sender, amount)} in ${currency} couldn’t be sent. ${refunded}`,
      `Reason: ${reason}`,
    ],
    button: { label: 'Try again', url: `${sender.publicUrl}/app/withdraw` },
  }),
  'deposit-credited': (sender, { amount }) => ({
    subject: `Your ${sender.siteName} deposit was received`,
    before: [`${money(sender, amount)} was added to your deposit balance. You can now create a campaign.`],
    button: { label: 'View campaigns', url: `${sender.publicUrl}/app/advertise` },
  }),
  'campaign-rejected': (sender, { title, amount, reason }) => ({
    subject: `Your ${sender.siteName} campaign was rejected`,
    before: [
      `Your campaign “${title}” was rejected. ${money(sender, amount)} was refunded to your deposit balance.`,
      `Reason: ${reason}`,
    ],
    button: { label: 'View campaigns', url: `${sender.publicUrl}/app/advertise` },
  }),
  'task-rejected': (sender, { title, amount, reason }) => ({
    subject: `Your ${sender.siteName} task was rejected`,
    before: [
      `Your task “${title}” was rejected. ${money(sender, amount)} was refunded to your deposit balance.`,
      `Reason: ${reason}`,
    ],
    button: { label: 'View tasks', url: `${sender.publicUrl}/app/task/advertise/manage` },
  }),
  'task-review-due': (sender, { title, taskId, count }) => ({
    subject: `Submissions on ${sender.siteName} need your review`,
    before: [
      count === 1
        ? `A submission for your task “${title}” will soon be accepted and paid automatically because you ` +
          'haven’t reviewed it.'
        : `${count} submissions for your task “${title}” will soon be accepted and paid automatically because ` +
          'you haven’t reviewed them.',
    ],
    button: { label: 'Review now', url: `${sender.publicUrl}/app/task/${taskId}/submission` },
  }),
  'submission-denied': (sender, { title, taskId, reason }) => ({
    subject: `Your ${sender.siteName} submission was denied`,
    before: [
      `Your submission for the task “${title}” was denied. If you disagree, you can open a dispute and a ` +
        'moderator will decide.',
      `Reason: ${reason}`,
    ],
    button: { label: 'View submission', url: taskUrl(sender, taskId) },
  }),
  'submission-revision': (sender, { title, taskId, reason }) => ({
    subject: `Revision requested for your ${sender.siteName} submission`,
    before: [
      'The task owner requests a revision for ' +
        `“${title}”. If you don’t submit it in time, your submission will be denied.`,
      `Requested changes: ${reason}`,
    ],
    button: { label: 'Submit revision', url: taskUrl(sender, taskId) },
  }),
  'dispute-opened': (sender, { title, taskId, reason }) => ({
    subject: `New dispute on ${sender.siteName}`,
    before: [
      `A worker disputed your denial for the task “${title}”. You can reply once before a moderator decides.`,
      `Worker’s message: ${reason}`,
    ],
    button: { label: 'Reply', url: `${sender.publicUrl}/app/task/${taskId}/submission?status=disputed` },
  }),
  'dispute-won': (sender, { title, taskId, reason }) => ({
    subject: `You won a dispute on ${sender.siteName}`,
    before: [
      `The dispute about the task “${title}” was decided in your favor. This decision is final.`,
      `Reason: ${reason}`,
    ],
    button: { label: 'View task', url: taskUrl(sender, taskId) },
  }),
  'site-alert': (sender, { reason }) => ({
    subject: `Action needed on ${sender.siteName}`,
    before: ['Your site needs attention:', reason],
    button: { label: 'Open admin area', url: `${sender.publicUrl}/app/admin/overview` },
    after: ['We send each alert at most once a day.'],
  }),
  'dispute-lost': (sender, { title, taskId, reason }) => ({
    subject: `You lost a dispute on ${sender.siteName}`,
    before: [
      `The dispute about the task “${title}” wasn’t decided in your favor. This decision is final.`,
      `Reason: ${reason}`,
    ],
    button: { label: 'View task', url: taskUrl(sender, taskId) },
  }),
}

/** Its worker reads there what became of the work, and its owner finds the way to all that was sent. */
const taskUrl = ({ publicUrl }: Sender, taskId: string): string => `${publicUrl}/app/task/${taskId}`

const refunded = 'The full amount was refunded to your balance.'

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
  const choice = `Manage email preferences: ${sender.publicUrl}/app/account#mails`
  return compose(sender, {
    greeting: `Hi ${username},`,
    ...content,
    after: isOptional(kind) ? [...after, choice] : after,
  })
}

const money = ({ currency }: Sender, units: number): string => formatAmount(units, currency)

interface Content {
  readonly subject: string
  readonly greeting: string
  readonly before: readonly string[]
  readonly button?: { readonly label: string; readonly url: string }
  readonly after?: readonly string[]
}

const compose = (
  { siteName, publicUrl }: Sender,
  { subject, greeting, before, button, after = [] }: Content,
): MailContent => ({
  subject,
  text: [greeting, ...before, ...(button === undefined ? [] : [button.url]), ...after, `${siteName}\n${publicUrl}`]
    .join('\n\n')
    .concat('\n'),
  html: page(siteName, [
    ...[greeting, ...before].map(paragraph),
    ...(button === undefined ? [] : [link(button)]),
    ...after.map(paragraph),
    `<p style="color:#667"><a style="color:#667" href="${escape(publicUrl)}">${escape(siteName)}</a></p>`,
  ]),
})

const page = (title: string, blocks: readonly string[]): string =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#123;background:#fff">
<div style="max-width:520px;margin:0 auto">
${blocks.join('\n')}
</div>
</body>
</html>
`

const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escape(text)}</p>`

const link = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:0 0 16px"><a href="${escape(url)}" style="display:inline-block;padding:12px 20px;` +
  `border-radius:8px;background:#0b6477;color:#fff;text-decoration:none">${escape(label)}</a></p>` +
  `<p style="margin:0 0 16px;font-size:13px;color:#667;word-break:break-all">${escape(url)}</p>`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
