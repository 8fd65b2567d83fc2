import type { NotificationKind } from '@runnel/contract/account/user-kinds'
import { composeMail, type MailContent, type Sender } from '#features/auth/auth.ts'
import { money, onDay, say } from '#kernel/words/say.ts'
import { notificationWords, unitsWords } from './notification-words.ts'

/** What one summary tells. */
export interface DigestContent {
  readonly username: string
  /** The user's own day, `YYYY-MM-DD`, from which it tells. */
  readonly sinceDay: string
  /** Of all that came since then. */
  readonly count: number
  /** The newest of them, newest first. */
  readonly newest: readonly {
    readonly kind: NotificationKind
    readonly values: Readonly<Record<string, string | number>>
  }[]
  /** In units. */
  readonly balance: number
  readonly token: string
}

/** The summary in its reader's language, with the words and amounts that the bell has. */
export const digestMail = (sender: Sender, content: DigestContent): MailContent => {
  const { username, sinceDay, count, newest, balance, token } = content
  const { siteName, publicUrl, currency, locale } = sender
  const unsubscribeUrl = `${publicUrl}/unsubscribe/${token}`
  const more = count - newest.length
  return composeMail(sender, {
    subject: say('mail.digest.subject', { site: siteName, count }),
    greeting: say('mail.greeting', { username }),
    before: [say('mail.digest.text', { since: onDay(sinceDay) })],
    lines: newest.map((one) => notificationWords(one, locale)),
    sums: [
      ...(more > 0 ? [say('mail.digest.more', { count: more })] : []),
      say('mail.digest.balance', { units: unitsWords(balance), amount: money(balance, currency) }),
    ],
    button: { label: say('mail.digest.button'), url: `${publicUrl}/app/dashboard` },
    after: [say('mail.preferences', { url: `${publicUrl}/app/account#mails` })],
    footer: { label: say('mail.digest.unsubscribe'), url: unsubscribeUrl },
    unsubscribeUrl,
  })
}
