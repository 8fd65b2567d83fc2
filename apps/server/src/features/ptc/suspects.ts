import { sql } from 'kysely'
import { bannedSql } from '#kernel/account-lock.ts'
import { later } from '#kernel/clock.ts'
import type { Db, Read, Tx } from '#kernel/db.ts'
import { say } from '#kernel/words/say.ts'

/** A paid view that looks invalid; whether it is one is decided once its row is held. */
export interface Suspect {
  readonly id: string
  readonly campaignId: string
}

interface Search {
  /** Views paid before this moment are final. */
  readonly since: Date
  readonly now: Date
  readonly limit: number
}

/** Views of accounts that are locked now; those of who left stay paid. */
export const lockedSuspects = async (db: Read, { since, now, limit }: Search): Promise<Suspect[]> => {
  const { rows } = await sql<Suspect>`
    SELECT v.id, v.campaign_id AS "campaignId" FROM users u
    JOIN ptc_views v ON v.user_id = u.id AND v.status = 'paid' AND v.paid_at > ${since}
    WHERE ${bannedSql('u', now)}
    ORDER BY v.paid_at, v.id LIMIT ${limit}`.execute(db)
  return rows
}

/** Whether another account was paid for the same ad on the same device within the ad's interval before. */
const SEEN_BEFORE = sql`EXISTS (SELECT FROM ptc_views w
  WHERE w.campaign_id = v.campaign_id AND w.device_id = v.device_id AND w.status = 'paid' AND w.user_id <> v.user_id
    AND (w.paid_at, w.id) < (v.paid_at, v.id) AND w.paid_at > v.paid_at - make_interval(secs => c.interval_seconds))`

/** Views on a device that had paid for the same ad; only those paid since the last search are checked. */
export const deviceSuspects = async (db: Read, { since, limit }: Search): Promise<Suspect[]> => {
  const { rows } = await sql<Suspect>`
    SELECT v.id, v.campaign_id AS "campaignId" FROM ptc_views v JOIN campaigns c ON c.id = v.campaign_id
    WHERE v.status = 'paid' AND v.paid_at > ${since} AND ${SEEN_BEFORE}
    ORDER BY v.paid_at, v.id LIMIT ${limit}`.execute(db)
  return rows
}

/** A transaction may commit a little after the moment that it names, and clocks differ a little. */
const OVERLAP_SECONDS = 600

/** From where the search for devices goes on. */
export const searchedUntil = async (db: Read, since: Date): Promise<Date> => {
  const row = await db.selectFrom('ptc_searched').select('until').executeTakeFirst()
  if (row === undefined) return since
  const from = later(row.until, -OVERLAP_SECONDS)
  return from > since ? from : since
}

export const recordSearchedUntil = (db: Db, until: Date): Promise<unknown> =>
  db.write((tx) =>
    tx
      .insertInto('ptc_searched')
      .values({ until })
      .onConflict((row) => row.column('one').doUpdateSet({ until: sql`greatest(ptc_searched.until, ${until})` }))
      .execute(),
  )

/** What makes a paid view invalid, in the words that its viewer and its advertiser read. */
export const reasons = {
  locked: say('ptc.viewersAccountLocked'),
  device: say('ptc.anotherAccountAlreadyPaid'),
} as const
export type Reason = keyof typeof reasons

/** A view that is to be returned, as far as it matters. */
export interface Invalid {
  readonly id: string
  readonly userId: string
  readonly price: number
  readonly reward: number
  readonly paidAt: Date
  readonly reason: Reason
}

/** What is wrong with a view whose row this transaction holds; undefined when nothing is any more. */
export const invalidity = async (tx: Tx, id: string, now: Date): Promise<Invalid | undefined> => {
  const { rows } = await sql<Omit<Invalid, 'reason'> & { reason: Reason | null }>`
    SELECT v.id, v.user_id AS "userId", v.price, v.reward, v.paid_at AS "paidAt",
      CASE WHEN ${bannedSql('u', now)} THEN 'locked'
        WHEN ${SEEN_BEFORE} THEN 'device' END AS reason
    FROM ptc_views v JOIN campaigns c ON c.id = v.campaign_id JOIN users u ON u.id = v.user_id
    WHERE v.id = ${id} AND v.status = 'paid'`.execute(tx)
  const [row] = rows
  return row === undefined || row.reason === null ? undefined : { ...row, reason: row.reason }
}
