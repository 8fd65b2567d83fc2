import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Appeal, AppealVerdict, OwnRestriction } from '#contract/suspect-schemas.ts'
import { Id, listing, paging, prose, Timestamp } from '#contract/values.ts'
import { csvTwin } from './export.ts'

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
