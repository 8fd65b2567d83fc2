import * as z from 'zod/mini'
import { csvTwin } from '#contract/admin/export.ts'
import { route } from '#contract/route.ts'
import { Done, Id, line, listing, paging, Timestamp } from '#contract/values.ts'
import {
  DecisionResult,
  OwnerRecord,
  SubmissionCounts,
  SubmissionDetail,
  SubmissionIds,
  SubmissionStatus,
  TaskReason,
} from './schemas.ts'

const idParams = z.object({ id: Id })
const often = { limits: [{ by: 'user', points: 600, seconds: 3_600 }] } as const

const disputed = route({
  method: 'GET',
  path: '/api/task/submission/disputed',
  summary: 'Disputed submissions, oldest first; decided ones, newest first.',
  access: 'moderator',
  transaction: 'read',
  query: z.object({
    ...paging,
    decided: z._default(z.enum(['yes', 'no']), 'no'),
    /** Of this worker or owner. */
    username: z.optional(line(0, 40)),
  }),
  answer: listing(z.extend(SubmissionDetail, { owner: OwnerRecord, disputedAt: Timestamp })),
})

/** What owners decide about submissions, and moderators about tasks and disputes. */
export const taskReview = {
  review: route({
    method: 'GET',
    path: '/api/task/{id}/submission',
    summary: 'The submissions of one task for its owner, oldest first; moderators see all.',
    access: 'user',
    transaction: 'read',
    params: idParams,
    query: z.object({ ...paging, status: z._default(SubmissionStatus, 'pending') }),
    answer: z.object({ ...listing(SubmissionDetail).shape, counts: SubmissionCounts }),
  }),
  accept: route({
    method: 'POST',
    path: '/api/task/{id}/submission/accept',
    summary:
      'Accepts submissions, each exactly once; with `isByAdmin` a moderator decides disputed ones for the worker.',
    access: 'user',
    transaction: 'write',
    idempotent: true,
    ...often,
    params: idParams,
    body: z.object({
      submissionIds: SubmissionIds,
      isByAdmin: z.optional(z.boolean()),
      reason: z.optional(TaskReason),
    }),
    answer: DecisionResult,
  }),
  deny: route({
    method: 'POST',
    path: '/api/task/{id}/submission/deny',
    summary: 'Denies submissions with a reason; `?ban=true` also blocks their workers from this owner’s tasks.',
    access: 'user',
    transaction: 'write',
    idempotent: true,
    ...often,
    params: idParams,
    query: z.object({ ban: z.optional(z.enum(['true', 'false'])) }),
    body: z.object({ submissionIds: SubmissionIds, reason: TaskReason, isByAdmin: z.optional(z.boolean()) }),
    answer: DecisionResult,
  }),
  askRevision: route({
    method: 'POST',
    path: '/api/task/{id}/submission/revision',
    summary: 'Requests a revision instead of denying, once per submission, with a deadline.',
    access: 'user',
    transaction: 'write',
    idempotent: true,
    ...often,
    params: idParams,
    body: z.object({ submissionIds: SubmissionIds, reason: TaskReason }),
    answer: DecisionResult,
  }),
  undo: route({
    method: 'POST',
    path: '/api/task/action/{id}/undo',
    summary: 'Undoes a bulk decision within 60 seconds; rewards on hold return to escrow.',
    access: 'user',
    transaction: 'write',
    params: idParams,
    answer: z.object({ undone: z.int(), skipped: z.int(), msg: z.optional(z.string()) }),
  }),
  answerDispute: route({
    method: 'POST',
    path: '/api/task/submission/{id}/answer',
    summary: 'The task owner’s reply to a dispute, once, before a moderator decides.',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 60, seconds: 3_600 }],
    params: idParams,
    body: z.object({ text: TaskReason }),
    answer: z.object({ submission: SubmissionDetail, msg: z.optional(z.string()) }),
  }),
  decideTasks: route({
    method: 'POST',
    path: '/api/task/decide',
    summary:
      'Approves or rejects tasks in review, as they were read; those that can’t be decided this way are ' + 'skipped.',
    access: 'moderator',
    transaction: 'write',
    bodyLimit: 16 * 1_024,
    body: z
      .object({
        /** `readAt` is `updatedAt` as the moderator has read it. */
        tasks: z.array(z.object({ id: Id, readAt: Timestamp })).check(z.minLength(1), z.maxLength(100)),
        status: z.enum(['active', 'rejected']),
        reason: z.optional(TaskReason),
      })
      .check(
        z.refine((body) => body.status !== 'rejected' || body.reason !== undefined, {
          path: ['reason'],
          error: 'validation.reasonForOwners',
        }),
      ),
    answer: z.object({ done: z.int(), skipped: z.int(), msg: z.optional(z.string()) }),
  }),
  disputed,
  disputedCsv: csvTwin(disputed, 'Disputes'),
  disputedStatistic: route({
    method: 'GET',
    path: '/api/task/submission/disputed/statistic',
    summary: 'Disputes: open ones, and of the last 90 days how they were decided, how fast, and who loses most.',
    access: 'moderator',
    transaction: 'read',
    answer: z.object({
      open: z.int(),
      oldestAt: z.nullable(Timestamp),
      forWorkers: z.int(),
      forOwners: z.int(),
      medianSeconds: z.nullable(z.int()),
      /** At most ten owners who lost a dispute, most first. */
      owners: z.array(z.object({ username: z.string(), disputes: z.int(), lost: z.int() })),
    }),
  }),
  acceptUpdate: route({
    method: 'POST',
    path: '/api/task/update-request/{id}/accept',
    summary: 'Accepts the changes of an update request.',
    access: 'moderator',
    transaction: 'write',
    params: idParams,
    answer: Done,
  }),
  denyUpdate: route({
    method: 'POST',
    path: '/api/task/update-request/{id}/deny',
    summary: 'Rejects an update request with a reason.',
    access: 'moderator',
    transaction: 'write',
    params: idParams,
    body: z.object({ reason: TaskReason }),
    answer: Done,
  }),
} as const
