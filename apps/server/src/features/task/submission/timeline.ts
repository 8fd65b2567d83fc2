import type { TaskActor, TaskStep } from '@runnel/contract/task/schemas'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'

/** A step of a submission. */
export interface Step {
  readonly submissionId: string
  readonly step: TaskStep
  readonly by: TaskActor
  readonly userId: string | null
  readonly text?: string | null
  readonly imageIds?: readonly string[]
  readonly now: Date
}

/** Writes steps into the timelines that all concerned read; the database keeps them for ever as they are. */
export const recordTimeline = async (tx: Tx, steps: readonly Step[]): Promise<void> => {
  if (steps.length === 0) return
  await tx
    .insertInto('task_events')
    .values(
      steps.map(({ submissionId, step, by, userId, text = null, imageIds = [], now }) => ({
        id: newId(),
        submission_id: submissionId,
        at: now,
        step,
        by_role: by,
        by_user: userId,
        text,
        image_ids: [...imageIds],
      })),
    )
    .execute()
}
