import { sql } from 'kysely'

import { openAccount } from '#features/auth/open-account.ts'
import type { Db, Tx } from '#kernel/db.ts'
import { newSecret } from '#kernel/id.ts'
import { endSessions } from '#kernel/session.ts'

interface Staff {
  readonly db: Db
  /** One is the rule. */
  readonly adminUsernames: readonly string[]
  readonly moderatorUsername: string | undefined
  readonly now: Date
}

/** An account that was made; its password is told once and stored nowhere but as a hash. */
export interface NewAdmin {
  readonly username: string
  readonly password: string
}

/**
 * Makes sure that the special usernames hold their roles and nobody else does. An admin that is not there yet, as at
 * the very first start, is made.
 */
export const ensureStaff = ({ db, adminUsernames, moderatorUsername, now }: Staff): Promise<NewAdmin[]> =>
  db.write(async (tx) => {
    // Nodes that start together for the first time would all make the admin, and all but one fail.
    await sql`SELECT pg_advisory_xact_lock(hashtext('staff'))`.execute(tx)
    await tx
      .updateTable('users')
      .set({ role: 'user' })
      .where('role', '<>', 'user')
      .where('username', 'not in', [...adminUsernames, ...(moderatorUsername === undefined ? [] : [moderatorUsername])])
      .execute()
    if (moderatorUsername !== undefined && !adminUsernames.includes(moderatorUsername)) {
      await giveRole(tx, 'moderator', [moderatorUsername])
    }
    await giveRole(tx, 'admin', adminUsernames)
    const known = await tx
      .selectFrom('users')
      .select('username')
      .where('username', 'in', [...adminUsernames])
      .execute()
    const made: NewAdmin[] = []
    for (const username of adminUsernames.filter((name) => known.every((user) => user.username !== name))) {
      const password = newSecret(12)
      // Nobody reads mail at this address; the owner sets their own on the account page.
      const email = `${username}@localhost.localdomain`
      await openAccount(tx, { username, email, password, tz: 'UTC', role: 'admin', now })
      made.push({ username, password })
    }
    return made
  })

/**
 * Whoever gets a role signs in anew: a session that was opened for a month must not become one of the site's people.
 * A lock ends, since nobody locks those, and nobody may be left to open the account.
 */
const giveRole = async (tx: Tx, role: 'moderator' | 'admin', usernames: readonly string[]): Promise<void> => {
  const given = await tx
    .updateTable('users')
    .set({ role, locked_at: null, locked_until: null, lock_reason: null })
    .where('username', 'in', [...usernames])
    .where('role', '<>', role)
    .returning('id')
    .execute()
  for (const { id } of given) await endSessions(tx, { userId: id })
}
