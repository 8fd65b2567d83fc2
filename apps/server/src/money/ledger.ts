import { sql } from 'kysely'
import { databaseError, type Read, type Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { type Account, asExecutor } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import type { TransferKind } from '#money/kinds.ts'

/** One transfer: it debits one account and credits another by the same amount. */
export interface Leg {
  readonly kind: TransferKind
  readonly debit: Account
  readonly credit: Account
  /** Units, at least 1. */
  readonly amount: Units
  /** What makes it happen once: the same key never moves money twice. */
  readonly key: string
  /** The entity that it belongs to. */
  readonly ref?: string
  readonly meta?: Readonly<Record<string, string | number>>
  /** The transfer that this one undoes. */
  readonly reverses?: string
}

export interface Posted {
  /** False when these keys were posted before: nothing moved now. */
  readonly isNew: boolean
  /** Balance of the debited account of the first leg afterwards; null for the site and the outside. */
  readonly debitBalance: Units | null
  readonly creditBalance: Units | null
}

interface PostedRow {
  leg_key: string
  is_new: boolean
  debit_balance: Units | null
  credit_balance: Units | null
}

/**
 * The only way that money moves. All legs or none; owned accounts are locked in name order.
 * Refuses with `INSUFFICIENT_BALANCE` (409) when an owned account would fall below zero.
 */
export const post = async (tx: Tx, legs: readonly [Leg, ...Leg[]], now: Date): Promise<Posted> => {
  for (const { amount } of legs)
    assert(Number.isSafeInteger(amount) && amount > 0, 'a transfer moves a positive amount')
  const { rows } = await sql<PostedRow>`SELECT * FROM ledger_post(${JSON.stringify(legs.map(legRow))}::jsonb, ${now})`
    .execute(tx)
    .catch(refuseInsufficientBalance)
  const [first] = rows
  assert(first !== undefined && rows.length === legs.length, 'every leg has an answer')
  return { isNew: first.is_new, debitBalance: first.debit_balance, creditBalance: first.credit_balance }
}

/** A leg as `ledger_post` and `reward_credit` read it. */
export const legRow = (leg: Leg): Record<string, unknown> => ({ id: newId(), ...leg })

const SHORTAGE = 'RN002'

/** Turns the ledger's word for a balance that is too small into a refusal that a person can act on. */
export const refuseInsufficientBalance = (error: unknown): never => {
  if (databaseError(error)?.code === SHORTAGE) {
    refuse('conflict', 'INSUFFICIENT_BALANCE', say('withdraw.insufficientBalance'))
  }
  throw error
}

export interface TransferRow {
  id: string
  key: string
  kind: TransferKind
  debit: Account
  credit: Account
  amount: Units
  ref: string | null
  at: Date
}

/** A transfer by its key; undefined when nothing was posted under it. */
export const findTransfer = async (db: Read, key: string): Promise<TransferRow | undefined> => {
  const { rows } = await sql<TransferRow>`
    SELECT id, key, kind, debit, credit, amount, ref, at FROM transfers WHERE key = ${key}`.execute(asExecutor(db))
  return rows[0]
}

/** A transfer by its id. */
export const findTransferById = async (db: Read, id: string): Promise<TransferRow | undefined> => {
  const { rows } = await sql<TransferRow>`
    SELECT id, key, kind, debit, credit, amount, ref, at FROM transfers WHERE id = ${id}`.execute(asExecutor(db))
  return rows[0]
}
