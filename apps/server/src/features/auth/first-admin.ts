import { sql } from 'kysely'
import { createAccount } from '#features/auth/create-account.ts'
import { hashPassword } from '#features/user/user.ts'
import { later } from '#kernel/clock.ts'
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

/** An account that nobody has used yet; its password is told at each start, and stored nowhere but as a hash. */
export interface NewStaff {
  /** Made just now; otherwise it has a new password, since nobody may have seen the one before. */
  readonly isNew: boolean
  readonly role: 'moderator' | 'admin'
  readonly username: string
  readonly password: string
}

/**
 * Makes sure that the special usernames hold their roles and nobody else does. An account that is not there yet, as at
 * the very first start, is made: nobody else can register a name that is reserved for a role.
 */
export const ensureStaff = ({ db, adminUsernames, moderatorUsername, now }: Staff): Promise<NewStaff[]> =>
  db.write(async (tx) => {
    const moderators = moderatorUsername === undefined ? [] : [moderatorUsername]
    // Nodes that start together for the first time would all make the admin, and all but one fail.
    await sql`SELECT pg_advisory_xact_lock(hashtext('staff'))`.execute(tx)
    await tx
      .updateTable('users')
      .set({ role: 'user' })
      .where('role', '<>', 'user')
      .where('username', 'not in', [...adminUsernames, ...moderators])
      .execute()
    const made: NewStaff[] = []
    for (const [role, usernames] of [
      ['moderator', moderators.filter((name) => !adminUsernames.includes(name))],
      ['admin', adminUsernames],
    ] as const) {
      if (usernames.length === 0) continue
      await assignRole(tx, { role, usernames, now })
      made.push(...(await openMissing(tx, { role, usernames, now })))
    }
    return made
  })

const NO_MAIL = 'localhost.localdomain'

interface MissingStaff {
  readonly role: NewStaff['role']
  readonly usernames: readonly string[]
  readonly now: Date
}

const openMissing = async (tx: Tx, { role, usernames, now }: MissingStaff): Promise<NewStaff[]> => {
  const known = await tx
    .selectFrom('users')
    .select('username')
    .where('username', 'in', [...usernames])
    .execute()
  const made = await renewUnused(tx, { role, usernames, now })
  for (const username of usernames.filter((name) => known.every((user) => user.username !== name))) {
    const password = newSecret(12)
    // Nobody reads mail at this address; its owner sets their own on the account page.
    const email = `${username}@${NO_MAIL}`
    await createAccount(tx, { username, email, password, tz: 'UTC', role, now })
    made.push({ role, username, password, isNew: true })
  }
  return made
}

/** Nodes that start together for the first time must not take away what the other has just told. */
const RENEWED_AFTER_SECONDS = 60

/** Accounts that a start made and nobody has signed in to: the password may have scrolled by unseen. */
const renewUnused = async (tx: Tx, { role, usernames, now }: MissingStaff): Promise<NewStaff[]> => {
  const unused = await tx
    .selectFrom('users')
    .select(['id', 'username'])
    .where('username', 'in', [...usernames])
    .where('email', 'like', `%@${NO_MAIL}`)
    .where('password_changed_at', 'is', null)
    .whereRef('last_seen_at', '=', 'joined_at')
    .where('joined_at', '<', later(now, -RENEWED_AFTER_SECONDS))
    .where((is) => is.not(is.exists(is.selectFrom('sessions').select('id').whereRef('user_id', '=', 'users.id'))))
    .execute()
  const renewed: NewStaff[] = []
  for (const { id, username } of unused) {
    const password = newSecret(12)
    await tx
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', id)
      .execute()
    renewed.push({ role, username, password, isNew: false })
  }
  return renewed
}

/**
 * Whoever gets a role signs in anew: a session that was opened for a month must not become one of the site's people.
 * A lock ends, since nobody locks those, and nobody may be left to open the account.
 */
const assignRole = async (tx: Tx, { role, usernames, now }: MissingStaff): Promise<void> => {
  const given = await tx
    .updateTable('users')
    .set({ role, locked_at: null, locked_until: null, lock_reason: null })
    .where('username', 'in', [...usernames])
    .where('role', '<>', role)
    .returning('id')
    .execute()
  for (const { id } of given) await endSessions(tx, { userId: id, now })
}
