import type { Db } from '#kernel/db.ts'
import { newId, newSecret } from '#kernel/id.ts'
import { reclaimAccount } from './reclaim-account.ts'

/**
 * Gives the admin a new password, for an owner who lost theirs and can reach the machine. Every other way in
 * ends, and the audit log tells that it was done at the console. Undefined when there is no such account.
 */
export const renewAdminPassword = (db: Db, username: string, now: Date): Promise<string | undefined> =>
  db.write(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'username', 'email', 'email_verified_at'])
      .where('username', '=', username)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (user === undefined) return undefined
    const password = newSecret(12)
    // The bell tells of it; no letter goes out, since nobody carries jobs out beside this command.
    const context = { tx, now, enqueue: async () => undefined, notifyLive: () => undefined }
    await reclaimAccount(context, { user, password, by: 'console' })
    await tx
      .insertInto('audit')
      .values({ id: newId(), at: now, actor: user.id, action: 'admin.password', target: username, ip_net: 'console' })
      .execute()
    return password
  })
