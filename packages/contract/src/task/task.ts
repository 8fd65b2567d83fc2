import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Done, FileAnswer, Id, listing, paging, Units } from '#contract/values.ts'
import { taskAdvertise } from './advertise.ts'
import { taskReview } from './review.ts'
import {
  ANSWER_MAX,
  ImageIds,
  RequiredProof,
  PROOFS_MAX,
  Submission,
  SubmissionCounts,
  SubmissionDetail,
  SubmissionStatus,
  Task,
  TaskCategory,
  TaskImage,
  TaskReason,
} from './schemas.ts'

const idParams = z.object({ id: Id })
const changed = z.object({ submission: SubmissionDetail, msg: z.optional(z.string()) })

/** What somebody who works on tasks calls; those who give work stand in `task-advertise.ts` and `task-review.ts`. */
const taskWork = {
  list: route({
    method: 'GET',
    path: '/api/task/',
    summary: 'Tasks that this user can do, by reward, newest or reward per minute.',
    access: 'user',
    transaction: 'read',
    query: z.object({
      ...paging,
      orderBy: z._default(z.enum(['reward', 'newest', 'perMinute']), 'reward'),
      categoryId: z.optional(Id),
    }),
    answer: z.object({ ...listing(Task).shape, categories: z.array(TaskCategory) }),
  }),
  categories: route({
    method: 'GET',
    path: '/api/task/category',
    summary: 'The categories with their minimum rewards, and the cost of creating a task.',
    access: 'user',
    transaction: 'read',
    answer: z.object({
      categories: z.array(TaskCategory),
      /** Basis points of the reward that the site keeps on top, rounded down. */
      feeBasisPoints: z.int(),
      depositBalance: Units,
    }),
  }),
  submissions: route({
    method: 'GET',
    path: '/api/task/submission',
    summary: "The user's own submissions, newest first.",
    access: 'user',
    transaction: 'read',
    query: z.object({ ...paging, status: z._default(SubmissionStatus, 'pending') }),
    answer: z.object({
      ...listing(Submission).shape,
      counts: SubmissionCounts,
      /** Basis points of the decided submissions of 90 days that were accepted, and how many were decided. */
      acceptedRate: z.int(),
      decided: z.int(),
    }),
  }),
  submission: route({
    method: 'GET',
    path: '/api/task/submission/{id}',
    summary: 'One submission with its timeline, for the worker, the task owner and moderators.',
    access: 'user',
    transaction: 'read',
    params: idParams,
    answer: z.object({ submission: SubmissionDetail }),
  }),
  upload: route({
    method: 'POST',
    path: '/api/task/image',
    summary: 'Uploads one image: re-encoded, its metadata removed. Only its uploader has access until it is submitted.',
    access: 'user',
    transaction: 'none',
    cost: 600,
    kind: 'upload',
    limits: [{ by: 'user', points: 60, seconds: 3_600 }],
    answer: z.object({ image: TaskImage }),
  }),
  image: route({
    method: 'GET',
    path: '/api/task/submission/{id}/image/{imageId}',
    summary: 'An image of a proof or dispute, for the worker, the task owner and moderators.',
    access: 'user',
    transaction: 'none',
    kind: 'file',
    params: z.object({ id: Id, imageId: Id }),
    answer: FileAnswer,
  }),
  dispute: route({
    method: 'POST',
    path: '/api/task/submission/{id}/dispute',
    summary: 'Disputes a denial, once, within the dispute period, with text and images.',
    access: 'user',
    transaction: 'write',
    idempotent: true,
    limits: [{ by: 'user', points: 20, seconds: 3_600 }],
    params: idParams,
    body: z.object({ reason: TaskReason, imageIds: ImageIds }),
    answer: changed,
  }),
  withdraw: route({
    method: 'POST',
    path: '/api/task/submission/{id}/withdraw',
    summary: 'Cancels a reservation.',
    access: 'user',
    transaction: 'write',
    params: idParams,
    answer: Done,
  }),
  one: route({
    method: 'GET',
    path: '/api/task/{id}',
    summary: 'One task with its instructions, and how far this user is with it.',
    access: 'user',
    transaction: 'read',
    params: idParams,
    answer: z.object({
      task: Task,
      /** Sanitised. */
      html: z.string(),
      proofs: z.array(RequiredProof),
      /** The newest of this user for it. */
      submission: z.nullable(SubmissionDetail),
      /** Why this user cannot start it, in a sentence; null when they can. */
      closed: z.nullable(z.string()),
      isOwn: z.boolean(),
    }),
  }),
  start: route({
    method: 'POST',
    path: '/api/task/{id}/start',
    summary: 'Reserves a slot until the deadline.',
    access: 'user',
    transaction: 'write',
    closedTo: 'earn',
    idempotent: true,
    limits: [{ by: 'user', points: 60, seconds: 3_600 }],
    params: idParams,
    answer: changed,
  }),
  submit: route({
    method: 'POST',
    path: '/api/task/{id}/submit',
    summary:
      'Submits the proof: answers in the order of the required proof (empty for images), images by the IDs ' +
      'from `upload`.',
    access: 'user',
    transaction: 'write',
    closedTo: 'earn',
    idempotent: true,
    limits: [{ by: 'user', points: 60, seconds: 3_600 }],
    params: idParams,
    bodyLimit: 160 * 1_024,
    body: z.object({
      answers: z
        .array(z.string().check(z.trim(), z.maxLength(ANSWER_MAX), z.regex(/^(?:[^\p{Cc}]|[\t\n\r])*$/u)))
        .check(z.maxLength(PROOFS_MAX)),
      imageIds: ImageIds,
    }),
    answer: changed,
  }),
} as const

/** Micro-tasks: work with escrow, review, revision and disputes. */
export const task = { ...taskWork, ...taskAdvertise, ...taskReview } as const
