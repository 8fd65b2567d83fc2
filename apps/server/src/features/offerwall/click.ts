import { Id } from '@runnel/contract/values'
import * as z from 'zod/mini'
import type { Read, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import type { Units } from '#money/amount.ts'

interface NewClick {
  readonly wallId: string
  readonly userId: string
  readonly now: Date
  /** What it promised; unset: the wall as a whole. */
  readonly clicked?: {
    readonly vendorOffer: string
    readonly offer: string
    readonly amount: Units
    readonly steps: number
  }
}

/**
 * Writes down that a member opens a wall or an offer. The id of the click goes with them, and walls that can give it
 * back.
 */
export const recordClick = async (tx: Tx, { wallId, userId, now, clicked }: NewClick): Promise<string> => {
  const id = newId()
  await tx
    .insertInto('offer_clicks')
    .values({
      id,
      wall_id: wallId,
      user_id: userId,
      at: now,
      vendor_offer: clicked?.vendorOffer ?? null,
      offer: clicked?.offer ?? null,
      amount: clicked?.amount ?? null,
      steps: clicked?.steps ?? null,
    })
    .execute()
  return id
}

interface ClickKey {
  readonly id: string
  readonly wallId: string
  readonly userId: string
}

/** The id of a click as a wall gives it back; undefined for what is none. */
export const readClickId = (id: string): string | undefined => {
  // Walls give it back in any case of letters, and users may have changed it on the way.
  const clickId = id.toLowerCase()
  return id !== '' && z.safeParse(Id, clickId).success ? clickId : undefined
}

/** The click that a postback gives back; undefined for anything that is no click of this user at this wall. */
export const clickOf = async (db: Read, { id, wallId, userId }: ClickKey) => {
  const clickId = readClickId(id)
  if (clickId === undefined) return undefined
  return db
    .selectFrom('offer_clicks')
    .selectAll()
    .where('id', '=', clickId)
    .where('wall_id', '=', wallId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}
