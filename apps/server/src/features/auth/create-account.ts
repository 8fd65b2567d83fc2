import type { Locale } from '@runnel/contract/locale'
import { sql } from 'kysely'
import { emailKey, hashPassword, notify, refuseTakenEmail } from '#features/user/user.ts'
import { databaseError, type Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refuseField } from '#kernel/refusal.ts'
import { sha256 } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'
import { openUserAccounts } from '#money/accounts.ts'

export interface NewAccount {
  readonly username: string
  readonly email: string
  /** Null: it has none yet, as one that Google made. */
  readonly password: string | null
  readonly tz: string
  /** In which the account was made; mails go out in it. */
  readonly locale?: Locale
  readonly role?: 'user' | 'moderator' | 'admin'
  readonly referrerId?: string | null
  /** Years that its user confirmed to have. */
  readonly confirmedAge?: number | null
  /** Set when the address needs no proof, as that of an account which the owner makes. */
  readonly emailVerifiedAt?: Date
  /** Its username is a makeshift, to be chosen first of all. */
  readonly needsInit?: boolean
  readonly now: Date
}

/** Makes a user with empty accounts and a welcome. A name or mailbox that is taken is refused beside its field. */
export const createAccount = async (tx: Tx, account: NewAccount): Promise<string> => {
  const {
    username,
    email,
    password,
    tz,
    locale,
    role = 'user',
    referrerId = null,
    confirmedAge = null,
    emailVerifiedAt,
    needsInit = false,
    now,
  } = account
  const id = newId()
  await tx
    .insertInto('users')
    .values({
      id,
      username,
      email,
      email_key: emailKey(email),
      email_verified_at: emailVerifiedAt ?? null,
      password_hash: password === null ? null : await hashPassword(password),
      needs_init: needsInit,
      password_changed_at: null,
      role,
      tz,
      locale: locale ?? null,
      referrer_id: referrerId,
      age_confirmed: confirmedAge,
      age_confirmed_at: confirmedAge === null ? null : now,
      joined_at: now,
      last_seen_at: now,
    })
    .execute()
    .catch(refuseTakenName)
  await openUserAccounts(tx, id, now)
  await notify(tx, { userId: id, kind: 'welcome', values: {}, now })
  await sql`SELECT webhook_note('user.registered', ${id}, ${now}, json_build_object('userId', ${id}::uuid))`.execute(tx)
  return id
}

/** Whether a name belonged to an account that is gone: nobody shall be mistaken for who had it. */
export const isRetired = async (tx: Tx, username: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('retired_names')
    .select('retired_at')
    .where('name_hash', '=', sha256(username))
    .executeTakeFirst()
  return row !== undefined
}

/** A name that is free no more for any account to come. */
export const retireName = async (tx: Tx, username: string, now: Date): Promise<void> => {
  await tx
    .insertInto('retired_names')
    .values({ name_hash: sha256(username), retired_at: now })
    .onConflict((row) => row.column('name_hash').doNothing())
    .execute()
}

export const refuseTakenName = (error: unknown): never => {
  if (databaseError(error)?.constraint === 'users_username_key') refuseUsernameTaken()
  return refuseTakenEmail(error)
}

export const refuseUsernameTaken = (): never =>
  refuseField('username', 'USERNAME_TAKEN', say('auth.usernameTakenChooseAnother'))
