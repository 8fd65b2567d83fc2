import type { NotificationValues, MailedKind } from '#features/user/user.ts'
import { inCurrency } from '#money/words.ts'

import { isOptional, securityNotes } from './mails-security.ts'

/** Whose site a letter comes from. */
export interface Sender {
  readonly siteName: string
  /** The code of the currency that units are counted in. */
  readonly currency: string
  readonly publicUrl: string
}

/** A letter in both forms; its subject never holds a secret. */
export interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface Linked {
  readonly username: string
  readonly secret: string
}

export const verifyLetter = (sender: Sender, { username, secret }: Linked): Letter =>
  compose(sender, {
    subject: `Verify your e-mail address at ${sender.siteName}`,
    greeting: `Hello ${username},`,
    before: [
      `please confirm that this mailbox is yours. Until then you can earn at ${sender.siteName}, but not withdraw.`,
    ],
    button: { label: 'Verify my address', url: `${sender.publicUrl}/active/${secret}` },
    after: ['The link works for three days. If you did not sign up, ignore this mail and nothing happens.'],
  })

export const resetLetter = (sender: Sender, { username, secret }: Linked): Letter =>
  compose(sender, {
    subject: `Choose a new password for ${sender.siteName}`,
    greeting: `Hello ${username},`,
    before: ['somebody, probably you, asked for a new password. Your old one works until you choose another.'],
    button: { label: 'Choose a new password', url: `${sender.publicUrl}/reset-password/${secret}` },
    after: ['The link works once, within 30 minutes. If you did not ask for it, ignore this mail.'],
  })

export const movedInLetter = (sender: Sender, { username, secret }: Linked): Letter =>
  compose(sender, {
    subject: `Your account is now at ${sender.siteName}`,
    greeting: `Hello ${username},`,
    before: [
      `your account and its balance have moved to ${sender.siteName}. Your username there is ${username}. Please ` +
        'choose a password to sign in.',
    ],
    button: { label: 'Choose a password', url: `${sender.publicUrl}/reset-password/${secret}` },
    after: [
      `The link works once, within two weeks. Later you get another one there: ${sender.publicUrl}/forgot-password`,
    ],
  })

export const movedLetter = (sender: Sender, { username }: { username: string }): Letter =>
  compose(sender, {
    subject: `Your account at ${sender.siteName} has a new e-mail address`,
    greeting: `Hello ${username},`,
    before: ['your account now belongs to another e-mail address, and mails no longer come to this one.'],
    after: [`If this was not you, please write to us at once: ${sender.publicUrl}/contact`],
  })

export const goneLetter = (sender: Sender, { username }: { username: string }): Letter =>
  compose(sender, {
    subject: `Your account at ${sender.siteName} is deleted`,
    greeting: `Hello ${username},`,
    before: [
      'your account was deleted just now, as you asked. Nothing of you is left but movements of money without a name.',
    ],
    after: [`If this was not you, please write to us: ${sender.publicUrl}/contact`],
  })

type NoteLetters = {
  readonly [Kind in MailedKind]: (sender: Sender, values: NotificationValues[Kind]) => Omit<Content, 'greeting'>
}

