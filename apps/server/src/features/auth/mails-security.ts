import { OptionalMail } from '@runnel/contract/user-kinds'

import type { MailedKind, NotificationValues } from '#features/user/user.ts'

/** A letter without its greeting, and the site it comes from, as far as these letters name them. */
interface Words {
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
  'password-changed' | 'google-linked' | 'google-unlinked' | 'two-step-on' | 'two-step-off' | 'recovery-code-used'
>

type SecurityNotes = {
  readonly [Kind in SecurityKind]: (site: Site, values: NotificationValues[Kind]) => Words
}

/** Letters about who can get in: they go out whether or not somebody wants letters, since only a thief would not. */
export const securityNotes: SecurityNotes = {
  'password-changed': (site) => ({
    subject: `Your password at ${site.siteName} was changed`,
    before: ['your password was changed just now, and all other sessions have ended.'],
    after: notYou(site),
  }),
  'google-linked': (site, { email }) => ({
    subject: `Google can open your account at ${site.siteName}`,
    before: [`from now on the Google account ${email} signs in to your account.`],
    after: notYou(site),
  }),
  'google-unlinked': (site, { email }) => ({
    subject: `Google no longer opens your account at ${site.siteName}`,
    before: [`the Google account ${email} does not sign in to your account any more. Your password does.`],
    after: notYou(site),
  }),
  'two-step-on': (site) => ({
    subject: `2-step login at ${site.siteName} is on`,
    before: ['from now on signing in asks for a code of your app as well. Keep the recovery codes in a safe place.'],
    after: notYou(site),
  }),
  'two-step-off': (site) => ({
    subject: `2-step login at ${site.siteName} is off`,
    before: ['signing in no longer asks for a code of your app.'],
    after: notYou(site),
  }),
  'recovery-code-used': (site, { left }) => ({
    subject: `A recovery code was used at ${site.siteName}`,
    before: [`somebody signed in with one of your recovery codes. You have ${left} left.`],
    after: notYou(site),
  }),
}

const notYou = ({ publicUrl }: Site): string[] => [
  `If this was not you, choose a new password at once: ${publicUrl}/forgot-password`,
]

/** What may be switched off; none of the letters above can be among them. */
const optional: readonly Exclude<MailedKind, SecurityKind>[] = OptionalMail.options

export const isOptional = (kind: MailedKind): boolean => optional.some((other) => other === kind)
