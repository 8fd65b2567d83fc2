import { later } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db.ts'
import { refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

interface AttachImagesInput {
  readonly ids: readonly string[]
  readonly userId: string
  readonly submissionId: string
  /** Whether images that were sent with this submission before may be sent with it again. */
  readonly isAgain: boolean
  readonly now: Date
}

/** An image that was not sent with anything for so long can be sent no more, and is removed an hour later. */
export const LOOSE_SECONDS = 86_400

/** Makes loose images of the worker's own part of a submission; from then on those concerned see them. */
export const attachImages = async (
  tx: Tx,
  { ids, userId, submissionId, isAgain, now }: AttachImagesInput,
): Promise<void> => {
  const wanted = [...new Set(ids)].sort()
  if (wanted.length === 0) return
  const taken = await tx
    .updateTable('task_images')
    .set({ submission_id: submissionId })
    .where('id', 'in', wanted)
    .where('user_id', '=', userId)
    .where(({ eb, and, or }) =>
      or([
        and([eb('submission_id', 'is', null), eb('created_at', '>', later(now, -LOOSE_SECONDS))]),
        ...(isAgain ? [eb('submission_id', '=', submissionId)] : []),
      ]),
    )
    .executeTakeFirst()
  if (Number(taken.numUpdatedRows) !== wanted.length) {
    refuseField('imageIds', 'IMAGE_UNKNOWN', say('task.imageNoLongerAvailable'))
  }
}
