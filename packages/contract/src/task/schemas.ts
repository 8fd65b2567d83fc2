import * as z from 'zod/mini'
import { Country } from '#contract/advertise.ts'
import { Id, line, PositiveUnits, prose, Seconds, Timestamp, Units } from '#contract/values.ts'

/** SPEC.md's words; who may move a task from which to which stands in the server's `task/status.ts`. */
export const TaskStatus = z.enum(['pending', 'active', 'paused', 'rejected', 'completed', 'deleted'])
export type TaskStatus = z.infer<typeof TaskStatus>

/**
 * `started`: a place is reserved. `pending`: waits for the owner. `revision`: sent back once for better proof.
 * `accepted` pays. `denied` can be disputed once. `expired`: not sent in time. `withdrawn`: canceled by the worker.
 */
export const SubmissionStatus = z.enum([
  'started',
  'pending',
  'revision',
  'accepted',
  'denied',
  'disputed',
  'expired',
  'withdrawn',
])
export type SubmissionStatus = z.infer<typeof SubmissionStatus>

/** What can happen to a submission, as its timeline tells it. */
export const TaskStep = z.enum([
  'started',
  'sent',
  'revision',
  'accepted',
  'auto-accepted',
  'paid',
  'denied',
  'undone',
  'disputed',
  'answered',
  'judged-accepted',
  'judged-denied',
  'expired',
  'withdrawn',
])
export type TaskStep = z.infer<typeof TaskStep>

export const TaskActor = z.enum(['worker', 'owner', 'moderator', 'machine'])
export type TaskActor = z.infer<typeof TaskActor>

export const TASK_TITLE_MAX = 100
export const INSTRUCTIONS_MAX = 10_000
export const PLACES_MAX = 100_000
export const PROOFS_MAX = 10
export const ANSWER_MAX = 5_000
/** Images that one proof or one dispute may have. */
export const IMAGES_MAX = 5
/** Seconds in which a bulk decision can be taken back. */
export const UNDO_SECONDS = 60
/** How often one worker may start the same task before it is enough, and how many they may have started at once. */
export const STARTS_MAX = 3
export const STARTED_AT_ONCE = 10
export const CATEGORY_NAME_MAX = 40

export const TaskCategory = z.object({
  _id: Id,
  name: z.string(),
  /** Fewest units that a task of this kind pays. */
  minReward: Units,
  /** Tasks that run. */
  tasks: z.int(),
})
export type TaskCategory = z.infer<typeof TaskCategory>

export const ProofKind = z.enum(['text', 'link', 'image'])
export type ProofKind = z.infer<typeof ProofKind>

/** One thing that a worker has to show. */
export const RequiredProof = z.object({ kind: ProofKind, label: line(1, 200), required: z.boolean() })
export type RequiredProof = z.infer<typeof RequiredProof>

/** What an owner says about a task, beside its reward and places. */
export const taskFields = {
  title: line(5, TASK_TITLE_MAX),
  categoryId: Id,
  /** Markdown. */
  instructions: prose(20, INSTRUCTIONS_MAX),
  proofs: z.array(RequiredProof).check(
    z.minLength(1),
    z.maxLength(PROOFS_MAX),
    z.refine((proofs) => proofs.filter(({ kind }) => kind === 'image').length <= IMAGES_MAX, {
      error: 'validation.imagesMax',
      params: { most: IMAGES_MAX },
    }),
  ),
  minLevel: z.int().check(z.minimum(1), z.maximum(1_000)),
  /** Empty: everywhere. */
  countries: z.array(Country).check(z.maxLength(250)),
  /** Minutes to finish once started. */
  minutesToFinish: z.int().check(z.minimum(5), z.maximum(7 * 1_440)),
  /** Hours in which the owner reviews; after them a submission is accepted by itself. */
  hoursToReview: z.int().check(z.minimum(12), z.maximum(14 * 24)),
}
/** Units that one accepted submission pays. */
export const TaskReward = PositiveUnits.check(z.maximum(1_000_000_000))
export const TaskSlots = z.int().check(z.minimum(1), z.maximum(PLACES_MAX))
export const SubmissionIds = z.array(Id).check(z.minLength(1), z.maxLength(100))
export const TaskReason = prose(5, 1_000)
export const ImageIds = z._default(z.array(Id).check(z.maxLength(IMAGES_MAX)), [])

/** What tells workers how an owner treats people; the last 90 days. */
export const OwnerRecord = z.object({
  username: z.string(),
  /** Basis points of the reviewed submissions that were denied and stayed so. */
  deniedRate: z.int(),
  reviewed: z.int(),
  medianReviewSeconds: z.nullable(z.int()),
  /** Disputes that a moderator has decided, and those of them decided for the worker. */
  disputes: z.int(),
  disputesLost: z.int(),
  /** Most of at least 5 disputes were lost. */
  unfair: z.boolean(),
})
export type OwnerRecord = z.infer<typeof OwnerRecord>

