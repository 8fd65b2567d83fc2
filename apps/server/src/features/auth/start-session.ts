import type { LoginAnswer } from '@runnel/contract/account/sign-in'
import type { Role } from '@runnel/contract/values'
import { consumeCode } from '#features/two-step/two-step.ts'
import { deviceLabel, notify, notifyAndMail, locationLabel, timezoneOf } from '#features/user/user.ts'
import { recordDevice } from '#guard/device.ts'
import { audit, recordRefusedProof } from '#kernel/audit.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { refuseMaintained } from '#kernel/http/maintenance.ts'
import type { RateLimits } from '#kernel/http/rate-limit.ts'
import { assert, refuseField } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { startSession } from '#kernel/session.ts'
import { say } from '#kernel/words/say.ts'
import { createTicket, consumeTicket, loginUser } from './second-factor-tickets.ts'
import { resetSignInAttempts, recordFailedSignIn, consumeSignInAttempt } from './sign-in-throttle.ts'

/** What a rule may use on behalf of somebody who may not be signed in. */
export type GuestContext = Omit<WriteContext, 'caller'>

interface Known {
  readonly id: string
  readonly role: Role
  readonly tz: string
  readonly two_step_at: Date | null
}

/** Lets somebody in who has shown that the account is theirs: at once, or as far as the second step. */
export const completeSignIn = async (
  context: GuestContext,
  user: Known,
  tz: string | undefined,
): Promise<LoginAnswer> => {
  const { tx, visitor, now } = context
  refuseDuringMaintenance(context, user.role)
  if (user.two_step_at === null) return { token: await enter(context, user, tz) }
  return { twoStep: true, ticket: await createTicket(tx, { userId: user.id, deviceId: visitor.deviceId, now }) }
}

interface SecondDeps {
  readonly limits: RateLimits
  readonly secrets: Secrets
}

/** The other half of a login with a second step. */
export const finishLogin = async (
  { limits, secrets }: SecondDeps,
  context: GuestContext,
  { ticket, code, tz }: { ticket: string; code: string; tz: string | undefined },
): Promise<string> => {
  const { tx, visitor, now, afterCommit } = context
  const { user } = await consumeTicket(tx, { ticket, purpose: 'two-step', deviceId: visitor.deviceId, now })
  refuseDuringMaintenance(context, user.role)
  // Counted by account like passwords, so that a known password does not buy guesses by the million.
  const trying = { account: `code of ${user.id}`, knownDevice: user.knownDevice ?? undefined, net: visitor.net }
  await consumeSignInAttempt(limits, trying)
  const taken = await consumeCode(secrets, tx, { userId: user.id, code, now })
  if (taken === undefined) {
    await recordFailedSignIn(limits, trying)
    recordRefusedProof(context, { action: 'staff.sign-in-refused', user, step: 'code' })
    refuseField('code', 'WRONG_CODE', say('auth.wrongAlreadyUsedCode'))
  }
  if (taken === 'recovery') await notifyRecoveryCodeUsed(context, user.id)
  const token = await enter(context, user, tz)
  afterCommit(() => resetSignInAttempts(limits, trying))
  return token
}

/** Lets somebody in by what counts as both steps: a passkey that has verified its user. */
export const enterProved = async (context: GuestContext, userId: string, tz: string | undefined): Promise<string> => {
  const user = await loginUser(context.tx, userId, context.visitor.deviceId)
  assert(user !== undefined, `there is a user ${userId}`)
  refuseDuringMaintenance(context, user.role)
  return enter(context, user, tz)
}

const notifyRecoveryCodeUsed = async (context: GuestContext, userId: string): Promise<void> => {
  const { tx, now } = context
  const { left } = await tx
    .selectFrom('recovery_codes')
    .select((of) => of.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  await notifyAndMail(context, { userId, kind: 'recovery-code-used', values: { left }, now })
}

export const refuseDuringMaintenance = ({ settings }: Pick<GuestContext, 'settings'>, role: Role): void => {
  if (settings.maintenance && role === 'user') refuseMaintained(settings)
}

const enter = async (context: GuestContext, user: Known, tz: string | undefined): Promise<string> => {
  const { tx, now } = context
  await tx
    .updateTable('users')
    // The time zone is taken over from a browser where none is known.
    .set({ last_seen_at: now, ...(user.tz === 'UTC' ? { tz: timezoneOf(tz) ?? 'UTC' } : {}) })
    .where('id', '=', user.id)
    .execute()
  const token = await createSession(context, user)
  if (user.role !== 'user') await auditSignIn(context, user)
  await greetDevice(context, user.id)
  return token
}

const auditSignIn = ({ tx, visitor, now }: GuestContext, { id, role }: Known): Promise<void> =>
  audit(tx, { actor: id, action: 'staff.sign-in', target: id, before: undefined, after: { role }, visitor, now })

/** Sessions that one account may have; the oldest end when there are more. */
const SESSIONS_MAX = 50

/** Opens a session, and ends those that nobody will miss. */
export const createSession = async (
  { tx, visitor, now }: Pick<GuestContext, 'tx' | 'visitor' | 'now'>,
  user: { readonly id: string; readonly role: Role },
): Promise<string> => {
  const token = await startSession(tx, { user, visitor, now })
  await endOldest(tx, user.id)
  return token
}

const endOldest = async (tx: Tx, userId: string): Promise<void> => {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', 'not in', (kept) =>
      kept
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .limit(SESSIONS_MAX),
    )
    .execute()
}

/** Notes a device of a user, and tells them where it is new. */
export const greetDevice = async (
  { tx, visitor, now, notifyLive }: Pick<GuestContext, 'tx' | 'visitor' | 'now' | 'notifyLive'>,
  userId: string,
): Promise<void> => {
  const { isNew } = await recordDevice(tx, { userId, visitor, now })
  if (!isNew) return
  const values = { device: deviceLabel(visitor.userAgent), place: locationLabel(visitor.country, visitor.net) }
  await notify(tx, { userId, kind: 'new-device', values, now })
  notifyLive(userId)
}
