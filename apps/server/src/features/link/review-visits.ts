import { sql } from 'kysely'
import { notify } from '#features/user/user.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import { assert } from '#kernel/refusal.ts'
import { asExecutor } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { payVisit } from './verify.ts'

export interface HeldRow {
  readonly id: string
  readonly user_id: string
  readonly username: string
  readonly link: string
  readonly seconds: string
  readonly median: number | null
  readonly reward: Units
  readonly reason: string
  readonly at: Date
}

/** A page of visits that wait for a person, the longest waiting first. */
export const heldPage = async (
  db: Read,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: HeldRow[]; total: number }> => {
  const offset = offsetOf({ page, limit })
  const [{ rows }, total] = await Promise.all([
    sql<HeldRow>`${held} ORDER BY v.id LIMIT ${limit} OFFSET ${offset}`.execute(asExecutor(db)),
    countUpTo(db, db.selectFrom('link_visits').where('status', '=', 'held')),
  ])
  return { rows, total }
}

/** The next visits that wait, behind one or from the first on. */
export const heldBehind = async (db: Read, id: string | undefined, limit: number): Promise<HeldRow[]> => {
  const behind = id === undefined ? sql`` : sql`AND v.id > ${id}`
  return (await sql<HeldRow>`${held} ${behind} ORDER BY v.id LIMIT ${limit}`.execute(asExecutor(db))).rows
}

const held = sql`
  SELECT v.id, v.user_id, u.username, p.name AS link, v.seconds, p.median_seconds AS median, v.reward,
    coalesce(v.reason, '') AS reason, v.arrived_at AS at
  FROM link_visits v JOIN users u ON u.id = v.user_id JOIN link_providers p ON p.id = v.provider_id
  WHERE v.status = 'held'`

type ReviewContext = Pick<WriteContext, 'tx' | 'now' | 'notifyLive' | 'settings' | 'caller'>

interface Decision {
  readonly ids: readonly string[]
  /** What the users read; null: they are paid. */
  readonly refusal: string | null
}

/**
 * Pays held visits or refuses them. Their rows are held first, so that of two who decide at once the second finds them
 * decided; then users come in one order, so that two who decide about the same people do not wait for each other.
 */
export const reviewHeldVisits = async (context: ReviewContext, { ids, refusal }: Decision) => {
  const { tx, now, notifyLive, settings, caller } = context
  assert(caller !== undefined, 'who decides is signed in')
  const visits = await lockHeld(tx, ids)
  for (const visit of visits) {
    await tx
      .updateTable('link_visits')
      .set({
        status: refusal === null ? 'paid' : 'refused',
        decided_at: now,
        decided_by: caller.id,
        ...(refusal === null ? {} : { reason: refusal }),
      })
      .where('id', '=', visit.id)
      .execute()
    const { user_id: userId, link, reward: amount } = visit
    if (refusal === null) {
      await payVisit(tx, { visit, settings, now })
      await notify(tx, { userId, kind: 'link-paid', values: { link, amount }, now })
    } else {
      await notify(tx, { userId, kind: 'link-refused', values: { link, amount, reason: refusal }, now })
    }
    notifyLive(userId)
  }
  const paid = refusal === null ? visits.reduce((sum, { reward }) => sum + reward, 0) : 0
  return { done: visits.map(({ id }) => id), skipped: new Set(ids).size - visits.length, paid }
}

type Locked = Pick<HeldRow, 'id' | 'user_id' | 'link' | 'reward'>

const lockHeld = async (tx: Tx, ids: readonly string[]): Promise<readonly Locked[]> => {
  const { rows } = await sql<Locked>`
    SELECT v.id, v.user_id, p.name AS link, v.reward
    FROM link_visits v JOIN link_providers p ON p.id = v.provider_id
    WHERE v.id = ANY(${[...ids]}::uuid[]) AND v.status = 'held' ORDER BY v.id FOR UPDATE OF v`.execute(tx)
  return rows.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1))
}
