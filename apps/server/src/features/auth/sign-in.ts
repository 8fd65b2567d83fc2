import {
  deviceName,
  emailKey,
  hashPassword,
  isOutdated,
  isPassword,
  notify,
  placeName,
  timezoneOf,
} from '#features/user/user.ts'
import { noteDevice } from '#guard/device.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import type { RateLimits } from '#kernel/rate-limit.ts'
import { refuse } from '#kernel/refusal.ts'
import { startSession } from '#kernel/session.ts'

import { forgetTries, noteFailure, takeTry } from './waits.ts'

/** What a rule may use on behalf of somebody who may not be signed in. */
export type Visit = Omit<WriteContext, 'caller'>

export interface Credentials {
  /** A username or an e-mail address, as typed. */
  readonly login: string
  readonly password: string
  readonly tz: string | undefined
}

/** Signs in by password. An unknown account and a wrong password are refused in the same words and time. */
export const signIn = async (
  limits: RateLimits,
  context: Visit,
  { login, password, tz }: Credentials,
): Promise<string> => {
  const { tx, visitor, settings, afterCommit } = context
  const name = normalLogin(login)
  const user = await findAccount(tx, name, visitor.deviceId)
  const trying = { login: name, knownDevice: user?.knownDevice ?? undefined, net: visitor.net }
  await takeTry(limits, trying)
  const isRight = await isPassword(user?.password_hash, password)
  if (user === undefined || !isRight) {
    await noteFailure(limits, trying)
    return refuseLogin()
  }
  if (settings.maintenance && user.role !== 'admin') {
    const msg = settings.maintenance_message || 'We are improving the site and will be back soon.'
    refuse('maintenance', 'MAINTENANCE', msg, { isMaintaining: true })
  }
  await keepUpToDate(context, { user, password, tz })
  const token = await beginSession(context, user)
  await greetDevice(context, user.id)
  afterCommit(() => forgetTries(limits, trying))
  return token
}

const refuseLogin = (): never => {
  const msg = 'The name or the password is not right.'
  return refuse('invalid', 'WRONG_LOGIN', msg, { errors: { password: msg } })
}

const normalLogin = (typed: string): string => (typed.includes('@') ? emailKey(typed) : typed.toLowerCase())

/** Signs that can stand in a name or address; others are not even looked for. */
const POSSIBLE = /^[^\p{Cc}\s]+$/u

const findAccount = async (tx: Tx, login: string, deviceId: string) => {
  if (!POSSIBLE.test(login)) return undefined
  return tx
    .selectFrom('users')
    .leftJoin('device_users', (join) =>
      join.onRef('device_users.user_id', '=', 'users.id').on('device_users.device_id', '=', deviceId),
    )
    .select(['users.id', 'users.role', 'users.tz', 'users.password_hash', 'device_users.device_id as knownDevice'])
    .where(login.includes('@') ? 'users.email_key' : 'users.username', '=', login)
    .executeTakeFirst()
}

interface Arrived {
  readonly user: { readonly id: string; readonly tz: string; readonly password_hash: string | null }
  readonly password: string
  readonly tz: string | undefined
}

/** Notes the visit, renews a hash of former days, and takes the time zone over from a browser where none is known. */
const keepUpToDate = async ({ tx, now }: Visit, { user, password, tz }: Arrived): Promise<void> => {
  const outdated = user.password_hash !== null && isOutdated(user.password_hash)
  await tx
    .updateTable('users')
    .set({
      last_seen_at: now,
      ...(outdated ? { password_hash: await hashPassword(password) } : {}),
      ...(user.tz === 'UTC' ? { tz: timezoneOf(tz) ?? 'UTC' } : {}),
    })
    .where('id', '=', user.id)
    .execute()
}

/** Sessions that one account may have; the oldest end when there are more. */
const SESSIONS_MAX = 50

/** Opens a session, and ends those that nobody will miss. */
export const beginSession = async (
  { tx, visitor, now }: Visit,
  user: { readonly id: string; readonly role: 'user' | 'moderator' | 'admin' },
): Promise<string> => {
  const token = await startSession(tx, { user, visitor, now })
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', user.id)
    .where('id', 'not in', (kept) =>
      kept
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', user.id)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .limit(SESSIONS_MAX),
    )
    .execute()
  return token
}

const greetDevice = async ({ tx, visitor, now, tell }: Visit, userId: string): Promise<void> => {
  const { isNew } = await noteDevice(tx, { userId, visitor, now })
  if (!isNew) return
  const values = { device: deviceName(visitor.userAgent), place: placeName(visitor.country, visitor.net) }
  await notify(tx, { userId, kind: 'new-device', values, now })
  tell(userId)
}
