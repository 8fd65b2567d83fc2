import { senderOf } from '#adapters/mail/mail.ts'
import { type SmtpRefusal, trySmtp } from '#adapters/mail/try-smtp.ts'
import type { Env } from '#kernel/env.ts'
import type { Session } from '#kernel/postgres/session.ts'
import { withoutAddresses } from '#kernel/words/without-addresses.ts'
import { type Finding, good, mind, wrong } from './finding.ts'
import { type Dns, lookAtSenderDns } from './sender-dns.ts'

/** An admin's address, where the database could be read. */
export interface Owner {
  email?: string | undefined
}

export const adminAddress = async (session: Session): Promise<string | undefined> => {
  const [admin] = await session
    .query<{ email: string }>(
      "SELECT email FROM users WHERE role = 'admin' AND email NOT LIKE '%@localhost.localdomain' ORDER BY id LIMIT 1",
    )
    // A database without a site yet.
    .catch(() => [])
  return admin?.email
}

type MailEnv = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL' | 'DKIM_SELECTOR'>

export const lookAtMail = async (env: MailEnv, { email: to }: Owner, dns?: Dns): Promise<Finding[]> => {
  if (env.SMTP_URL === undefined)
    return [mind('mail', 'SMTP_URL isn’t set: emails are written to files in DATA_DIR/outbox.')]
  const domain = env.MAIL_FROM?.split('@').at(-1)?.replace(/>.*$/, '').trim() ?? new URL(env.PUBLIC_URL).hostname
  const from = senderOf({ from: env.MAIL_FROM, publicUrl: env.PUBLIC_URL })
  const [refused, records] = await Promise.all([
    trySmtp({ url: env.SMTP_URL, from, to }),
    lookAtSenderDns({ domain: domain.toLowerCase(), selector: env.DKIM_SELECTOR }, dns),
  ])
  return [refused === undefined ? accepted(to) : saidOf(refused), ...records]
}

const accepted = (to: string | undefined): Finding =>
  to === undefined
    ? mind('mail', 'The SMTP server accepts the login and the sender; there is no admin’s address to try yet.')
    : good('mail', 'The SMTP server accepts the login, the sender and an email to an admin.')

const steps = {
  connection: 'can’t be reached: check host and port',
  login: 'doesn’t accept the login: check name and password',
  sender: 'refuses the sender: check the login and MAIL_FROM',
  receiver: 'refuses an email to an admin: check the login, MAIL_FROM and the admin’s address',
} as const

const saidOf = ({ step, answer, isTemporary }: SmtpRefusal): Finding => {
  const said = withoutAddresses(answer)
  if (isTemporary) return mind('mail', `The server of SMTP_URL asks to try the email later (${said}).`)
  return wrong('mail', `The server of SMTP_URL ${steps[step]} (${said}).`)
}
