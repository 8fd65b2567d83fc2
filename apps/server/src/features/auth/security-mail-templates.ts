import { OptionalMail } from '@runnel/contract/account/user-kinds'
import { type MailedKind, type NotificationValues, providerNames } from '#features/user/user.ts'
import { say } from '#kernel/words/say.ts'

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
  | 'telegram-linked'
  | 'telegram-unlinked'
  | 'two-step-on'
  | 'two-step-off'
  | 'recovery-code-used'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-copied'
  | 'payout-address-added'
  | 'webhook-added'
  | 'api-key-added'
>

type SecurityNotes = {
  readonly [Kind in SecurityKind]: (site: Site, values: NotificationValues[Kind]) => Text
}

const linked = (site: Site, provider: string, account: string): Text => ({
  subject: say('mail.providerLinked.subject', { provider, site: site.siteName }),
  before: [say('mail.providerLinked.text', { provider, account })],
  after: notYou(site),
})

const unlinked = (site: Site, provider: string, account: string): Text => ({
  subject: say('mail.providerUnlinked.subject', { provider, site: site.siteName }),
  before: [say('mail.providerUnlinked.text', { provider, account })],
  after: notYou(site),
})

/** Letters about who can get in: they go out whether or not somebody wants letters, since only a thief would not. */
export const securityNotes: SecurityNotes = {
  'password-changed': (site) => ({
    subject: say('mail.passwordChanged.subject', { site: site.siteName }),
    before: [say('mail.passwordChanged.text')],
    after: notYou(site),
  }),
  'google-linked': (site, { email }) => linked(site, providerNames.google, email),
  'google-unlinked': (site, { email }) => unlinked(site, providerNames.google, email),
  'telegram-linked': (site, { name }) => linked(site, providerNames.telegram, name),
  'telegram-unlinked': (site, { name }) => unlinked(site, providerNames.telegram, name),
  'two-step-on': (site) => ({
    subject: say('mail.twoStepOn.subject', { site: site.siteName }),
    before: [say('mail.twoStepOn.text')],
    after: notYou(site),
  }),
  'two-step-off': (site) => ({
    subject: say('mail.twoStepOff.subject', { site: site.siteName }),
    before: [say('mail.twoStepOff.text')],
    after: notYou(site),
  }),
  'recovery-code-used': (site, { left }) => ({
    subject: say('mail.recoveryCodeUsed.subject', { site: site.siteName }),
    before: [say('mail.recoveryCodeUsed.text', { left })],
    after: notYou(site),
  }),
  'passkey-added': (site, { name }) => ({
    subject: say('mail.passkeyAdded.subject', { site: site.siteName }),
    before: [say('mail.passkeyAdded.text', { name })],
    after: notYou(site),
  }),
  'passkey-removed': (site, { name }) => ({
    subject: say('mail.passkeyRemoved.subject', { site: site.siteName }),
    before: [say('mail.passkeyRemoved.text', { name })],
    after: notYou(site),
  }),
  'passkey-copied': (site, { name }) => ({
    subject: say('mail.passkeyCopied.subject', { site: site.siteName }),
    before: [say('mail.passkeyCopied.text', { name })],
    after: notYou(site),
  }),
  'payout-address-added': (site, { method, address, hours }) => ({
    subject: say('mail.payoutAddressAdded.subject', { site: site.siteName }),
    before: [
      say('mail.payoutAddressAdded.text', { method, address }),
      ...(hours === 0 ? [] : [say('mail.payoutAddressAdded.text2', { hours })]),
    ],
    after: notYou(site),
  }),
  'webhook-added': (site, { host }) => ({
    subject: say('mail.webhookAdded.subject', { site: site.siteName }),
    before: [say('mail.webhookAdded.text', { host })],
    after: notYou(site),
  }),
  'api-key-added': (site, { name }) => ({
    subject: say('mail.apiKeyAdded.subject', { site: site.siteName }),
    before: [say('mail.apiKeyAdded.text', { name })],
    after: notYou(site),
  }),
}

const notYou = ({ publicUrl }: Site): string[] => [say('mail.notYou', { url: `${publicUrl}/forgot-password` })]

/** What may be switched off; none of the letters above can be among them. */
const optional: readonly Exclude<MailedKind, SecurityKind>[] = OptionalMail.options

export const isOptional = (kind: MailedKind): boolean => optional.some((other) => other === kind)
