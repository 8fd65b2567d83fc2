import { type Selectable, sql } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { OfferwallRow } from '#kernel/tables/earning.ts'
import { say } from '#kernel/words/say.ts'

/** A wall as it is stored. */
export type WallRow = Selectable<OfferwallRow>

/** A wall as it was read, with what tells whether it was changed since. */
export interface ReadWall extends WallRow {
  readonly version: string
}

export const wallBySlug = (db: Read, slug: string): Promise<ReadWall | undefined> =>
  db
    .selectFrom('offerwalls')
    .selectAll()
    .select(sql<string>`xmin::text || ctid::text`.as('version'))
    .where('slug', '=', slug)
    .executeTakeFirst()

/** A wall by its id, or 404. */
export const findWall = async (db: Read, id: string): Promise<WallRow> => {
  const row = await db.selectFrom('offerwalls').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? refuse('notFound', 'NOT_FOUND', say('offerwall.offerwallFound'))
}

/** All walls in the owner's order. */
export const allWalls = (db: Read): Promise<WallRow[]> =>
  db.selectFrom('offerwalls').selectAll().orderBy('position').orderBy('id').execute()

const opened = new WeakMap<object, string>()

/** What signs for a wall; empty where none is set. Opened once for each wall that was read. */
export const secretOf = (secrets: Secrets, wall: Pick<WallRow, 'secret_sealed'>): string => {
  const known = opened.get(wall)
  if (known !== undefined) return known
  const secret = wall.secret_sealed === '' ? '' : (secrets.open(wall.secret_sealed) ?? '')
  opened.set(wall, secret)
  return secret
}

/** Where a wall calls, without its query. */
export const postbackAddress = (publicUrl: string, slug: string): string =>
  `${publicUrl.replace(/\/$/, '')}/api/postback/${slug}`
