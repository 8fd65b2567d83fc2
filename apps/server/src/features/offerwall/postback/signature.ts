import { createHash, createHmac } from 'node:crypto'
import type { WallRules } from '@runnel/contract/admin/wall-rules'
import type { Mark } from '#features/offerwall/preset/preset.ts'
import { equalBytes } from '#kernel/secrets.ts'
import { type Params, parseQuery, valueOf } from './parse.ts'

/** What a signature may cover. */
export interface Signable {
  readonly params: Params
  /** The owner's public keys; they win over parameters of the same name. */
  readonly keys: Readonly<Record<string, string>>
  /** The public address as it was called. */
  readonly url: string
}

type Formula = Mark & Partial<Pick<WallRules, 'signatureParam'>>

/** The signature that a formula asks for; undefined where what it covers is not there. */
export const signatureOf = (formula: Formula, secret: string, signable: Signable): string | undefined => {
  const { algorithm, encoding } = formula
  if (algorithm === 'none') return undefined
  if (algorithm === 'static') return secret
  const text = signedText(formula, secret, signable)
  if (text === undefined) return undefined
  const digest = algorithm.startsWith('hmac-')
    ? createHmac(algorithm.slice('hmac-'.length), secret)
    : createHash(algorithm)
  return digest.update(text, 'utf8').digest(encoding)
}

/** Compares in constant time; letters of a hexadecimal signature may be of either case. */
export const isSame = (expected: string, given: string, { algorithm, encoding }: Mark): boolean => {
  const isHex = algorithm !== 'static' && encoding === 'hex'
  return equalBytes(Buffer.from(expected), Buffer.from(isHex ? given.toLowerCase() : given))
}

const signedText = (formula: Formula, secret: string, signable: Signable): string | undefined => {
  const { signatureParam = '' } = formula
  switch (formula.signed) {
    case '@url':
      return urlBefore(signable.url, signatureParam)
    case '@url{secret}': {
      const url = urlBefore(signable.url, signatureParam)
      return url === undefined ? undefined : `${url}${secret}`
    }
    case '@sorted-query':
      return sortedQuery(signable.url, signatureParam)
    case '@pollfish':
      return pollfishText(signable.params)
    default:
      return fill(formula.signed, { secret, ...signable })
  }
}

/** Fills a template: the secret first, then the owner's keys, then what was received; what is not there is empty. */
const fill = (template: string, { secret, keys, params }: Omit<Signable, 'url'> & { secret: string }): string =>
  template.replace(/\{([^{}|]+)(\|int)?\}/g, (_whole, name: string, whole?: string) => {
    if (name === 'secret') return secret
    const value = (Object.hasOwn(keys, name) ? keys[name] : undefined) ?? valueOf(params, name) ?? ''
    return whole === undefined ? value : value.replace(/\..*$/s, '')
  })

/** The address up to its signature, which must be the last thing in it: what follows would not be covered. */
const urlBefore = (url: string, signatureParam: string): string | undefined => {
  const at = Math.max(url.lastIndexOf(`&${signatureParam}=`), url.lastIndexOf(`?${signatureParam}=`))
  return at === -1 || url.includes('&', at + 1) ? undefined : url.slice(0, at)
}

/** All parameters of the address by name, encoded as PHP's `http_build_query` does. */
const sortedQuery = (url: string, signatureParam: string): string =>
  [...parseQuery(queryOf(url))]
    .filter(([name]) => name !== signatureParam)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${rfc1738(name)}=${rfc1738(value)}`)
    .join('&')

export const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

const rfc1738 = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')

/** What Pollfish can be asked to send, by name: only these are signed, never what the owner adds. */
const pollfishNames = [
  'click_id',
  'cpa',
  'device_id',
  'request_uuid',
  'reward_name',
  'reward_value',
  'status',
  'term_reason',
  'timestamp',
  'tx_id',
] as const

const pollfishText = (params: Params): string =>
  pollfishNames
    .filter((name) => params.has(name) && !(name === 'request_uuid' && params.get(name) === ''))
    .map((name) => params.get(name))
    .join(':')
