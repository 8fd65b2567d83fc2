import { sql } from 'kysely'
import type { Read, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { debtOf } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { formatAmount } from '#money/format-amount.ts'
import { type Leg, legRow } from '#money/ledger.ts'

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
 */
export const clawBack = async (
  tx: Tx,
  { leg, userId, reason, now }: { leg: Leg; userId: string; reason: string; now: Date },
): Promise<ClawBack> => {
  assert(Number.isSafeInteger(leg.amount) && leg.amount > 0, 'a transfer moves a positive amount')
  const { rows } = await sql<{ is_new: boolean; taken: Units; became_debt: Units }>`
    SELECT * FROM take_back(${JSON.stringify(legRow(leg))}::jsonb, ${userId}, ${reason}, ${newId()}, ${newId()},
      ${now})`.execute(tx)
  const [row] = rows
  assert(row !== undefined, 'taking back has an answer')
  return { isNew: row.is_new, taken: row.taken, becameDebt: row.became_debt }
}

/** What somebody in debt reads where nothing can be taken out. */
export const debtNote = (debt: Units, currency: string): string =>
  `You owe ${formatAmount(debt, currency)} for reversed rewards. Anything you receive repays it first.`

/** Stops somebody in debt. */
export const refuseInDebt = async (
  db: Read,
  { userId, currency }: { readonly userId: string; readonly currency: string },
): Promise<void> => {
  const debt = await debtOf(db, userId)
  if (debt > 0) refuse('conflict', 'IN_DEBT', debtNote(debt, currency))
}
