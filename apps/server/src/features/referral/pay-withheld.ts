import { sql } from 'kysely'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import type { Units } from '#money/amount.ts'
import { reward } from '#money/reward.ts'

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
