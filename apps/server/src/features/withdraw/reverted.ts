import { sql, type SqlBool } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'

/** A coin runs what its payee has written, where the address is a contract; a token runs the token's contract alone. */
const isCoinOf = (options: string) => sql<SqlBool>`NOT coalesce(${sql.ref(options)} ? 'contract', false)`

/**
 * Whether a withdrawal was a coin payout that a block took and the contract at its address refused: its amount was
 * given back, and the site has paid the network. Whoever wrote that contract can have it refuse again and again.
 */
export const wasReverted = (withdrawal: string) => sql<SqlBool>`EXISTS (
  SELECT FROM payout_transactions tried JOIN payout_attempts attempt ON attempt.id = tried.attempt_id
  WHERE tried.withdrawal_id = ${sql.ref(withdrawal)} AND attempt.processor = 'evm'
    AND attempt.outcome = 'refused' AND ${isCoinOf('attempt.options')})`

/** Whose payout it is, where it goes, and by which method. */
export interface RevertInput {
  readonly userId: string
  readonly addressKey: string
  readonly methodId: string
}

/**
 * Whether a payout is one of coins, and an earlier one of this account or to this address was reverted; until a person
 * has approved a later one, which was paid. Another chain, and a fresh contract of the same account, count alike.
 */
export const isAfterRevert = async (db: Read, { userId, addressKey, methodId }: RevertInput): Promise<boolean> => {
  const unsettled = (column: string, value: string) => sql<SqlBool>`EXISTS (
    SELECT FROM withdrawals failed
    WHERE ${sql.ref(`failed.${column}`)} = ${value} AND failed.processor = 'evm' AND ${wasReverted('failed.id')}
      AND NOT EXISTS (
        SELECT FROM withdrawals later JOIN payout_transactions paid ON paid.withdrawal_id = later.id
          JOIN payout_attempts attempt ON attempt.id = paid.attempt_id
        WHERE ${sql.ref(`later.${column}`)} = ${value} AND later.status = 'paid' AND later.approved_by IS NOT NULL
          AND later.created_at > failed.updated_at AND attempt.processor = 'evm' AND ${isCoinOf('attempt.options')}))`
  const { rows } = await sql<{ isAfter: boolean }>`
    SELECT EXISTS (SELECT FROM withdraw_methods m
      WHERE m.id = ${methodId} AND m.processor = 'evm' AND ${isCoinOf('m.options')})
      AND (${unsettled('user_id', userId)} OR ${unsettled('address_key', addressKey)}) AS "isAfter"`.execute(
    asExecutor(db),
  )
  return rows[0]?.isAfter === true
}

/** Coin payouts of this account and to this address that nobody has looked at, and that have not left yet. */
export const approvedAfterRevert = async (
  db: Read,
  { userId, addressKey }: Omit<RevertInput, 'methodId'>,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT w.id FROM withdrawals w JOIN withdraw_methods m ON m.id = w.method_id
    WHERE w.status = 'approved' AND w.approved_by IS NULL AND (w.user_id = ${userId} OR w.address_key = ${addressKey})
      AND w.processor = 'evm' AND ${isCoinOf('m.options')}`.execute(asExecutor(db))
  return rows.map(({ id }) => id)
}
