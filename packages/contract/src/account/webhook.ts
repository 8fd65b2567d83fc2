import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Done, Id, line, listing, paging, Timestamp } from '#contract/values.ts'
import { WebhookAudience, WebhookEvent } from './webhook-events.ts'

/** Endpoints of one account, and of the site, at most. */
export const WEBHOOKS_MAX = 10
/** The former secret signs beside the new one for so long. */
export const WEBHOOK_OVERLAP_HOURS = 24

export const Webhook = z.object({
  _id: Id,
  url: z.string(),
  description: z.string(),
  events: z.array(WebhookEvent),
  createdAt: Timestamp,
  /** Null while it is sent events. `failing`: nothing arrived for days; `gone`: the endpoint answered 410. */
  disabled: z.nullable(z.enum(['off', 'failing', 'gone'])),
  /** Since when nothing has arrived; null: the last attempt did. */
  failingSince: z.nullable(Timestamp),
  /** Until when the former secret signs too; null: there is only one. */
  overlapUntil: z.nullable(Timestamp),
})
export type Webhook = z.infer<typeof Webhook>

const WebhookAttempt = z.object({
  at: Timestamp,
  /** Null: there was no answer. */
  status: z.nullable(z.int()),
  /** The beginning of the answer, or why there was none. */
  answer: z.string(),
  ms: z.int(),
})

export const WebhookMessage = z.object({
  _id: Id,
  event: z.string(),
  createdAt: Timestamp,
  state: z.enum(['waiting', 'delivered', 'failed']),
  /** Of the next attempt; null: there is none. */
  dueAt: z.nullable(Timestamp),
  body: z.string(),
  /** The newest first, at most 10. */
  attempts: z.array(WebhookAttempt),
})
export type WebhookMessage = z.infer<typeof WebhookMessage>

const url = z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000))
const events = z.array(WebhookEvent).check(z.minLength(1), z.maxLength(WebhookEvent.options.length))
const limits = [{ by: 'user', points: 60, seconds: 3_600 }] as const
const params = z.object({ id: Id })

/** `whsec_…`, shown in this answer only. */
const WithSecret = z.object({ secret: z.string(), webhook: Webhook, msg: z.optional(z.string()) })

export const webhook = {
  list: route({
    method: 'GET',
    path: '/api/user/webhook',
    summary: 'Webhook endpoints of the account, or of the site for admins, the newest first.',
    access: 'user',
    transaction: 'read',
    query: z.object({ audience: z._default(WebhookAudience, 'account') }),
    answer: z.object({ webhooks: z.array(Webhook) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/user/webhook',
    summary: 'Registers a webhook endpoint; its secret is shown only in this answer.',
    access: 'user',
    transaction: 'write',
    stepUp: true,
    limits,
    body: z.object({ audience: z._default(WebhookAudience, 'account'), url, description: line(0, 60), events }),
    answer: WithSecret,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/user/webhook/{id}',
    summary: 'Changes an endpoint, or turns it on and off. Events that come while it is off aren’t sent later.',
    access: 'user',
    transaction: 'write',
    stepUp: true,
    limits,
    params,
    body: z.object({
      url: z.optional(url),
      description: z.optional(line(0, 60)),
      events: z.optional(events),
      enabled: z.optional(z.boolean()),
    }),
    answer: Done,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/user/webhook/{id}',
    summary: 'Deletes an endpoint with its log.',
    access: 'user',
    transaction: 'write',
    limits,
    params,
    answer: Done,
  }),
  rotate: route({
    method: 'POST',
    path: '/api/user/webhook/{id}/secret',
    summary: 'Makes a new secret; the former one signs beside it for 24 hours.',
    access: 'user',
    transaction: 'write',
    stepUp: true,
    limits,
    params,
    answer: WithSecret,
  }),
  test: route({
    method: 'POST',
    path: '/api/user/webhook/{id}/test',
    summary: 'Sends the event `webhook.test` within a minute.',
    access: 'user',
    transaction: 'write',
    limits,
    params,
    answer: Done,
  }),
  messages: route({
    method: 'GET',
    path: '/api/user/webhook/{id}/message',
    summary: 'Messages of the last 30 days, the newest first, each with its last attempts.',
    access: 'user',
    transaction: 'read',
    params,
    query: z.object(paging),
    answer: listing(WebhookMessage),
  }),
  replay: route({
    method: 'POST',
    path: '/api/user/webhook/{id}/message/{messageId}/replay',
    summary: 'Sends a message again within a minute, under the same `webhook-id`.',
    access: 'user',
    transaction: 'write',
    limits,
    params: z.object({ id: Id, messageId: Id }),
    answer: Done,
  }),
} as const
