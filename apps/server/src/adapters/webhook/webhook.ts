import { createHmac } from 'node:crypto'
import type { WebhookAudience } from '@runnel/contract/account/webhook-events'
import type { Http } from '#adapters/deposit/http.ts'

export interface WebhookRequest {
  readonly audience: WebhookAudience
  readonly url: string
  /** The same at every attempt, by which a receiver knows what it has had. */
  readonly id: string
  readonly at: Date
  readonly body: string
  /** `whsec_…`; each signs, the newest first. */
  readonly secrets: readonly string[]
}

export interface WebhookAnswer {
  /** Null: there was no answer. */
  readonly status: number | null
  /** The beginning of what was answered, or why nothing was. */
  readonly answer: string
  /** What the receiver asked to wait. */
  readonly laterSeconds: number | null
}

/** Sends events to endpoints of users as the Standard Webhooks specification says. */
export interface Webhooks {
  readonly send: (request: WebhookRequest) => Promise<WebhookAnswer>
  /** Why an endpoint may not be called; null when it may. */
  readonly problem: (audience: WebhookAudience, url: string) => string | null
}

const TIMEOUT_MS = 10_000
const ANSWER_LENGTH = 500

/** Each audience calls where its `Http` lets it: members never reach hosts of the owner’s own network. */
export const createWebhooks = (https: Readonly<Record<WebhookAudience, Http>>): Webhooks => ({
  problem: (audience, url) => https[audience].addressProblem(url),
  send: async ({ audience, url, id, at, body, secrets }) => {
    const timestamp = Math.floor(at.getTime() / 1_000)
    const signatures = secrets.map((secret) => signatureOf(secret, { id, timestamp, body }))
    const answer = await https[audience].call({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatures.join(' '),
      },
      body,
      timeoutMs: TIMEOUT_MS,
      // A letter takes four bytes at the most.
      excerptBytes: ANSWER_LENGTH * 4,
    })
    if (answer.kind !== 'answered') return { status: null, answer: answer.reason, laterSeconds: null }
    const { status, text, retryAfterSeconds: laterSeconds = null } = answer
    return { status, answer: printable(text), laterSeconds }
  },
})

/** PostgreSQL keeps no zero byte. */
const printable = (text: string): string => text.slice(0, ANSWER_LENGTH).replaceAll('\0', '').trim()

/** `v1,` and the HMAC-SHA256 over id, time and body; the key is what the secret’s base64 means. */
export const signatureOf = (
  secret: string,
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
