import { trySmtp } from '#adapters/mail/smtp.ts'
import type { Env } from '#kernel/env.ts'
import { type Finding, good, mind, wrong } from './finding.ts'
import { type Dns, lookAtSenderDns } from './sender-dns.ts'

type MailEnv = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL' | 'DKIM_SELECTOR'>

export const lookAtMail = async (env: MailEnv, dns?: Dns): Promise<Finding[]> => {
  if (env.SMTP_URL === undefined)
    return [mind('mail', 'SMTP_URL isn’t set: emails are written to files in DATA_DIR/outbox.')]
  const domain = env.MAIL_FROM?.split('@').at(-1)?.replace(/>.*$/, '').trim() ?? new URL(env.PUBLIC_URL).hostname
  const [refused, records] = await Promise.all([
    trySmtp(env.SMTP_URL),
    lookAtSenderDns({ domain: domain.toLowerCase(), selector: env.DKIM_SELECTOR }, dns),
  ])
  const server =
    refused === undefined
      ? good('mail', 'The SMTP server accepts the login.')
      : wrong(
          'mail',
          `The server of SMTP_URL doesn’t accept the login: check host, port, name and password (${refused}).`,
        )
  return [server, ...records]
}
