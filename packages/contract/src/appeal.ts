import * as z from 'zod/mini'
import { route } from './route.ts'
import { Appeal, OwnRestriction } from './suspect-schemas.ts'
import { prose, Timestamp } from './values.ts'

export const APPEAL_MIN = 20
export const APPEAL_MAX = 2_000

/** Part of `user`: the own case file, and the way to object. */
export const userAppeal = {
  appealState: route({
    method: 'GET',
    path: '/api/user/appeal',
    summary: 'The own case: restrictions with their reasons, and appeals with their replies.',
    access: 'user',
    transaction: 'read',
    whileLocked: true,
    answer: z.object({
      /** Null unless the account is locked. */
      lock: z.nullable(z.object({ reason: z.string(), since: Timestamp, until: z.nullable(Timestamp) })),
      /** What is in force besides a lock. */
      measures: z.array(OwnRestriction),
      /** The latest first, at most ten; the first is open while its `answeredAt` is null. */
      appeals: z.array(Appeal),
      /** Whether an appeal can be sent now: something is in force, and none is open. */
      canAppeal: z.boolean(),
    }),
  }),
  appeal: route({
    method: 'POST',
    path: '/api/user/appeal',
    summary: 'Appeals a lock or another restriction; the reply is emailed and shown here. One at a time.',
    access: 'user',
    transaction: 'write',
    whileLocked: true,
    limits: [{ by: 'user', points: 5, seconds: 86_400 }],
    body: z.object({ message: prose(APPEAL_MIN, APPEAL_MAX) }),
    answer: z.object({ appeal: Appeal, msg: z.optional(z.string()) }),
  }),
} as const
