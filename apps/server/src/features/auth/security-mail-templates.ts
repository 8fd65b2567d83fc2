import { OptionalMail } from '@runnel/contract/account/user-kinds'
import type { MailedKind, NotificationValues } from '#features/user/user.ts'

/** A letter without its greeting, and the site it comes from, as far as these letters name them. */
interface Text {
  readonly subject: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

interface Site {
  readonly siteName: string
  readonly publicUrl: string
}

type SecurityKind = Extract<
  MailedKind,
  | 'password-changed'
  | 'google-linked'
  | 'google-unlinked'
  | 'two-step-on'
  | 'two-step-off'
  | 'recovery-code-used'
  | 'payout-address-added'
>

type SecurityNotes = {
  readonly [Kind in SecurityKind]: (site: Site, values: NotificationValues[Kind]) => Text
}

/** Letters about who can get in: they go out whether or not somebody wants letters, since only a thief would not. */
export const securityNotes: SecurityNotes = {
  'password-changed': (site) => ({
    subject: `Your ${site.siteName} password was changed`,
    before: ['Your password was changed. You’ve been signed out on all other devices.'],
    after: notYou(site),
  }),
  'google-linked': (site, { email }) => ({
    subject: `Google account linked on ${site.siteName}`,
    before: [`The Google account ${email} was linked to your account.`],
    after: notYou(site),
  }),
  'google-unlinked': (site, { email }) => ({
    subject: `Google account unlinked on ${site.siteName}`,
    before: [`The Google account ${email} was unlinked. Sign in with your password.`],
    after: notYou(site),
  }),
  'two-step-on': (site) => ({
    subject: `Two-factor authentication turned on for ${site.siteName}`,
    before: ['You’ll need a code from your authenticator app to sign in. Keep your recovery codes in a safe place.'],
    after: notYou(site),
  }),
  'two-step-off': (site) => ({
    subject: `Two-factor authentication turned off for ${site.siteName}`,
    before: ['You no longer need an authentication code to sign in.'],
    after: notYou(site),
  }),
  'recovery-code-used': (site, { left }) => ({
    subject: `Recovery code used on ${site.siteName}`,
    before: [`Someone signed in with one of your recovery codes. You have ${left} left.`],
    after: notYou(site),
  }),
  'payout-address-added': (site, { method, address, hours }) => ({
    subject: `New payout address on ${site.siteName}`,
    before: [
      `A new payout address for ${method} was entered in your account: ${address}`,
      ...(hours === 0 ? [] : [`Nothing is paid to it automatically for ${hours} hours.`]),
    ],
    after: notYou(site),
  }),
}

const notYou = ({ publicUrl }: Site): string[] => [
  `If this wasn’t you, reset your password now: ${publicUrl}/forgot-password`,
]

/** What may be switched off; none of the letters above can be among them. */
const optional: readonly Exclude<MailedKind, SecurityKind>[] = OptionalMail.options

export const isOptional = (kind: MailedKind): boolean => optional.some((other) => other === kind)
