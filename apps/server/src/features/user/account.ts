import type { Contract } from '@runnel/contract'
import type { OptionalMail } from '@runnel/contract/account/user-kinds'
import type { Locale } from '@runnel/contract/locale'
import type { Context } from '#kernel/context.ts'
import { databaseError, type Tx } from '#kernel/db.ts'
import { type Bucket, type RateLimits, refuseTooMany } from '#kernel/http/rate-limit.ts'
import { assert, refuse, refuseField } from '#kernel/refusal.ts'
import { endSessions, refuseEndedSession } from '#kernel/session.ts'
import { requireFreshProof } from '#kernel/step-up.ts'
import { say } from '#kernel/words/say.ts'
import { emailKey, refuseDisposable } from './email.ts'
import { moveDigest } from './mail-digest.ts'
import { mailEmailChanged, mailVerify } from './mail-jobs.ts'
import { notifyAndMail } from './notify.ts'
import { hashPassword, isPassword, refuseWeakPassword } from './password.ts'
import {
  resetStepUpAttempts,
  consumeStepUpAttempt,
  recordRefusedStepUp,
  type StepUpContext,
} from './step-up-attempts.ts'
import { timezoneOf } from './timezone.ts'

type Routes = Contract['user']

interface OwnSettings {
  readonly tz?: string | undefined
  readonly locale?: Locale | null | undefined
  readonly notifyByMail?: boolean | undefined
  readonly mailsOff?: readonly OptionalMail[] | undefined
}

/** Changes what the user may change alone; undefined leaves a thing as it is. */
export const changeSettings = async (
  { tx, caller, now }: Pick<Context<Routes['profile']>, 'tx' | 'caller' | 'now'>,
  { tz, locale, notifyByMail, mailsOff }: OwnSettings,
): Promise<void> => {
  const zone = timezoneOf(tz)
  if (tz !== undefined && zone === undefined) refuseField('tz', 'TZ_UNKNOWN', say('user.unknownTimeZone'))
  if (zone === undefined && locale === undefined && notifyByMail === undefined && mailsOff === undefined) return
  await tx
    .updateTable('users')
    .set({
      ...(zone === undefined ? {} : { tz: zone }),
      ...(locale === undefined ? {} : { locale }),
      ...(notifyByMail === undefined ? {} : { notify_by_mail: notifyByMail }),
      ...(mailsOff === undefined ? {} : { mails_off: [...new Set(mailsOff)] }),
    })
    .where('id', '=', caller.id)
    .where('deleted_at', 'is', null)
    .execute()
  if (zone !== undefined) await moveDigest(tx, { userId: caller.id, tz: zone, now })
}

/** Each sends two letters to addresses that somebody only claims to have. */
const emailChanges: Bucket = { name: 'address changes', points: 5, seconds: 86_400 }

interface EmailChange {
  readonly email: string
  readonly currentPassword: string
}

/** Moves the account to another mailbox, which must be verified anew; returns whether anything changed. */
export const changeEmail = async (
  limits: RateLimits,
  context: Context<Routes['profile']>,
  { email, currentPassword }: EmailChange,
): Promise<boolean> => {
  const { tx, caller, enqueue } = context
  const before = await lockUser(tx, caller.id)
  if (before.password_hash === null) {
    refuse('conflict', 'PASSWORD_FIRST', say('user.setPasswordBeforeChange'))
  }
  await provePassword(limits, context, { user: before, typed: currentPassword })
  if (email === before.email) return false
  if (before.two_step_at !== null && before.role === 'user') refuseUnproved()
  refuseDisposable(email)
  const wait = await limits.spend(emailChanges, caller.id)
  if (wait > 0) refuseTooMany(wait)
  await tx
    .updateTable('users')
    .set({ email, email_key: emailKey(email), email_verified_at: null })
    .where('id', '=', caller.id)
    .execute()
    .catch(refuseTakenEmail)
  await voidLinks(tx, caller.id)
  await enqueue(mailVerify, { userId: caller.id })
  await enqueue(mailEmailChanged, { userId: caller.id, formerEmail: before.email })
  return true
}

/** Turns the database's word for a second account of one mailbox into the field's sentence. */
export const refuseTakenEmail = (error: unknown): never => {
  if (databaseError(error)?.constraint === 'users_email_key_key') refuseEmailTaken()
  throw error
}

