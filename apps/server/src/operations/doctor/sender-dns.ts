import { Resolver } from 'node:dns/promises'
import { type Finding, good, mind, wrong } from './finding.ts'

export type Dns = Pick<Resolver, 'resolveTxt'>

interface Sender {
  /** Of `MAIL_FROM`, in lower case. */
  readonly domain: string
  readonly selector: string | undefined
}

const about = 'mail DNS'

/** A command that somebody waits for: a name server that is silent costs at most 6 s. */
const ownDns = (): Dns => new Resolver({ timeout: 2_000, tries: 2 })

/** The records that other mail servers look up before they trust a mail of this domain: SPF, DKIM and DMARC. */
export const lookAtSenderDns = async (sender: Sender, dns = ownDns()): Promise<Finding[]> => {
  const { domain } = sender
  if (/^[\d.[\]:]+$|^localhost$/.test(domain)) return [mind(about, 'Set MAIL_FROM to a sender of your own domain.')]
  const looks = [lookAtSpf, lookAtDkim, lookAtDmarc].map((look) => look(dns, sender))
  const found = (await Promise.all(looks.map((look) => look.catch(unanswered)))).flat()
  // What kept one answer away kept the others away too.
  return found.includes(noAnswer) ? [mind(about, `DNS doesn’t respond for ${domain} from this machine.`)] : found
}

const noAnswer = mind(about, 'no answer')
const unanswered = (): Finding[] => [noAnswer]

/** RFC 7208: one record, section 4.5; what follows `all`, section 5.1. */
const lookAtSpf = async (dns: Dns, { domain }: Sender): Promise<Finding[]> => {
  const records = (await textsOf(dns, domain)).filter((text) => /^v=spf1( |$)/i.test(text))
  const [record] = records
  if (record === undefined) {
    return [mind(about, `${domain} has no SPF record: add a TXT record "v=spf1 …" that names your SMTP server.`)]
  }
  if (records.length > 1) {
    return [wrong(about, `${domain} has ${records.length} SPF records, so none counts: merge them into one.`)]
  }
  if (/ \+?all( |$)/i.test(record)) {
    return [wrong(about, `The SPF record of ${domain} allows every server to send for it: end it with ~all or -all.`)]
  }
  return [good(about, `${domain} has an SPF record.`)]
}

/** What the widespread mail services and servers call their keys, unless the owner of a domain chooses otherwise. */
const usualSelectors = [
  'default',
  'dkim',
  'mail',
  'key1',
  's1',
  's2',
  'k1',
  'k2',
  'k3',
  'selector1',
  'selector2',
  'google',
  'smtp',
  'mx',
  'fm1',
  'fm2',
  'fm3',
  'mailjet',
  'mandrill',
  'zoho',
  'brevo1',
  'brevo2',
  'resend',
]

/** RFC 6376, 3.6.1: a record needs its key, `p=`; an empty one is revoked. */
const lookAtDkim = async (dns: Dns, { domain, selector }: Sender): Promise<Finding[]> => {
  const selectors = selector === undefined ? usualSelectors : [selector]
  const keys = await Promise.all(
    selectors.map(async (name) => {
      const texts = await textsOf(dns, `${name}._domainkey.${domain}`)
      return { name, key: texts.map((text) => /(?:^|;)\s*p\s*=\s*([^;\s]*)/i.exec(text)?.[1]).find(isText) }
    }),
  )
  const key = keys.find((one) => one.key !== undefined && one.key !== '') ?? keys.find((one) => one.key === '')
  if (key?.key === '') {
    return [wrong(about, `The DKIM key “${key.name}” of ${domain} is revoked: publish the key that your server uses.`)]
  }
  if (key !== undefined) return [good(about, `${domain} has a DKIM key, “${key.name}”.`)]
  if (selector !== undefined) {
    return [
      mind(
        about,
        `${selector}._domainkey.${domain} has no DKIM key: add the TXT record that your email service shows.`,
      ),
    ]
  }
  return [
    mind(
      about,
      `${domain} has no DKIM key under a usual name: add the TXT record that your email service shows. ` +
        'If there is one, set DKIM_SELECTOR to its name.',
    ),
  ]
}

const isText = (value: string | undefined): value is string => value !== undefined

/**
 * The policy of the domain or the next one above it that has one, as the tree walk of DMARC finds it
 * (draft-ietf-dmarc-dmarcbis, 4.10): several at one name count as none.
 */
const lookAtDmarc = async (dns: Dns, { domain }: Sender): Promise<Finding[]> => {
  const labels = domain.split('.')
  const names = labels.slice(0, -1).map((_label, index) => labels.slice(index).join('.'))
  const all = await Promise.all(
    names.map(async (name) => ({
      name,
      records: (await textsOf(dns, `_dmarc.${name}`)).filter((text) => /^v=DMARC1\s*(;|$)/i.test(text)),
    })),
  )
  const several = all.find(({ records }) => records.length > 1)
  if (several !== undefined) {
    return [
      wrong(about, `_dmarc.${several.name} has ${several.records.length} DMARC records, so none counts: keep one.`),
    ]
  }
  const policy = all.find(({ records }) => records.length === 1)
  if (policy === undefined) {
    return [
      mind(about, `${domain} has no DMARC record: add a TXT record at _dmarc.${domain}, such as "v=DMARC1; p=none".`),
    ]
  }
  return [good(about, `${policy.name} has a DMARC record.`)]
}

/** Throws when nobody answers; a name without a record has none. */
const textsOf = async (dns: Dns, name: string): Promise<string[]> => {
  try {
    return (await dns.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')) return []
    throw error
  }
}
