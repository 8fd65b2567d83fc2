import type { WallRules } from '@runnel/contract/admin/wall-rules'
import type { RawRequest } from '@runnel/contract/route'
import { secretOf, type WallRow } from '#features/offerwall/wall.ts'
import { equalBytes, type Secrets } from '#kernel/secrets.ts'
import { type Params, parseBody, parseQuery, valueOf } from './parse.ts'
import { isSame, queryOf, signatureOf } from './signature.ts'

/** A postback as it came, or as it is read again. */
export interface PostbackRequest {
  readonly method: string
  /** The public address, rebuilt from configuration and never from what the caller says of it. */
  readonly url: string
  readonly body: Uint8Array
  readonly headers: RawRequest['headers']
  /** Whether it came from one of these addresses and networks. */
  readonly isFrom: (ranges: readonly string[]) => boolean
  /** Secrets are hidden in what is stored; a stored call shows its mark instead. */
  readonly isReplay: boolean
}

/** What a call says; undefined for a form that cannot be read. What only the address signs is only read from there. */
export const paramsOf = ({ url, body, headers }: PostbackRequest, rules: WallRules): Params | undefined => {
  const query = parseQuery(queryOf(url))
  if (rules.signed.startsWith('@url') || rules.signed === '@sorted-query') return query
  const form = parseBody({ body, headers })
  return form === undefined ? undefined : new Map([...form, ...query])
}

/** The signature that came with a call, as it was sent. */
export const receivedSignature = (call: Pick<PostbackRequest, 'headers'>, rules: WallRules, params: Params): string => {
  if (rules.signatureHeader !== '') return String(call.headers[rules.signatureHeader.toLowerCase()] ?? '')
  return valueOf(params, rules.signatureParam) ?? ''
}

/** Whether the wall itself sent it, as far as its signature can tell. */
export const isSigned = (
  secrets: Secrets,
  { wall, call, params }: { wall: WallRow; call: PostbackRequest; params: Params },
): boolean => {
  const { rules, keys } = wall
  if (rules.algorithm === 'none') return true
  const secret = secretOf(secrets, wall)
  const given = receivedSignature(call, rules, params)
  if (secret === '' || given === '') return false
  if (rules.algorithm === 'static' && call.isReplay) {
    return equalBytes(Buffer.from(secretMask(secrets, secret)), Buffer.from(given))
  }
  const expected = signatureOf(rules, secret, { params, keys, url: call.url })
  return expected !== undefined && isSame(expected, given, rules)
}

/** What stands for a secret in what is stored: the same for the same secret, and of no use to anybody else. */
export const secretMask = (secrets: Secrets, secret: string): string =>
  `hidden-${secrets.hmac('offerwall-hidden', secret).toString('base64url').slice(0, 16)}`

/** Hides secrets in a text of a call: what was sent in place of one, right or wrong, and the wall's own wherever. */
export const createSecretMasker = (
  secrets: Secrets,
  { wall, call, params }: { wall: WallRow; call: PostbackRequest; params: Params },
) => {
  const { rules } = wall
  const secret = secretOf(secrets, wall)
  const given = rules.algorithm === 'static' ? receivedSignature(call, rules, params) : ''
  // Something short that was sent instead of a secret hides nothing and would spoil the text.
  const hidden = [...new Set([secret, given])].filter((text) => text.length >= SECRET_LENGTH)
  const words = hidden.flatMap((text) =>
    [...new Set([text, encodeURIComponent(text), encodeURIComponent(text).replaceAll('%20', '+')])].map(
      (word) => [word, secretMask(secrets, text)] as const,
    ),
  )
  return (text: string): string => words.reduce((shown, [word, mark]) => shown.replaceAll(word, mark), text)
}

const SECRET_LENGTH = 4
