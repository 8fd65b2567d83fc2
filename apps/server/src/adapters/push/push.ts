import { ECDH } from 'node:crypto'
import webPush from 'web-push'
import type { Http } from '#adapters/deposit/http.ts'

/** The key pair of this site, in base64url. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export interface PushMessage {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  /** What the site's worker in the browser reads. */
  readonly payload: string
  /** How long the push service keeps it for a device that is off. */
  readonly ttlSeconds: number
  /** Another message with the same topic takes the place of one that was not delivered yet. */
  readonly topic: string
  readonly urgency: 'normal' | 'high'
}

/** `gone`: the device will never answer again. `later`: it may be tried again. `refused`: it will not be taken. */
export type PushOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'later'; readonly seconds: number | null; readonly reason: string }

/** Sends to the push services of browsers (RFC 8030), encrypted for the one device (RFC 8291). */
export interface Push {
  readonly send: (sender: PushKeys & { readonly subject: string }, message: PushMessage) => Promise<PushOutcome>
  /** Why an endpoint may not be called; null when it may. */
  readonly problem: (endpoint: string) => string | null
}

const TIMEOUT_MS = 10_000
/** A service that asks for more patience than this is asked again all the same. */
const LATER_MAX_SECONDS = 3_600

export const createPush = (http: Http): Push => ({
  problem: http.addressProblem,
  send: async ({ subject, publicKey, privateKey }, message) => {
    const { endpoint, p256dh, auth, payload, ttlSeconds, topic, urgency } = message
    // Any 65 bytes can be sent as a key; nothing can be encrypted for those that are no point on the curve.
    if (!isPublicKey(p256dh)) return { kind: 'gone' }
    const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: ttlSeconds,
      contentEncoding: 'aes128gcm',
      topic,
      urgency,
    })
    const answer = await http.call({
      method,
      url: endpoint,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: body ?? '',
      timeoutMs: TIMEOUT_MS,
    })
    if (answer.kind !== 'answered') return { kind: 'later', seconds: null, reason: answer.reason }
    return outcomeOf(answer.status, answer.retryAfterSeconds)
  },
})

const isPublicKey = (key: string): boolean => {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

const outcomeOf = (status: number, seconds: number | undefined): PushOutcome => {
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const reason = `the push service answered ${status}`
  if (status !== 429 && status < 500) return { kind: 'refused', reason }
  return { kind: 'later', seconds: seconds === undefined ? null : Math.min(seconds, LATER_MAX_SECONDS), reason }
}
