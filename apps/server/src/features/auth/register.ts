import {
  emailKey,
  mailVerify,
  refuseDisposable,
  refuseEmailTaken,
  refuseWeakPassword,
  timezoneOf,
} from '#features/user/user.ts'
import { recordDevice } from '#guard/device.ts'
import type { Tx } from '#kernel/db.ts'
import type { RateLimits } from '#kernel/http/rate-limit.ts'
import { isRetired, createAccount, refuseUsernameTaken } from './create-account.ts'
import {
  confirmedAge,
  referrerOf,
  refuseClosedRegistration,
  refuseReserved,
  consumeRegistration,
} from './registration-checks.ts'
import { createSession, type GuestContext } from './start-session.ts'

export interface Registration {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly ref: string | undefined
  readonly tz: string | undefined
  readonly ageConfirmed: boolean | undefined
  /** Names kept for the admin and the moderator. */
  readonly reservedNames: readonly string[]
}

/** Makes an account, signs it in and sends the mail that verifies its address. */
export const register = async (
  limits: RateLimits,
  context: GuestContext,
  { ref, tz, ageConfirmed, reservedNames, ...wanted }: Registration,
): Promise<string> => {
  const { tx, visitor, now, enqueue } = context
  refuseClosedRegistration(context)
  const age = confirmedAge(context.settings, ageConfirmed)
  refuseReserved(wanted.username, reservedNames)
  refuseDisposable(wanted.email)
  refuseWeakPassword(wanted.password, wanted)
  await refuseTaken(tx, wanted)
  await consumeRegistration(limits, visitor)
  const referrerId = await referrerOf(tx, ref)
  const userId = await createAccount(tx, {
    ...wanted,
    tz: timezoneOf(tz) ?? 'UTC',
    locale: context.locale,
    referrerId,
    confirmedAge: age,
    now,
  })
  await recordDevice(tx, { userId, visitor, now })
  const token = await createSession(context, { id: userId, role: 'user' })
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
  if (await isRetired(tx, username)) refuseUsernameTaken()
  if (taken.length === 0) return
  if (taken.some((user) => user.username === username)) refuseUsernameTaken()
  refuseEmailTaken()
}