export const refuseEmailTaken = (): never => refuseField('email', 'EMAIL_TAKEN', say('user.accountEmailAddressAlready'))

/** A second step on a mailbox that nobody has proved would keep its reader out of what is made in their name. */
const refuseUnproved = (): never => {
  const msg = say('user.turnOffTwoFactor')
  return refuse('conflict', 'TWO_STEP_FIRST', msg)
}

interface Typed {
  readonly user: { readonly password_hash: string | null; readonly two_step_at: Date | null }
  readonly typed: string
}

/** Counts with every other place where this session is asked for its password. */
const provePassword = async (limits: RateLimits, context: StepUpContext, { user, typed }: Typed): Promise<void> => {
  const { caller } = context
  await consumeStepUpAttempt(limits, caller.sessionId)
  if (!(await isPassword(user.password_hash, typed))) {
    recordRefusedStepUp(context, 'password')
    refuseField('currentPassword', 'WRONG_PASSWORD', say('user.wrongCurrentPassword'))
  }
  // Whatever else may still be refused, it is them; but who has only the password of two proofs must not win guesses at
  // the codes with it.
  if (user.two_step_at === null) await resetStepUpAttempts(limits, caller.sessionId)
}

/** Sets a new password and ends every other session. Who has none yet proves by another way that it is them. */
export const changePassword = async (
  limits: RateLimits,
  context: Context<Routes['password']>,
  { currentPassword, password }: { currentPassword?: string | undefined; password: string },
): Promise<void> => {
  const { tx, caller } = context
  const user = await lockUser(tx, caller.id)
  if (user.password_hash === null) requireFreshProof(context)
  else if (currentPassword === undefined) refuseNoPassword()
  else await provePassword(limits, context, { user, typed: currentPassword })
  if (currentPassword === password) {
    refuseField('password', 'PASSWORD_SAME', say('user.choosePasswordDifferentFrom'))
  }
  await setPassword(context, { user, password, keepSession: caller.sessionId })
}

const refuseNoPassword = (): never =>
  refuseField('currentPassword', 'PASSWORD_NEEDED', say('user.enterCurrentPassword'))

interface NewPassword {
  readonly user: { readonly id: string; readonly username: string; readonly email: string }
  readonly password: string
  /** The session that stays; unset: none. */
  readonly keepSession?: string
}

/** Sets a password: other sessions end, half logins and links to choose one are void, and the user is told. */
export const setPassword = async (
  context: Pick<Context<Routes['password']>, 'tx' | 'enqueue' | 'now' | 'notifyLive'>,
  { user, password, keepSession }: NewPassword,
): Promise<void> => {
  const { tx, now } = context
  refuseWeakPassword(password, user)
  await tx
    .updateTable('users')
    .set({ password_hash: await hashPassword(password), password_changed_at: now })
    .where('id', '=', user.id)
    .execute()
  await endSessions(tx, { userId: user.id, now, ...(keepSession === undefined ? {} : { except: keepSession }) })
  await voidLinks(tx, user.id, 'reset')
  await tx.deleteFrom('login_tickets').where('user_id', '=', user.id).execute()
  await notifyAndMail(context, { userId: user.id, kind: 'password-changed', values: {}, now })
  context.notifyLive(user.id)
}

/**
 * Makes mailed links that were not used useless: all, or those of one purpose. Their rows stay for a while, so that a
 * job that tries its letter again finds that its link is void.
 */
export const voidLinks = async (tx: Tx, userId: string, purpose?: 'verify' | 'reset'): Promise<void> => {
  await tx
    .updateTable('mail_tokens')
    .set((row) => ({ expires_at: row.ref('created_at') }))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose ?? 'verify'))
    .execute()
}

/** Enqueues another verification mail. */
export const resendVerification = async ({ tx, caller, enqueue }: Context<Routes['resend']>): Promise<void> => {
  const user = await tx
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow()
  if (user.email_verified_at !== null) refuse('conflict', 'ALREADY_VERIFIED', say('user.emailAddressAlreadyVerified'))
  await enqueue(mailVerify, { userId: caller.id })
}

export const lockUser = async (tx: Tx, userId: string) => {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'role', 'password_hash', 'two_step_at', 'deleted_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  assert(user !== undefined, `there is a user ${userId}`)
  refuseEndedSession(user)
  return user
}
