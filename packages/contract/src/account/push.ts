import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Done, Id, Timestamp } from '#contract/values.ts'
import { PushKind } from './user-kinds.ts'

/** Devices of one account that are told; the oldest makes room for another. */
export const PUSH_DEVICES = 10

/** Minutes of the user's own day. */
const Minute = z.int().check(z.nonnegative(), z.maximum(1_439))

/** From one minute of the day until another, over midnight if the second is the earlier one. */
const QuietHours = z.object({ from: Minute, until: Minute })

const base64url = (characters: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${characters}}$`)))

export const push = {
  settings: route({
    method: 'GET',
    path: '/api/user/push',
    summary: 'Push notifications of the account: devices, kinds that are off, and quiet hours.',
    access: 'user',
    transaction: 'write',
    answer: z.object({
      /** What a browser needs to subscribe at its push service. */
      publicKey: z.string(),
      devices: z.array(z.object({ _id: Id, device: z.string(), current: z.boolean(), createdAt: Timestamp })),
      kindsOff: z.array(PushKind),
      quiet: z.nullable(QuietHours),
    }),
  }),
  subscribe: route({
    method: 'POST',
    path: '/api/user/push',
    summary: 'Sends push notifications to this browser as long as its session lasts.',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 30, seconds: 3_600 }],
    body: z.object({
      endpoint: z.string().check(z.maxLength(2_000), z.url({ protocol: /^https?$/ })),
      /** The browser's public key, 65 bytes, and its secret, 16 bytes (RFC 8291). */
      p256dh: base64url(87),
      auth: base64url(22),
    }),
    answer: Done,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/user/push',
    summary: 'Changes which push notifications are sent, and when none are.',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 120, seconds: 3_600 }],
    body: z.object({
      /** All kinds that are not wanted, in the place of those before. */
      kindsOff: z.optional(z.array(PushKind).check(z.maxLength(PushKind.options.length))),
      quiet: z.optional(z.nullable(QuietHours)),
    }),
    answer: Done,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/user/push/{id}',
    summary: 'Stops push notifications to one device.',
    access: 'user',
    transaction: 'write',
    params: z.object({ id: Id }),
    answer: Done,
  }),
} as const
