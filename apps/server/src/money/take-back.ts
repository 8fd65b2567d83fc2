import { sql } from 'kysely'

import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert } from '#kernel/refusal.ts'
import { type Leg, legRow, post } from '#money/ledger.ts'
import type { Units } from '#money/amount.ts'

export interface TakenBack {
  /** False when this was taken back before: nothing moved now. */
  readonly isNew: boolean
  /** Units that were still there, and those that were spent already and are owed now. */
  readonly taken: Units
  readonly becameDebt: Units
}

/**
 * Takes back what a user was given, by a leg that debits one of the user's accounts. What is not there any more is
 * covered by `house:adjustment` (kind `debt-cover`) and becomes a debt that later earnings repay first.
 */
export const takeBack = async (
  tx: Tx,
  { leg, userId, reason, now }: { leg: Leg; userId: string; reason: string; now: Date },
): Promise<TakenBack> => {
  assert(Number.isSafeInteger(leg.amount) && leg.amount > 0, 'a transfer moves a positive amount')
  const { rows } = await sql<{ is_new: boolean; taken: Units; became_debt: Units }>`
    SELECT * FROM take_back(${JSON.stringify(legRow(leg))}::jsonb, ${userId}, ${reason}, ${newId()}, ${now})`.execute(
    tx,
  )
  const [row] = rows
  assert(row !== undefined, 'taking back has an answer')
  return { isNew: row.is_new, taken: row.taken, becameDebt: row.became_debt }
}

/**
 * Takes from what a user can spend, at most what is there; the rest becomes a debt that later earnings repay. Unlike
 * `takeBack` nobody else gets the rest, so that the house covers nothing. `leg` is the whole movement. The caller
 * holds the user's row.
 */
export const takeOrOwe = async (
  tx: Tx,
  { leg, userId, reason, now }: { leg: Leg; userId: string; reason: string; now: Date },
): Promise<TakenBack> => {
  assert(Number.isSafeInteger(leg.amount) && leg.amount > 0, 'a transfer moves a positive amount')
  const { rows } = await sql<{ balance: Units }>`
    SELECT balance FROM accounts WHERE name = ${leg.debit} FOR NO KEY UPDATE`.execute(tx)
  const balance = rows[0]?.balance
  assert(balance !== undefined, 'the user has that account')
  const taken = Math.min(balance, leg.amount)
  const becameDebt = leg.amount - taken
  if (taken > 0) {
    const { isNew } = await post(tx, [{ ...leg, amount: taken }], now)
    assert(isNew, 'what is taken has a key of its own')
  }
  if (becameDebt > 0) {
    await sql`UPDATE users SET debt = debt + ${becameDebt} WHERE id = ${userId}`.execute(tx)
    await sql`INSERT INTO debts (id, user_id, amount, reason, ref, at)
      VALUES (${newId()}, ${userId}, ${becameDebt}, ${reason}, ${leg.ref ?? null}, ${now})`.execute(tx)
  }
  return { isNew: true, taken, becameDebt }
}
