import type { AutomaticPayout } from '#adapters/payout/payout.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db, Read } from '#kernel/db.ts'
import { sha256 } from '#kernel/secrets.ts'

/**
 * Pays into a table of its own instead of a blockchain. It behaves like a good provider: it remembers references and
 * pays each once, however often it is told.
 */
export const createSandbox = ({ db, clock }: { db: Db; clock: Clock }): AutomaticPayout => ({
  way: 'automatic',
  closed: () => null,
  send: async ({ reference, currency, address, amount }) => {
    await db.write((tx) =>
      tx
        .insertInto('sandbox_payouts')
        .values({ reference, currency, address, amount, tx_id: txIdOf(reference), at: clock() })
        .onConflict((row) => row.column('reference').doNothing())
        .execute(),
    )
    return { kind: 'paid', txId: txIdOf(reference) }
  },
  find: async ({ reference }) => {
    const txId = await findPayout(db.read, reference)
    return txId === undefined ? { kind: 'absent' } : { kind: 'paid', txId }
  },
})

const txIdOf = (reference: string): string => sha256(`sandbox payout ${reference}`).toString('hex')

const findPayout = async (db: Read, reference: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('sandbox_payouts')
    .select('tx_id')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row?.tx_id
}
