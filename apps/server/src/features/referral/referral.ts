import type { Contract } from '@runnel/contract'
import { sql } from 'kysely'
import { notify } from '#features/user/user.ts'
import type { Handlers } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import type { Units } from '#money/amount.ts'
import { reward } from '#money/reward.ts'
import { maskedName } from './masked.ts'
import { infoOf, referralsOf } from './view.ts'

export { summaryOf } from './view.ts'

/** People who came by somebody's link, and what that is worth. */
export const referral = ({ publicUrl }: { readonly publicUrl: string }): Handlers<Contract['referral']> => ({
  info: (_input, { db, caller, settings, now }) => infoOf(db, { userId: caller.id, settings, now, publicUrl }),
  people: ({ query }, { db, caller }) => referralsOf(db, { userId: caller.id, ...query }),
})

/**
 * Tells a referrer, once, that somebody who came by their link has verified the address. Gives whom it told, whose
 * open pages want to know.
 */
export const notifyReferrer = async (
  tx: Tx,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<string | undefined> => {
  const { rows } = await sql<{ referrer: string; username: string }>`
    INSERT INTO referral_people AS p (referrer_id, referred_id, told)
      SELECT referrer_id, id, true FROM users WHERE id = ${userId} AND referrer_id IS NOT NULL
    ON CONFLICT (referred_id) DO UPDATE SET told = true WHERE NOT p.told
    RETURNING p.referrer_id AS referrer, (SELECT username FROM users WHERE id = ${userId}) AS username`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  const values = { username: maskedName(row.username) }
  await notify(tx, { userId: row.referrer, kind: 'referral-joined', values, now })
  return row.referrer
}

/**
 * Notes which of these users count as referred from now on: verified, and earned something. Returns their referrers.
 */
export const recordReferred = async (tx: Tx, userIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ referrer: string }>`
    INSERT INTO referral_people AS p (referrer_id, referred_id, counts)
      SELECT referrer_id, id, true FROM users
      WHERE id = ANY (${[...userIds]}::uuid[]) AND referrer_id IS NOT NULL AND email_verified_at IS NOT NULL
        AND total_earned > 0
      ORDER BY id
    ON CONFLICT (referred_id) DO UPDATE SET counts = true WHERE NOT p.counts
    RETURNING p.referrer_id AS referrer`.execute(tx)
  return [...new Set(rows.map(({ referrer }) => referrer))]
}

/** Pays a referrer whom a person has cleared what was withheld so far, each day's once. The user's row is held. */
export const payWithheldCommission = async (
  tx: Tx,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<Units> => {
  const { rows } = await sql<{ paid: Units }>`
    WITH freed AS (UPDATE referral_days SET withheld = NULL WHERE referrer_id = ${userId} AND withheld IS NOT NULL
      RETURNING day, referred_id, commission),
    days AS (UPDATE referral_sums s SET commission = s.commission + f.sum, withheld = s.withheld - f.sum
      FROM (SELECT day, sum(commission)::bigint AS sum FROM freed GROUP BY day) f
      WHERE s.referrer_id = ${userId} AND s.day = f.day),
    people AS (UPDATE referral_people p SET earning = p.earning + f.sum, withheld = false
      FROM (SELECT referred_id, sum(commission)::bigint AS sum FROM freed GROUP BY referred_id) f
      WHERE p.referred_id = f.referred_id)
    SELECT coalesce(sum(commission), 0)::bigint AS paid FROM freed`.execute(tx)
  const paid = rows[0]?.paid ?? 0
  if (paid === 0) return 0
  await sql`UPDATE referral_totals SET earning = earning + ${paid}, withheld = withheld - ${paid},
    withheld_reason = NULL WHERE referrer_id = ${userId}`.execute(tx)
  const id = newId()
  await reward(tx, { userId, source: 'referral', amount: paid, exp: 0, key: `referral-release:${id}`, ref: id }, now)
  return paid
}
