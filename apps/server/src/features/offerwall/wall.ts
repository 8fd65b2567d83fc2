import type { Selectable } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { OfferwallRow } from '#kernel/tables/earning.ts'
import { say } from '#kernel/words/say.ts'

/** A wall as it is stored. */
export type WallRow = Selectable<OfferwallRow>

export const wallBySlug = (db: Read, slug: string): Promise<WallRow | undefined> =>
  db.selectFrom('offerwalls').selectAll().where('slug', '=', slug).executeTakeFirst()

/** A wall by its id, or 404. */
export const findWall = async (db: Read, id: string): Promise<WallRow> => {
  const row = await db.selectFrom('offerwalls').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? refuse('notFound', 'NOT_FOUND', say('offerwall.offerwallFound'))
}

/** All walls in the owner's order. */
export const allWalls = (db: Read): Promise<WallRow[]> =>
  db.selectFrom('offerwalls').selectAll().orderBy('position').orderBy('id').execute()

/** What signs for a wall; empty where none is set. */
export const secretOf = (secrets: Secrets, { secret_sealed: sealed }: Pick<WallRow, 'secret_sealed'>): string =>
  sealed === '' ? '' : (secrets.open(sealed) ?? '')

/** Where a wall calls, without its query. */
export const postbackAddress = (publicUrl: string, slug: string): string =>
  `${publicUrl.replace(/\/$/, '')}/api/postback/${slug}`