/** The notifications that are mailed, in words. */
const notes: NoteLetters = {
  ...securityNotes,
  'account-locked': (sender, { reason }) => ({
    subject: `Your account at ${sender.siteName} is locked`,
    before: [`your account at ${sender.siteName} has been locked. The reason: ${reason}`],
    button: { label: 'Read more, or appeal', url: `${sender.publicUrl}/app/locked` },
    after: ['You can still sign in there. What you own stays yours while we look at an appeal.'],
  }),
  'account-answered': (sender, { message }) => ({
    subject: `Your appeal at ${sender.siteName} was answered`,
    before: ['a person has read what you wrote, and looked at your account again. The answer:', message],
    button: { label: 'Open my account', url: `${sender.publicUrl}/app/locked` },
  }),
  'withdrawal-paid': (sender, { amount, currency, receives, txId }) => ({
    subject: `Your withdrawal from ${sender.siteName} is paid`,
    before: [`we sent you ${receives} ${currency} for ${money(sender, amount)}.`, `Transaction: ${txId}`],
    button: { label: 'Show my withdrawals', url: `${sender.publicUrl}/app/withdraw` },
  }),
  'withdrawal-rejected': (sender, { amount, currency, reason }) => ({
    subject: `Your withdrawal from ${sender.siteName} was not approved`,
    before: [
      `your withdrawal of ${money(sender, amount)} in ${currency} was not approved. ${refunded}`,
      `Reason: ${reason}`,
    ],
    button: { label: 'Show my withdrawals', url: `${sender.publicUrl}/app/withdraw` },
  }),
  'withdrawal-failed': (sender, { amount, currency, reason }) => ({
    subject: `Your withdrawal from ${sender.siteName} could not be sent`,
    before: [
      `your withdrawal of ${money(sender, amount)} in ${currency} could not be sent. ${refunded}`,
      `Reason: ${reason}`,
    ],
    button: { label: 'Try again', url: `${sender.publicUrl}/app/withdraw` },
  }),
  'deposit-credited': (sender, { amount }) => ({
    subject: `Your deposit at ${sender.siteName} has arrived`,
    before: [`${money(sender, amount)} were added to your deposit balance. You can advertise with it now.`],
    button: { label: 'Show my campaigns', url: `${sender.publicUrl}/app/advertise` },
  }),
  'campaign-rejected': (sender, { title, amount, reason }) => ({
    subject: `Your campaign at ${sender.siteName} was not approved`,
    before: [
      `your campaign “${title}” was not approved. ${money(sender, amount)} are back on your deposit balance.`,
      `Reason: ${reason}`,
    ],
    button: { label: 'Show my campaigns', url: `${sender.publicUrl}/app/advertise` },
  }),
  'task-rejected': (sender, { title, amount, reason }) => ({
    subject: `Your task at ${sender.siteName} was not approved`,
    before: [
      `your task “${title}” was rejected. ${money(sender, amount)} are back on your deposit balance.`,
      `Reason: ${reason}`,
    ],
    button: { label: 'Show my tasks', url: `${sender.publicUrl}/app/task/advertise/manage` },
  }),
  'task-review-due': (sender, { title, taskId, count }) => ({
    subject: `Work at ${sender.siteName} waits for your review`,
    before: [
      count === 1
        ? `a proof for your task “${title}” will soon be accepted and paid by itself, because nobody has reviewed it.`
        : `${count} proofs for your task “${title}” will soon be accepted and paid by themselves, because nobody has ` +
          'reviewed them.',
    ],
    button: { label: 'Review now', url: `${sender.publicUrl}/app/task/${taskId}/submission` },
  }),
  'submission-denied': (sender, { title, taskId, reason }) => ({
    subject: `Your work at ${sender.siteName} was denied`,
    before: [
      `your proof for the task “${title}” was denied. If that is unfair, you can dispute it, and a moderator decides.`,
      `Reason: ${reason}`,
    ],
    button: { label: 'Show my work', url: taskUrl(sender, taskId) },
  }),
  'submission-revision': (sender, { title, taskId, reason }) => ({
    subject: `Your work at ${sender.siteName} needs better proof`,
    before: [
      `the owner of the task “${title}” asks for better proof. If it does not come in time, your work is denied.`,
      `What is missing: ${reason}`,
    ],
    button: { label: 'Send better proof', url: taskUrl(sender, taskId) },
  }),
  'dispute-opened': (sender, { title, taskId, reason }) => ({
    subject: `Somebody disputes your decision at ${sender.siteName}`,
    before: [
      `a worker disputes your denial for the task “${title}”. You can answer once, before a moderator decides.`,
      `What they say: ${reason}`,
    ],
    button: { label: 'Answer', url: `${sender.publicUrl}/app/task/${taskId}/submission?status=disputed` },
  }),
  'dispute-won': (sender, { title, taskId, reason }) => ({
    subject: `A dispute at ${sender.siteName} was decided for you`,
    before: [`the dispute about the task “${title}” was decided for you, and that is final.`, `Reason: ${reason}`],
    button: { label: 'Show the task', url: taskUrl(sender, taskId) },
  }),
  'site-alert': (sender, { reason }) => ({
    subject: `${sender.siteName} needs you`,
    before: ['something at your site needs a look:', reason],
    button: { label: 'Open the admin area', url: `${sender.publicUrl}/app/admin/overview` },
    after: ['The same thing is mailed at most once a day.'],
  }),
  'dispute-lost': (sender, { title, taskId, reason }) => ({
    subject: `A dispute at ${sender.siteName} was decided against you`,
    before: [`the dispute about the task “${title}” was decided against you, and that is final.`, `Reason: ${reason}`],
    button: { label: 'Show the task', url: taskUrl(sender, taskId) },
  }),
}

/** Its worker reads there what became of the work, and its owner finds the way to all that was sent. */
const taskUrl = ({ publicUrl }: Sender, taskId: string): string => `${publicUrl}/app/task/${taskId}`

const refunded = 'The whole amount is back on your balance.'

export interface Note<Kind extends MailedKind> {
  readonly kind: Kind
  readonly values: NotificationValues[Kind]
  readonly username: string
}

export const noteLetter = <Kind extends MailedKind>(sender: Sender, { kind, values, username }: Note<Kind>): Letter => {
  const { after = [], ...content } = notes[kind](sender, values)
  const choice = `Choose which of these mails come: ${sender.publicUrl}/app/account#mails`
  return compose(sender, {
    greeting: `Hello ${username},`,
    ...content,
    after: isOptional(kind) ? [...after, choice] : after,
  })
}

const money = ({ currency }: Sender, units: number): string => inCurrency(units, currency)

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
): Letter => ({
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
