import { expect } from 'vitest'
import type { Read } from '#kernel/db.ts'
import { auditBooks } from '#money/reconcile.ts'

/** Fails the test unless the ledger balance to the unit. */
export const expectBalanced = async (db: Read): Promise<void> => {
  const books = await auditBooks(db)
  expect(books.mismatches, 'every balance is the sum of its transfers').toEqual([])
}

/** A condition under which a statement of a test may change an account past the ledger, to break the ledger. */
export const past = "set_config('runnel.ledger', 'on', true) = 'on'"
