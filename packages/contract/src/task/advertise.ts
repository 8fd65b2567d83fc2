import * as z from 'zod/mini'
import { csvTwin } from '#contract/admin/export.ts'
import { route } from '#contract/route.ts'
import { Id, listing, paging, PositiveUnits, prose, Timestamp, Units } from '#contract/values.ts'
import { INSTRUCTIONS_MAX, OwnTask, TaskSlots, taskFields, TaskReason, TaskReward, TaskStatus } from './schemas.ts'

const idParams = z.object({ id: Id })
const changed = z.object({ task: OwnTask, msg: z.optional(z.string()) })

const ownTasks = route({
  method: 'GET',
  path: '/api/task/advertise',
  summary: "The user's own tasks, newest first; all tasks with `isByAdmin` for moderators.",
  access: 'user',
  transaction: 'read',
  query: z.object({
    ...paging,
    status: z.optional(TaskStatus),
    /** Words of the title. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    /** Of this owner; only with `isByAdmin`. */
    username: z.optional(z.string().check(z.trim(), z.maxLength(40))),
    /** Only those with an update request that nobody has decided. */
    hasUpdate: z.optional(z.enum(['true', 'false'])),
    isByAdmin: z.optional(z.enum(['true', 'false'])),
  }),
  answer: listing(OwnTask),
})

/** What somebody who gives work does with tasks of their own, and moderators with those of others. */
export const taskAdvertise = {
  ownTasks,
  ownTasksCsv: csvTwin(ownTasks, 'Tasks'),
  create: route({
    method: 'POST',
    path: '/api/task/advertise',
    summary: 'Creates a task: slots × (reward + fee) move from the deposit balance to its escrow.',
    access: 'user',
    transaction: 'write',
    cost: 90,
    idempotent: true,
    limits: [{ by: 'user', points: 20, seconds: 3_600 }],
    bodyLimit: 48 * 1_024,
    body: z.object({ ...taskFields, reward: TaskReward, places: TaskSlots }),
    answer: z.object({ task: OwnTask, depositBalance: Units, msg: z.optional(z.string()) }),
  }),
  preview: route({
    method: 'POST',
    path: '/api/task/preview',
    summary: 'Shows the Markdown of instructions as workers will see it.',
    access: 'user',
    transaction: 'read',
    cost: 80,
    limits: [{ by: 'user', points: 60, seconds: 60 }],
    bodyLimit: 32 * 1_024,
    body: z.object({ instructions: prose(0, INSTRUCTIONS_MAX) }),
    answer: z.object({
      /** Sanitised. */
      html: z.string(),
    }),
  }),
  ownTask: route({
    method: 'GET',
    path: '/api/task/advertise/{id}',
    summary: 'One own task, for editing and review; moderators see all.',
    access: 'user',
    transaction: 'read',
    params: idParams,
    answer: z.object({ task: OwnTask }),
  }),
  setStatus: route({
    method: 'PATCH',
    path: '/api/task/{id}/status',
    summary: 'Moves a task: owners pause, resume and complete; with `isByAdmin` moderators approve, pause and reject.',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 300, seconds: 3_600 }],
    params: idParams,
    body: z.object({
      status: z.enum(['active', 'paused', 'rejected', 'completed']),
      reason: z.optional(TaskReason),
      isByAdmin: z.optional(z.boolean()),
      /** `updatedAt` as the moderator has read it: what its owner has changed since is not approved unseen. */
      readAt: z.optional(Timestamp),
    }),
    answer: changed,
  }),
  addBalance: route({
    method: 'POST',
    path: '/api/task/{id}/add-balance',
    summary: 'Adds slots: the amount in units buys as many as it covers, fee included; the rest stays.',
    access: 'user',
    transaction: 'write',
    idempotent: true,
    limits: [{ by: 'user', points: 60, seconds: 3_600 }],
    params: idParams,
    body: z.object({ amount: PositiveUnits }),
    answer: z.object({
      task: OwnTask,
      /** Places that were added, and units that they cost. */
      added: z.int(),
      charged: Units,
      depositBalance: Units,
      msg: z.optional(z.string()),
    }),
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/task/{id}',
    summary: 'Changes a task in review; an approved one gets an update request that a moderator decides.',
    access: 'user',
    transaction: 'write',
    cost: 90,
    limits: [{ by: 'user', points: 30, seconds: 3_600 }],
    params: idParams,
    bodyLimit: 48 * 1_024,
    body: z.partial(z.object(taskFields)),
    answer: changed,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/task/{id}',
    summary: 'Deletes a task whose submissions are all decided; unused funds are refunded.',
    access: 'user',
    transaction: 'write',
    params: idParams,
    answer: z.object({ refunded: Units, depositBalance: Units, msg: z.optional(z.string()) }),
  }),
} as const
