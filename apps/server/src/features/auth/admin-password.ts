import { disableTwoStep } from '#features/two-step/two-step.ts'
import { detachProviders, setPassword } from '#features/user/user.ts'
import type { Db } from '#kernel/db.ts'
import { newId, newSecret } from '#kernel/id.ts'

/**
 * Gives the admin a new password, for an owner who lost theirs and can reach the machine. All their sessions end, and
 * the audit log tells that it was done at the console. Undefined when there is no such account.
 */
export const renewAdminPassword = (db: Db, username: string, now: Date): Promise<string | undefined> =>
  db.write(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'username', 'email'])
      .where('username', '=', username)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (user === undefined) return undefined
    const password = newSecret(12)
    // The bell tells of it; no letter goes out, since nobody carries jobs out beside this command.
    const context = { tx, now, enqueue: async () => undefined, notifyLive: () => undefined }
    await setPassword(context, { user, password })
    // Who lost the password may have lost the phone with it, and who reaches the machine reaches everything.
    await disableTwoStep(tx, user.id)
    await detachProviders(tx, user.id)
    await tx
      .insertInto('audit')
      .values({ id: newId(), at: now, actor: user.id, action: 'admin.password', target: username, ip_net: 'console' })
      .execute()
    return password
  })
