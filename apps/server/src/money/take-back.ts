import { sql } from 'kysely'

import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert } from '#kernel/refusal.ts'
import { type Leg, legRow } from '#money/ledger.ts'
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
