import { withAsciiDomain } from '@runnel/contract/account/email'
import { isDisposableEmailDomain } from 'disposable-email-domains-js'
import { refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

const GOOGLE = new Set(['gmail.com', 'googlemail.com'])

/**
 * The one form of all spellings that reach the same mailbox: lower case, the domain in ASCII, without what follows a
 * plus, and for Google without dots.
 */
export const emailKey = (email: string): string => {
  const { name, domain } = partsOf(email)
  const plain = name.split('+')[0] ?? ''
  // An address that begins with a plus keeps it, or all of them would be one.
  const base = plain === '' ? name : plain
  return GOOGLE.has(domain) ? `${base.replaceAll('.', '')}@gmail.com` : `${base}@${domain}`
}

/** Refuses addresses of services that give a mailbox away for ten minutes; their subdomains too. */
export const refuseDisposable = (email: string): void => {
  const labels = partsOf(email).domain.split('.')
  const domains = labels.slice(0, -1).map((_, from) => labels.slice(from).join('.'))
  if (domains.some((domain) => isDisposableEmailDomain(domain))) {
    refuseField('email', 'EMAIL_DISPOSABLE', say('user.disposableEmailAddressesArent'))
  }
}

const partsOf = (email: string): { name: string; domain: string } => {
  const lower = withAsciiDomain(email).toLowerCase()
  const at = lower.lastIndexOf('@')
  return { name: lower.slice(0, at), domain: lower.slice(at + 1) }
}
