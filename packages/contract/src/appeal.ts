import * as z from 'zod/mini'
import { csvTwin } from '#contract/admin/export.ts'
import { route } from './route.ts'
import { Appeal, AppealVerdict, OwnRestriction } from './suspect-schemas.ts'
import { Id, listing, paging, prose, Timestamp } from './values.ts'

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

export const AdminAppeal = z.extend(Appeal, {
  user: z.object({ _id: Id, username: z.string(), score: z.number(), joinedAt: Timestamp }),
  lock: z.nullable(z.object({ reason: z.string(), since: Timestamp, until: z.nullable(Timestamp) })),
  measures: z.array(OwnRestriction),
  answeredBy: z.nullable(z.string()),
})
export type AdminAppeal = z.infer<typeof AdminAppeal>

export const appealFilter = {
  /** `open` first in the list when neither is asked for. */
  status: z.optional(z.enum(['open', 'answered'])),
  verdict: z.optional(AppealVerdict),
  username: z.optional(z.string().check(z.maxLength(40))),
}

const appeals = route({
  method: 'GET',
  path: '/api/admin/appeal',
  summary: 'Appeals of locked or restricted users: open ones first, oldest first.',
  access: 'admin',
  transaction: 'read',
  query: z.object({ ...paging, ...appealFilter }),
  answer: listing(AdminAppeal),
})

/** Part of `admin`. */
export const adminAppeal = {
  appeals,
  appealsCsv: csvTwin(appeals, 'Appeals'),
  answerAppeal: route({
    method: 'POST',
    path: '/api/admin/appeal/{id}/answer',
    summary: 'Decides an appeal: releases the account, keeps the restrictions, or shortens the lock.',
    access: 'admin',
    transaction: 'write',
    params: z.object({ id: Id }),
    body: z.object({ verdict: AppealVerdict, message: prose(3, 2_000), until: z.optional(Timestamp) }).check(
      z.refine((body) => body.verdict !== 'shorten' || body.until !== undefined, {
        path: ['until'],
        error: 'validation.lockEnd',
      }),
    ),
    answer: z.object({ appeal: AdminAppeal, msg: z.optional(z.string()) }),
  }),
} as const
