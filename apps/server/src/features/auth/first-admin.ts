import { sql } from 'kysely'

import { openAccount } from '#features/auth/open-account.ts'
import type { Db } from '#kernel/db.ts'
import { newSecret } from '#kernel/id.ts'

interface Staff {
  readonly db: Db
  readonly adminUsername: string
  readonly moderatorUsername: string | undefined
  readonly now: Date
}

/**
 * Makes sure that the two special usernames hold their roles and nobody else does. At the very first start it makes
 * the admin and gives the password, which is told once and stored nowhere but as a hash.
 */
export const ensureStaff = ({ db, adminUsername, moderatorUsername, now }: Staff): Promise<string | null> =>
  db.write(async (tx) => {
    // Nodes that start together for the first time would all make the admin, and all but one fail.
    await sql`SELECT pg_advisory_xact_lock(hashtext('staff'))`.execute(tx)
    await tx
      .updateTable('users')
      .set({ role: 'user' })
      .where('role', '<>', 'user')
      .where('username', 'not in', [adminUsername, moderatorUsername ?? adminUsername])
      .execute()
    if (moderatorUsername !== undefined && moderatorUsername !== adminUsername) {
      await tx.updateTable('users').set({ role: 'moderator' }).where('username', '=', moderatorUsername).execute()
    }
    const known = await tx
      .updateTable('users')
      .set({ role: 'admin' })
      .where('username', '=', adminUsername)
      .returning('id')
      .executeTakeFirst()
    if (known !== undefined) return null
    const password = newSecret(12)
    // Nobody reads mail at this address; the owner sets their own on the account page.
    const email = `${adminUsername}@localhost.localdomain`
    await openAccount(tx, { username: adminUsername, email, password, tz: 'UTC', role: 'admin', now })
    return password
  })
