import { sql } from 'kysely'
import { later } from '#kernel/clock.ts'
import type { Db, Read } from '#kernel/db.ts'
import { mainAccountOf } from '#money/accounts.ts'
import { usersWithBalanceChanges } from '#money/changed-balances.ts'

const BATCH = 2_000
/** A transaction may commit a little after the moment that it names. */
const OVERLAP_SECONDS = 120
const FIRST_SECONDS = 86_400

/** Writes down what those own and earned whose balance moved since the last time, for the order of the user list. */
export const updateUserBalances = async (db: Db, now: Date): Promise<number> => {
  const from = await since(db.read, now)
  const movers = await usersWithBalanceChanges(db.read, { from })
  let changed = 0
  for (let index = 0; index < movers.length; index += BATCH) {
    const ids = movers.slice(index, index + BATCH)
    const { numAffectedRows } = await db.write((tx) =>
      sql`
        UPDATE user_figures f SET balance = a.balance, earned = u.total_earned
        FROM users u CROSS JOIN LATERAL (${mainAccountOf(sql`u.id`)}) a
        WHERE u.id = f.user_id AND f.user_id = ANY(${ids}::uuid[])
          AND (f.balance <> a.balance OR f.earned <> u.total_earned)`.execute(tx),
    )
    changed += Number(numAffectedRows ?? 0n)
  }
  await db.write((tx) =>
    tx
      .insertInto('figures_until')
      .values({ until: now })
      .onConflict((row) => row.column('one').doUpdateSet({ until: now }))
      .execute(),
  )
  return changed
}

const since = async (db: Read, now: Date): Promise<Date> => {
  const row = await db.selectFrom('figures_until').select('until').executeTakeFirst()
  return row === undefined ? later(now, -FIRST_SECONDS) : later(row.until, -OVERLAP_SECONDS)
}
