import type { ChallengeAction } from '@runnel/contract/check/captcha'
import { sql } from 'kysely'
import { type Draw, type DrawnAction, isDrawnAction, pinDraw } from '#guard/trust/draw.ts'
import type { Db, Tx } from '#kernel/db.ts'
import type { ChallengeRow } from '#kernel/tables/tables.ts'
import { recordUnanswered } from './answer-record.ts'
import type { Family } from './challenge-envelope.ts'

/** A challenge as it is stored when it is issued. */
export interface StoredChallenge extends Omit<ChallengeRow, 'action' | 'pow' | 'issued_at' | 'expires_at' | 'used_at'> {
  action: ChallengeAction
  pow: string | null
  issued_at: Date
  expires_at: Date
  used_at: null
}

/**
 * Stores a challenge; the open one of the same kind is void from now on and counts as unanswered. Returns whether it
 * took the place of pictures.
 */
export const storeChallenge = (db: Db, row: StoredChallenge, pin?: Draw['pin']): Promise<boolean> =>
  db.write(async (tx) => {
    const isRenewal = row.user_id !== null && (await replaceOpen(tx, row, row.user_id))
    if (row.user_id !== null && pin !== undefined && isDrawnAction(row.action)) {
      await pinDraw(tx, { userId: row.user_id, action: row.action, pin })
    }
    await tx.insertInto('challenges').values(row).execute()
    return isRenewal
  })

/**
 * Stores an envelope for an action that meets no captcha, unless that action was paid or pays something else meanwhile:
 * the draw of that one is another. Whatever is open for this action is void first, so that none of it can be paid after
 * the look.
 */
export const storeFree = (
  db: Db,
  row: StoredChallenge & { readonly user_id: string },
  isSame: (tx: Tx) => Promise<boolean>,
): Promise<boolean> =>
  db.write(async (tx) => {
    await replaceOpen(tx, row, row.user_id)
    if (!(await isSame(tx))) return false
    await tx.insertInto('challenges').values(row).execute()
    return true
  })

interface FreeQuery {
  readonly userId: string
  readonly action: DrawnAction
  readonly now: Date
}

/**
 * Voids the open envelope of an action that now pays something else: it was drawn by what it paid before. The caller's
 * transaction waits for those that store challenges of this user, and they for it.
 */
export const voidFree = async (tx: Tx, { userId, action, now }: FreeQuery): Promise<void> => {
  await takeTurn(tx, userId)
  await tx
    .updateTable('challenges')
    .set({ used_at: now, outcome: 'replaced' })
    .where('user_id', '=', userId)
    .where('action', '=', action)
    .where('family', '=', 'free')
    .where('used_at', 'is', null)
    .execute()
}

/** Two pages of one user may ask at the same moment; the second waits, and then voids what the first got. */
const takeTurn = (tx: Tx, userId: string): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${userId}, 7))`.execute(tx)

/** Returns whether pictures were open that pay something. */
const replaceOpen = async (tx: Tx, row: StoredChallenge, userId: string): Promise<boolean> => {
  await takeTurn(tx, userId)
  const replaced = await tx
    .updateTable('challenges')
    .set({ used_at: row.issued_at, outcome: 'replaced' })
    .where('user_id', '=', userId)
    .where('action', '=', row.action)
    .where('family', 'in', replacedBy[row.family])
    .where('used_at', 'is', null)
    .returning('family')
    .execute()
  const unanswered = replaced.filter(({ family }) => family === 'order' || family === 'image').length
  if (unanswered === 0 || row.action === 'practice') return false
  await recordUnanswered(tx, { userId, count: unanswered, now: row.issued_at })
  return true
}

/**
 * What asks for the same thing: a claim has one open challenge, whether it asks for an order or for nothing more. An
 * envelope without a captcha never stays open beside another, so that it cannot be kept for a later action.
 */
const replacedBy: Readonly<Record<Family, readonly Family[]>> = {
  order: ['order', 'none', 'free'],
  none: ['order', 'none', 'free'],
  image: ['image', 'free'],
  pow: ['pow', 'free'],
  external: ['external', 'free'],
  free: ['order', 'none', 'image', 'pow', 'external', 'free'],
}
