import type { Contract } from '@runnel/contract'
import type { Answer } from '@runnel/contract/route'
import { isConcerned } from '#features/task/task-lists.ts'
import type { CleanImage } from '#guard/image/clean.ts'
import type { Context } from '#kernel/context.ts'
import { newId } from '#kernel/id.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { LOOSE_SECONDS } from './attach-images.ts'

type Routes = Contract['task']

export interface ImageDeps {
  readonly cleanImage: CleanImage
}

/** Loose images that one user may have at a time; a proof and a dispute need ten. */
const LOOSE_MAX = 30

export const imageKey = (id: string): string => `proofs/${id}.webp`

/** Keeps an image of the caller's own, drawn anew. Its row comes first, so that no file is ever without one. */
export const storeImage = async (
  { cleanImage }: ImageDeps,
  { body, context }: { body: Uint8Array; context: Context<Routes['upload']> },
): Promise<Answer<Routes['upload']>['image']> => {
  const { db, adapters, caller, now } = context
  const loose = await db.read
    .selectFrom('task_images')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', caller.id)
    .where('submission_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (loose.count >= LOOSE_MAX) {
    refuse('tooMany', 'TOO_MANY_IMAGES', say('task.tooManyUnsentImages'), {
      retryAfter: LOOSE_SECONDS,
    })
  }
  const cleaned = await cleanImage(body)
  if (cleaned.kind === 'busy') return refuse('busy', 'IMAGES_BUSY', cleaned.msg, { retryAfter: 5 })
  if (cleaned.kind === 'refused') return refuseField('image', 'IMAGE_REFUSED', cleaned.msg)
  const { bytes, width, height, type } = cleaned
  const id = newId()
  const row = { id, user_id: caller.id, submission_id: null, width, height, bytes: bytes.length, created_at: now }
  await db.write((tx) => tx.insertInto('task_images').values(row).execute())
  await adapters.storage.put(imageKey(id), bytes, type)
  return { _id: id, width, height }
}

/** Hands an image out to those concerned; for everybody else it is not there. */
export const showImage = async (
  context: Context<Routes['image']>,
  { submissionId, imageId }: { submissionId: string; imageId: string },
): Promise<Answer<Routes['image']>> => {
  const { db, adapters, caller } = context
  const found = await db.read
    .selectFrom('task_images')
    .innerJoin('task_submissions', 'task_submissions.id', 'task_images.submission_id')
    .select(['task_submissions.user_id', 'task_submissions.owner_id'])
    .where('task_images.id', '=', imageId)
    .where('task_submissions.id', '=', submissionId)
    .executeTakeFirst()
  const isTheirs = found !== undefined && (found.user_id === caller.id || isConcerned(caller, found.owner_id))
  const bytes = isTheirs ? await adapters.storage.get(imageKey(imageId)) : undefined
  if (bytes === undefined) return refuse('notFound', 'NOT_FOUND', say('task.imageFound'))
  // A copy, because the storage does not say what its bytes are a view of.
  return { type: 'image/webp', bytes: new Uint8Array(bytes), filename: `${imageId}.webp` }
}
