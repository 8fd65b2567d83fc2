import { createHmac, type KeyObject } from 'node:crypto'
import { equalBytes } from '#kernel/secrets.ts'

/** What a challenge's id says on the wire: which challenge, for whom, for what, until when (in seconds). */
export type EnvelopePayload = {
  /** The challenge. */
  readonly c: string
  /** The user, or null for a visitor without account. */
  readonly u: string | null
  /** The action it may be used for. */
  readonly a: string
  /** The beginning of the session's hash. */
  readonly s: string
  /** The family of pictures. */
  readonly p: string
  /** When it expires, in seconds since 1970. */
  readonly e: number
}
export type EnvelopeKey = { readonly kid: string; readonly key: KeyObject | Buffer }
/** The first key seals; every key opens. */
export type EnvelopeKeys = readonly [EnvelopeKey, ...EnvelopeKey[]]
export type Opened =
  | { readonly ok: true; readonly payload: EnvelopePayload }
  | { readonly ok: false; readonly reason: 'malformed' | 'forged' | 'expired' }

const version = 'v1'
const longest = 1_000
const daySeconds = 86_400

/**
 * Today's key, yesterday's, and tomorrow's, with which a node whose clock goes ahead seals already. They are made from
 * the site's secret, so that no key is ever stored or handed around.
 */
export const dailyKeys = (derive: (purpose: string) => KeyObject | Buffer, now: Date): EnvelopeKeys => {
  const day = Math.floor(now.getTime() / 1_000 / daySeconds)
  const keyOf = (number: number): EnvelopeKey => ({ kid: number.toString(36), key: derive(`envelope ${number}`) })
  return [keyOf(day), keyOf(day - 1), keyOf(day + 1)]
}

export const sealEnvelope = (keys: EnvelopeKeys, payload: EnvelopePayload): string => {
  const [{ kid, key }] = keys
  const body = Buffer.from(JSON.stringify({ ...payload, k: kid })).toString('base64url')
  return `${version}.${body}.${sign(key, body).toString('base64url')}`
}

/** Tells forged ids apart before the database is asked anything. Never throws. */
export const openEnvelope = (keys: EnvelopeKeys, token: string, now: Date): Opened => {
  if (token.length > longest) return { ok: false, reason: 'malformed' }
  const [head, body, signature, ...rest] = token.split('.')
  if (head !== version || body === undefined || signature === undefined || rest.length > 0) {
    return { ok: false, reason: 'malformed' }
  }
  const said = parsed(body)
  if (said === undefined) return { ok: false, reason: 'malformed' }
  const known = keys.find((candidate) => candidate.kid === said.kid)
  const isOver = said.payload.e * 1_000 <= now.getTime()
  // A page that stood open for days was sealed with a key that is gone. Whoever makes one up gains nothing by it.
  if (known === undefined && isOver) return { ok: false, reason: 'expired' }
  // Compared as text: two spellings of one base64 value must not both open.
  const expected = known && Buffer.from(sign(known.key, body).toString('base64url'))
  if (expected === undefined || !equalBytes(expected, Buffer.from(signature))) return { ok: false, reason: 'forged' }
  if (isOver) return { ok: false, reason: 'expired' }
  return { ok: true, payload: said.payload }
}

const sign = (key: KeyObject | Buffer, body: string): Buffer =>
  createHmac('sha256', key).update(`${version}.${body}`).digest()

const parsed = (body: string): { kid: string; payload: EnvelopePayload } | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? checked(value) : undefined
  } catch {
    return undefined
  }
}

const checked = (value: object): { kid: string; payload: EnvelopePayload } | undefined => {
  const text = (key: string): string | undefined => {
    const field: unknown = Reflect.get(value, key)
    return typeof field === 'string' ? field : undefined
  }
  const [kid, c, a, s, p] = [text('k'), text('c'), text('a'), text('s'), text('p')]
  const u: unknown = Reflect.get(value, 'u')
  const e: unknown = Reflect.get(value, 'e')
  if (kid === undefined || c === undefined || a === undefined || s === undefined || p === undefined) return undefined
  if ((u !== null && typeof u !== 'string') || typeof e !== 'number' || !Number.isFinite(e)) return undefined
  return { kid, payload: { c, u, a, s, p, e } }
}
