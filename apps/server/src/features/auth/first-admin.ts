import { hash } from '@node-rs/argon2'

import type { Db } from '#kernel/db.ts'
import { newId, newSecret } from '#kernel/id.ts'
import { openUserAccounts } from '#money/accounts.ts'

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
    const id = newId()
    // Nobody reads mail at this address; the owner sets their own on the account page.
    const email = `${adminUsername}@localhost.localdomain`
    await tx
      .insertInto('users')
      .values({
        id,
        username: adminUsername,
        email,
        email_key: email,
        email_verified_at: null,
        password_hash: await hash(password),
        password_changed_at: now,
        role: 'admin',
        referrer_id: null,
        joined_at: now,
        last_seen_at: now,
      })
      .execute()
    await openUserAccounts(tx, id, now)
    return password
  })
