import { sql } from 'kysely'
import { dayOf } from '#kernel/clock.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { money, say, type Words } from '#kernel/words/say.ts'
import { debtOf } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import type { TransferKind } from '#money/kinds.ts'
import { findTransfer, type Leg, legRow, post, type Posted } from '#money/ledger.ts'

export interface ClawBack {
  /** False when this was taken back before: nothing moved now. */
  readonly isNew: boolean
  /** Units that were still there, and those that were spent already and are owed now. */
  readonly taken: Units
  readonly becameDebt: Units
}

/**
 * Takes back what a user was given, by a leg that debits the user's main account: from there, then from the deposit
 * balance. What is on neither becomes a debt, which every later credit repays first (`ledger_post`), and is covered by
 * `house:adjustment` (kind `debt-cover`) unless it goes there anyway. The only way in which a debt arises; payouts of
 * the user that have not left wait for a person from then on.
 * The revenue that it left to the site goes with it (`revenueLost`).
 */
export const clawBack = async (
  tx: Tx,
  { leg: taken, userId, reason, now, revenue }: ClawBackInput,
): Promise<ClawBack> => {
  assert(Number.isSafeInteger(taken.amount) && taken.amount > 0, 'a transfer moves a positive amount')
  const isCounted = revenue !== undefined && revenue.amount > 0
  const leg = isCounted ? { ...taken, meta: { ...taken.meta, revenue: revenue.amount } } : taken
  const { rows } = await sql<{ is_new: boolean; taken: Units; became_debt: Units }>`
    SELECT * FROM take_back(${JSON.stringify(legRow(leg))}::jsonb, ${userId}, ${reason}, ${newId()}, ${newId()},
      ${now})`.execute(tx)
  const [row] = rows
  assert(row !== undefined, 'taking back has an answer')
  if (row.is_new && isCounted) {
    await sql`SELECT revenue_take_back(${userId}, ${revenue.source}, ${revenue.day}::date, ${revenue.amount})`.execute(
      tx,
    )
  }
  return { isNew: row.is_new, taken: row.taken, becameDebt: row.became_debt }
}

interface ClawBackInput {
  readonly leg: Leg
  readonly userId: string
  readonly reason: string
  readonly now: Date
  /** What of the revenue of a source and day it takes with it. */
  readonly revenue?: LostRevenue | undefined
}

interface LostRevenue {
  readonly source: 'ptc' | 'offerwall'
  /** On which it was counted. */
  readonly day: string
  readonly amount: Units
}

/**
 * What a credit loses of the revenue that it counted when so much of it is left afterwards: parts add up to all of it.
 * Undefined where it counted none.
 */
export const revenueLost = async (
  tx: Tx,
  { key, source, before, after }: Pick<LostRevenue, 'source'> & { key: string; before: Units; after: Units },
): Promise<LostRevenue | undefined> => {
  const { rows } = await sql<{ amount: Units; revenue: Units; day: string }>`
    SELECT amount, (meta ->> 'revenue')::bigint AS revenue, (at AT TIME ZONE 'UTC')::date::text AS day
    FROM transfers WHERE key = ${key} AND meta ? 'revenue'`.execute(tx)
  const [credit] = rows
  if (credit === undefined) return undefined
  const { amount: whole, revenue, day } = credit
  const leftAt = (left: Units): Units => Number((BigInt(revenue) * BigInt(left)) / BigInt(whole))
  return { source, day, amount: leftAt(before) - leftAt(after) }
}

/**
 * Undoes a transfer by one in the other direction that names it. A transfer is undone at most once; the reversal
 * itself is refused like any other when the account that must give back has too little. What it counted for its user's
 * allowance and of their day counts no more; the user's row is locked by the caller.
 */
export const reverse = async (
  tx: Tx,
  { key, reason, now }: { key: string; reason: string; now: Date },
): Promise<Posted> => {
  const original = await findTransfer(tx, key)
  assert(original !== undefined, `there is a transfer ${key} to reverse`)
  const undoing: Leg = {
    kind: 'reversal',
    debit: original.credit,
    credit: original.debit,
    amount: original.amount,
    key: `reversal:${original.id}`,
    reverses: original.id,
    meta: { reason },
    ...(original.ref === null ? {} : { ref: original.ref }),
  }
  const posted = await post(tx, [undoing], now)
  if (!posted.isNew) return posted
  await sql`SELECT allowance_reverse(${original.id})`.execute(tx)
  const [account, userId] = original.credit.split(':')
  if (account === 'main' && userId !== undefined && countedKinds.includes(original.kind)) {
    await uncountReward(tx, { ...original, userId, source: original.kind, isWhole: true })
  }
  return posted
}

/** Rewards of these kinds are undone by a person, and were counted for their day under the same name. */
const countedKinds: readonly TransferKind[] = [
  'faucet',
  'bonus',
  'challenge',
  'coupon',
  'link',
  'referral',
  'leaderboard',
]

interface UncountInput {
  readonly userId: string
  /** Of the day counter. */
  readonly source: string
  /** When the reward was credited. */
  readonly at: Date
  readonly amount: Units
  /** Whether nothing is left of the reward, so that it is no action of that day any more. */
  readonly isWhole: boolean
}

/**
 * What was taken back of a reward counts as earned no more: for prizes, challenges, commissions and every sum of a day.
 * What was learned by it (exp, level) stays. The caller calls it once for what moved once.
 */
export const uncountReward = async (tx: Tx, { userId, source, at, amount, isWhole }: UncountInput): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ total_earned: sql`greatest(0, total_earned - ${amount})` })
    .where('id', '=', userId)
    .execute()
  // A day that is long over was added up to its month, on whose first day it is (`foldDays`).
  const day = dayOf(at)
  await sql`
    UPDATE day_counters SET count = greatest(0, count - ${isWhole ? 1 : 0}), earned = greatest(0, earned - ${amount}),
      -- What of it was for the referrer, as the day went on the average.
      commission = CASE WHEN earned > ${amount} THEN div(commission::numeric * (earned - ${amount}), earned) ELSE 0 END
    WHERE user_id = ${userId} AND source = ${source} AND day = (
      SELECT max(d.day) FROM day_counters d WHERE d.user_id = ${userId} AND d.source = ${source} AND d.count > 0
        AND d.day IN (${day}::date, date_trunc('month', ${day}::date)::date))`.execute(tx)
}

/** What somebody in debt reads where nothing can be taken out. */
export const debtNote = (debt: Units, currency: string): Words =>
  say('money.oweReversedRewardsAnything', { debt: money(debt, currency) })

/** Stops somebody in debt. */
export const refuseInDebt = async (
  db: Read,
  { userId, currency }: { readonly userId: string; readonly currency: string },
): Promise<void> => {
  const debt = await debtOf(db, userId)
  if (debt > 0) refuse('conflict', 'IN_DEBT', debtNote(debt, currency))
}
