import type {
  RequiredProof,
  ProofKind,
  SubmissionStatus,
  TaskActor,
  TaskStatus,
  TaskStep,
} from '@runnel/contract/task/schemas'
import type { Generated } from 'kysely'
import type { Json, MaybeMoment, Moment } from './columns.ts'

/** Micro-tasks. */
export interface TaskTables {
  task_categories: TaskCategoryRow
  tasks: TaskRow
  task_update_requests: {
    id: string
    task_id: string
    changes: Json<Record<string, unknown>>
    status: 'open' | 'accepted' | 'denied' | 'replaced'
    reason: string | null
    created_at: Moment
    decided_at: MaybeMoment
    decided_by: string | null
  }
  task_actions: {
    id: string
    task_id: string
    by_user: string
    kind: 'accept' | 'deny' | 'revision'
    before: Json<SubmissionBefore[]>
    at: Moment
    undone_at: MaybeMoment
  }
  task_submissions: TaskSubmissionRow
  task_images: {
    id: string
    user_id: string
    submission_id: string | null
    width: number
    height: number
    bytes: number
    created_at: Moment
  }
  task_events: {
    id: string
    submission_id: string
    at: Moment
    step: TaskStep
    by_role: TaskActor
    by_user: string | null
    text: string | null
    image_ids: Generated<string[]>
  }
  task_bans: { owner_id: string; worker_id: string; at: Moment; reason: string; action_id: string }
}

/** What a submission was waiting for before a decision, as JSON keeps it. */
export interface SubmissionBefore {
  readonly id: string
  readonly deadline: string
  readonly warnAt: string | null
}

export interface TaskCategoryRow {
  id: string
  name: string
  min_reward: number
  position: Generated<number>
  enabled: Generated<boolean>
}

export interface TaskRow {
  id: string
  user_id: string
  category_id: string
  title: string
  instructions: string
  /** The instructions as sanitized HTML; null where an earlier version stored them. */
  html: string | null
  proofs: Json<RequiredProof[]>
  reward: number
  fee: number
  places: number
  held: Generated<number>
  accepted: Generated<number>
  returned: Generated<number>
  refunds: Generated<number>
  min_level: number
  countries: string[]
  minutes_to_finish: number
  hours_to_review: number
  status: TaskStatus
  reason: string | null
  paused_by_staff: Generated<boolean>
  median_seconds: number | null
  created_at: Moment
  updated_at: Moment
}

export interface TaskSubmissionRow {
  id: string
  task_id: string
  owner_id: string
  user_id: string
  status: SubmissionStatus
  reward: number
  fee: number
  answers: Json<{ label: string; kind: ProofKind; text: string }[]>
  reason: string | null
  revised: Generated<boolean>
  started_at: Moment
  seconds: number | null
  sent_at: MaybeMoment
  deadline: MaybeMoment
  warn_at: MaybeMoment
  reviewed_at: MaybeMoment
  reviewed_by: 'owner' | 'machine' | null
  decided_at: MaybeMoment
  action_id: string | null
  disputed_at: MaybeMoment
  answered_at: MaybeMoment
  judged: 'accepted' | 'denied' | null
  judged_at: MaybeMoment
  holds_place: boolean
  on_hold: Generated<boolean>
  round: Generated<number>
  device_id: string
}
