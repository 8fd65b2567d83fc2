import { resolveTxt } from 'node:dns/promises'
import { trySmtp } from '#adapters/mail/smtp.ts'
import type { Env } from '#kernel/env.ts'
import { type Finding, good, mind, wrong } from './finding.ts'

export const lookAtMail = async (env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>): Promise<Finding[]> => {
  if (env.SMTP_URL === undefined) return [mind('mail', 'SMTP_URL isn’t set: emails become files in DATA_DIR/outbox.')]
  const domain = env.MAIL_FROM?.split('@').at(-1)?.replace(/>.*$/, '') ?? new URL(env.PUBLIC_URL).hostname
  const refused = await trySmtp(env.SMTP_URL)
  const server =
    refused === undefined
      ? good('mail', 'The SMTP server accepts the login.')
      : wrong(
          'mail',
          `The server of SMTP_URL doesn’t accept the login: check host, port, name and password (${refused}).`,
        )
  return [server, ...(await lookAtNames(domain))]
}

/** What other mail servers look up before they believe a mail of this domain. */
const lookAtNames = async (domain: string): Promise<Finding[]> => {
  const about = 'mail names'
  if (/^[\d.[\]:]+$|^localhost$/.test(domain)) return [mind(about, 'Set MAIL_FROM to a sender of your own domain.')]
  const [own, policy] = await Promise.all([textsOf(domain), textsOf(`_dmarc.${domain}`)])
  if (own === 'unknown' || policy === 'unknown') return [mind(about, `DNS doesn’t answer about ${domain} from here.`)]
  const found: Finding[] = []
  if (!own.some((text) => /^v=spf1\b/i.test(text))) {
    found.push(mind(about, `${domain} has no SPF record: add a TXT record "v=spf1 …" that names your SMTP server.`))
  }
  if (!policy.some((text) => /^v=DMARC1\b/i.test(text))) {
    found.push(
      mind(about, `${domain} has no DMARC record: add a TXT record at _dmarc.${domain}, such as "v=DMARC1; p=none".`),
    )
  }
  found.push(good(about, 'Let the SMTP server sign with DKIM; its manual has the record.'))
  return found
}

const textsOf = async (name: string): Promise<string[] | 'unknown'> =>
  resolveTxt(name).then(
    (records) => records.map((parts) => parts.join('')),
    (error: NodeJS.ErrnoException) => (error.code === 'ENOTFOUND' || error.code === 'ENODATA' ? [] : 'unknown'),
  )
