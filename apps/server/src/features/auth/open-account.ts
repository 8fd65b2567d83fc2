import { emailKey, hashPassword, notify, refuseTakenEmail } from '#features/user/user.ts'
import { databaseError, type Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refuseField } from '#kernel/refusal.ts'
import { openUserAccounts } from '#money/accounts.ts'

export interface NewAccount {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly tz: string
  readonly role?: 'user' | 'moderator' | 'admin'
  readonly referrerId?: string | null
  /** Set when the address needs no proof, as that of an account which the owner makes. */
  readonly emailVerifiedAt?: Date
  readonly now: Date
}

/** Makes a user with empty accounts and a welcome. A name or mailbox that is taken is refused beside its field. */
export const openAccount = async (tx: Tx, account: NewAccount): Promise<string> => {
  const { username, email, password, tz, role = 'user', referrerId = null, emailVerifiedAt, now } = account
  const id = newId()
  await tx
    .insertInto('users')
    .values({
      id,
      username,
      email,
      email_key: emailKey(email),
      email_verified_at: emailVerifiedAt ?? null,
      password_hash: await hashPassword(password),
      password_changed_at: null,
      role,
      tz,
      referrer_id: referrerId,
      joined_at: now,
      last_seen_at: now,
    })
    .execute()
    .catch(refuseTakenName)
  await openUserAccounts(tx, id, now)
  await notify(tx, { userId: id, kind: 'welcome', values: {}, now })
  return id
}

const refuseTakenName = (error: unknown): never => {
  if (databaseError(error)?.constraint === 'users_username_key') refuseUsernameTaken()
  return refuseTakenEmail(error)
}

export const refuseUsernameTaken = (): never =>
  refuseField('username', 'USERNAME_TAKEN', 'This username is taken. Please choose another.')
