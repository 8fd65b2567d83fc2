import {
  emailKey,
  mailVerify,
  refuseDisposable,
  refuseEmailTaken,
  refuseWeakPassword,
  timezoneOf,
} from '#features/user/user.ts'
import { noteDevice } from '#guard/device.ts'
import type { Tx } from '#kernel/db.ts'
import { type Bucket, type RateLimits, refuseTooMany } from '#kernel/rate-limit.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'

import { isReserved } from './names.ts'
import { openAccount, refuseUsernameTaken } from './open-account.ts'
import { beginSession, type Visit } from './sign-in.ts'

export interface Registration {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly ref: string | undefined
  readonly tz: string | undefined
  /** Names kept for the admin and the moderator. */
  readonly reservedNames: readonly string[]
}

/** Makes an account, signs it in and sends the mail that verifies its address. */
export const register = async (
  limits: RateLimits,
  context: Visit,
  { ref, tz, reservedNames, ...wanted }: Registration,
): Promise<string> => {
  const { tx, settings, visitor, now, enqueue } = context
  if (!settings.registration_open) {
    refuse('forbidden', 'REGISTRATION_CLOSED', 'This site takes no new accounts at the moment.')
  }
  if (isReserved(wanted.username, reservedNames)) {
    refuseField('username', 'USERNAME_RESERVED', 'This username is kept for the site. Please choose another.')
  }
  refuseDisposable(wanted.email)
  refuseWeakPassword(wanted.password, wanted)
  await refuseTaken(tx, wanted)
  await takePlace(limits, visitor)
  const referrerId = await referrerOf(tx, ref)
  const userId = await openAccount(tx, { ...wanted, tz: timezoneOf(tz) ?? 'UTC', referrerId, now })
  await noteDevice(tx, { userId, visitor, now })
  const token = await beginSession(context, { id: userId, role: 'user' })
  await enqueue(mailVerify, { userId })
  return token
}

/** Looks before the slow hash is made; the database decides once more when two come at once. */
const refuseTaken = async (tx: Tx, { username, email }: { username: string; email: string }): Promise<void> => {
  const taken = await tx
    .selectFrom('users')
    .select('username')
    .where((is) => is.or([is('username', '=', username), is('email_key', '=', emailKey(email))]))
    .execute()
  if (taken.length === 0) return
  if (taken.some((user) => user.username === username)) refuseUsernameTaken()
  refuseEmailTaken()
}

/** Accounts that a device, and a network with all its people, may make in a day (ANTIBOT.md 3.7). */
const deviceAccounts: Bucket = { name: 'accounts of a device', points: 2, seconds: 86_400 }
const netAccounts: Bucket = { name: 'accounts of a net', points: 30, seconds: 86_400 }

/** Counted only when all else is right: a name that is taken must not cost the newcomer one of their tries. */
const takePlace = async (limits: RateLimits, { deviceId, net }: Visit['visitor']): Promise<void> => {
  const waits = [await limits.spend(deviceAccounts, deviceId), await limits.spend(netAccounts, net)]
  const wait = Math.max(...waits)
  if (wait > 0) refuseTooMany(wait)
}

/** Who invited the visitor; a name that nobody has is not worth an error. */
const referrerOf = async (tx: Tx, ref: string | undefined): Promise<string | null> => {
  const username = ref?.toLowerCase() ?? ''
  if (!/^[a-z0-9_]{3,20}$/.test(username)) return null
  const referrer = await tx.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
  return referrer?.id ?? null
}