export const Task = z.object({
  _id: Id,
  title: z.string(),
  category: TaskCategory,
  reward: Units,
  /** Places in all, those that are free, and those that were accepted and paid. */
  places: z.int(),
  free: z.int(),
  accepted: z.int(),
  minLevel: z.int(),
  countries: z.array(z.string()),
  minutesToFinish: z.int(),
  hoursToReview: z.int(),
  /** Seconds that accepted workers took (median); null while nobody has finished. */
  medianSeconds: z.nullable(z.int()),
  /** Units a minute by these seconds. */
  perMinute: z.nullable(z.int()),
  status: TaskStatus,
  /** Of its owner, as in their record (SPEC.md §3). */
  deniedRate: z.int(),
  owner: OwnerRecord,
  createdAt: Timestamp,
})
export type Task = z.infer<typeof Task>

/** What an update request would change: these fields as they are, and as they would be. */
export const UpdateRequest = z.object({
  _id: Id,
  taskId: Id,
  before: z.partial(z.object(taskFields)),
  after: z.partial(z.object(taskFields)),
  createdAt: Timestamp,
})
export type UpdateRequest = z.infer<typeof UpdateRequest>

/** A task for its owner and for moderators. */
export const OwnTask = z.extend(Task, {
  instructions: z.string(),
  proofs: z.array(RequiredProof),
  /** Units that the site keeps of each accepted submission, on top of the reward. */
  fee: Units,
  /** Units that are still in its escrow, and those that accepted submissions took out, fee included. */
  escrow: Units,
  spent: Units,
  /** Submissions that are being worked on, wait for the owner, and wait for a moderator. */
  started: z.int(),
  waiting: z.int(),
  disputed: z.int(),
  /** Why it was rejected or paused by a person; null when there is nothing to say. */
  reason: z.nullable(z.string()),
  pausedByStaff: z.boolean(),
  /** When it changed last: whoever approves it says which one they have read. */
  updatedAt: Timestamp,
  update: z.nullable(UpdateRequest),
})
export type OwnTask = z.infer<typeof OwnTask>

export const Submission = z.object({
  _id: Id,
  taskId: Id,
  title: z.string(),
  reward: Units,
  status: SubmissionStatus,
  /** Why it was denied, sent back or judged; null when there is nothing to say. */
  reason: z.nullable(z.string()),
  startedAt: Timestamp,
  /**
   * Until when it must be sent (started, revision), is reviewed (pending), can be disputed (denied), or is held before
   * it can be spent (accepted); null where nothing is waited for.
   */
  deadline: z.nullable(Timestamp),
  sentAt: z.nullable(Timestamp),
  decidedAt: z.nullable(Timestamp),
  /** Whether the worker can still dispute it. */
  disputable: z.boolean(),
})
export type Submission = z.infer<typeof Submission>

/** Only those concerned may load it, with their token (`task.image`); no address opens it by itself. */
export const TaskImage = z.object({ _id: Id, width: z.int(), height: z.int() })
export type TaskImage = z.infer<typeof TaskImage>

/** Everything about one submission, for those concerned. */
export const SubmissionDetail = z.extend(Submission, {
  worker: z.object({
    _id: Id,
    username: z.string(),
    /** Basis points of their decided submissions of 90 days that were accepted. */
    acceptedRate: z.int(),
    decided: z.int(),
  }),
  answers: z.array(z.object({ label: z.string(), kind: ProofKind, text: z.string() })),
  images: z.array(TaskImage),
  /** Whether it was sent back for better proof once already. */
  revised: z.boolean(),
  /** Every step with who took it, its words and its images, oldest first. */
  timeline: z.array(
    z.object({
      at: Timestamp,
      step: TaskStep,
      by: TaskActor,
      text: z.nullable(z.string()),
      images: z.array(TaskImage),
    }),
  ),
  /** Seconds in which the last decision can still be undone, and by what; 0 and null: no more. */
  undoSeconds: Seconds,
  actionId: z.nullable(Id),
})
export type SubmissionDetail = z.infer<typeof SubmissionDetail>

/** How many submissions there are in each status. */
export const SubmissionCounts = z.record(SubmissionStatus, z.int())
export type SubmissionCounts = z.infer<typeof SubmissionCounts>

/** What a bulk decision did; `actionId` names it for its undo, null when there is nothing to undo. */
export const DecisionResult = z.object({
  done: z.int(),
  skipped: z.int(),
  actionId: z.nullable(Id),
  undoUntil: z.nullable(Timestamp),
  msg: z.optional(z.string()),
})
export type DecisionResult = z.infer<typeof DecisionResult>
