import type { LoginAnswer } from '@runnel/contract/account/sign-in'
import { emailKey, hashPassword, isOutdated, isPassword } from '#features/user/user.ts'
import { recordRefusedProof } from '#kernel/audit.ts'
import type { Tx } from '#kernel/db.ts'
import type { RateLimits } from '#kernel/http/rate-limit.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { accountTried, resetSignInAttempts, recordFailedSignIn, consumeSignInAttempt } from './sign-in-throttle.ts'
import { completeSignIn, type GuestContext } from './start-session.ts'

export interface Credentials {
  /** A username or an e-mail address, as typed. */
  readonly login: string
  readonly password: string
  readonly tz: string | undefined
}

/** Signs in by password. An unknown account and a wrong password are refused in the same words and time. */
export const signIn = async (
  limits: RateLimits,
  context: GuestContext,
  { login, password, tz }: Credentials,
): Promise<LoginAnswer> => {
  const { tx, visitor, afterCommit } = context
  const name = normalLogin(login)
  const user = await findAccount(tx, name, visitor.deviceId)
  const trying = {
    account: accountTried({ userId: user?.id, login: name }),
    knownDevice: user?.knownDevice ?? undefined,
    net: visitor.net,
  }
  await consumeSignInAttempt(limits, trying)
  const isRight = await isPassword(user?.password_hash, password)
  const held = user === undefined || !isRight ? undefined : await lockAccountRow(tx, user, password)
  if (held === undefined) {
    await recordFailedSignIn(limits, trying)
    if (user !== undefined) recordRefusedProof(context, { action: 'staff.sign-in-refused', user, step: 'password' })
    return refuseLogin()
  }
  const answer = await completeSignIn(context, held, tz)
  await renewHash(tx, held, password)
  afterCommit(() => resetSignInAttempts(limits, trying))
  return answer
}

const refuseLogin = (): never => {
  const msg = say('auth.wrongUsernameEmailPassword')
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
    .select(['users.id', 'users.role', 'users.password_hash', 'device_users.device_id as knownDevice'])
    .where(login.includes('@') ? 'users.email_key' : 'users.username', '=', login)
    .executeTakeFirst()
}

interface Found {
  readonly id: string
  readonly password_hash: string | null
}

/**
 * The account with its row held: while the slow hash was made, its password may have been changed, a second step
 * switched on, or the account deleted, and whoever did it must find no session of the time before.
 */
const lockAccountRow = async (tx: Tx, { id, password_hash: seen }: Found, password: string) => {
  const held = await tx
    .selectFrom('users')
    .select(['id', 'role', 'tz', 'password_hash', 'two_step_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (held === undefined || held.password_hash === seen) return held
  return (await isPassword(held.password_hash, password)) ? held : undefined
}

/** A hash that was made at the cost of former days is made anew. */
const renewHash = async (tx: Tx, user: Found, password: string): Promise<void> => {
  if (user.password_hash === null || !isOutdated(user.password_hash)) return
  await tx
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', user.id)
    .execute()
}
