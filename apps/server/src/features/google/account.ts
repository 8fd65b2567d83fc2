import { sql } from 'kysely'
import type { GoogleIdentity } from '#adapters/google/google.ts'
import {
  createSession,
  completeSignIn,
  createTicket,
  createAccount,
  referrerOf,
  refuseClosedRegistration,
  refuseDuringMaintenance,
  consumeRegistration,
  type GuestContext,
} from '#features/auth/auth.ts'
import { emailKey, notifyAndMail, refuseDisposable, timezoneOf } from '#features/user/user.ts'
import { recordDevice } from '#guard/device.ts'
import { databaseError, type Tx } from '#kernel/db.ts'
import { newSecret } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { sha256 } from '#kernel/secrets.ts'
import { refuseEndedSession } from '#kernel/session.ts'
import { say } from '#kernel/words/say.ts'
import type { GoogleDeps } from './google-deps.ts'
import type { OauthState } from './oauth-state.ts'

interface Arrived {
  readonly identity: GoogleIdentity
  readonly start: OauthState
  readonly tz: string | undefined
}

/** Signs in who Google says this is; the account is found by the subject, and never by the address alone. */
export const signInWithGoogle = async (deps: GoogleDeps, context: GuestContext, { identity, start, tz }: Arrived) => {
  const { tx } = context
  const { redirect } = start
  await lockSubject(tx, identity)
  const known = await ownerOf(tx, identity)
  if (known !== undefined) {
    await updateGoogleEmail(tx, identity)
    const answer = await completeSignIn(context, known, tz)
    return 'token' in answer
      ? ({ ...answer, purpose: 'login', isNew: false, redirect } as const)
      : { ...answer, redirect }
  }
  const email = verifiedEmail(identity)
  const owner = await tx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()
  if (owner !== undefined) {
    refuseDuringMaintenance(context, owner.role)
    const google = { issuer: identity.issuer, subject: identity.subject, email }
    const place = { deviceId: context.visitor.deviceId, now: context.now }
    return {
      linkNeeded: true,
      ticket: await createTicket(tx, { userId: owner.id, google, ...place }),
      email,
      redirect,
    } as const
  }
  const token = await openByGoogle(deps, context, { identity, email, ref: start.ref, tz })
  return { token, purpose: 'login', isNew: true, redirect } as const
}

/** Which account at which provider. */
type Named = Pick<GoogleIdentity, 'issuer' | 'subject'>

/** Two visits of one new person at once would make two accounts, or one and an error. */
const lockSubject = async (tx: Tx, { issuer, subject }: Named): Promise<void> => {
  const key = sha256(`google ${issuer} ${subject}`).readBigInt64BE()
  await sql`SELECT pg_advisory_xact_lock(${key})`.execute(tx)
}

/** With the row held: the second step may be switched on, or the account deleted, at this very moment. */
const ownerOf = (tx: Tx, { issuer, subject }: Named) =>
  tx
    .selectFrom('google_accounts')
    .innerJoin('users', 'users.id', 'google_accounts.user_id')
    .select(['users.id', 'users.role', 'users.tz', 'users.two_step_at'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('users.deleted_at', 'is', null)
    .forNoKeyUpdate('users')
    .executeTakeFirst()

/** An address that changed at Google is shown anew, and changes nothing else. */
const updateGoogleEmail = async (
  tx: Tx,
  { issuer, subject, email, isEmailVerified }: GoogleIdentity,
): Promise<void> => {
  if (email === null || !isEmailVerified) return
  await tx
    .updateTable('google_accounts')
    .set({ email })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('email', '<>', email)
    .execute()
}

/** An address that Google has not proved could be anybody's. */
export const verifiedEmail = ({ email, isEmailVerified }: GoogleIdentity): string => {
  if (email !== null && isEmailVerified) return email
  const msg = say('google.googleHasntVerifiedEmail')
  return refuse('conflict', 'GOOGLE_UNVERIFIED', msg)
}

interface Newcomer {
  readonly identity: Named
  readonly email: string
  readonly ref: string | null
  readonly tz: string | undefined
}

/** Makes an account whose username is still to be chosen. All that holds for registering holds here. */
const openByGoogle = async (
  { limits }: GoogleDeps,
  context: GuestContext,
  { identity: { issuer, subject }, email, ref, tz }: Newcomer,
): Promise<string> => {
  const { tx, visitor, now } = context
  refuseDuringMaintenance(context, 'user')
  refuseClosedRegistration(context)
  refuseDisposable(email)
  await consumeRegistration(limits, visitor)
  const userId = await createAccount(tx, {
    username: makeshiftName(),
    email,
    password: null,
    tz: timezoneOf(tz) ?? 'UTC',
    locale: context.locale,
    referrerId: await referrerOf(tx, ref ?? undefined),
    emailVerifiedAt: now,
    needsInit: true,
    now,
  })
  await tx.insertInto('google_accounts').values({ issuer, subject, user_id: userId, email, linked_at: now }).execute()
  await recordDevice(tx, { userId, visitor, now })
  return createSession(context, { id: userId, role: 'user' })
}

/** A name that nobody sees for long, and that the rules for names never give out. */
const makeshiftName = (): string => `new_${Buffer.from(newSecret(8), 'base64url').toString('hex')}`

interface LinkGoogleInput extends Named {
  readonly userId: string
  readonly email: string
}

/** Lets an account at Google open an account here, and tells its user. One opens one. */
export const linkGoogle = async (
  context: Pick<GuestContext, 'tx' | 'enqueue' | 'now' | 'notifyLive'>,
  { userId, issuer, subject, email }: LinkGoogleInput,
): Promise<void> => {
  const { tx, now, notifyLive } = context
  await lockSubject(tx, { issuer, subject })
  await refuseGone(tx, userId)
  // One of a provider that the site asks no more opens nothing, and must not stand in the way.
  await tx.deleteFrom('google_accounts').where('user_id', '=', userId).where('issuer', '<>', issuer).execute()
  await tx
    .insertInto('google_accounts')
    .values({ issuer, subject, user_id: userId, email, linked_at: now })
    .execute()
    .catch(refuseLinked)
  await notifyAndMail(context, { userId, kind: 'google-linked', values: { email }, now })
  notifyLive(userId)
}

/** An account may have been deleted between the question and this moment; Google must not open what is left. */
const refuseGone = async (tx: Tx, userId: string): Promise<void> => {
  const user = await tx
    .selectFrom('users')
    .select('deleted_at')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  refuseEndedSession(user)
}

const refuseLinked = (error: unknown): never => {
  const constraint = databaseError(error)?.constraint
  if (constraint === 'google_accounts_pkey') {
    refuse('conflict', 'GOOGLE_TAKEN', say('google.googleAccountAlreadyLinked'))
  }
  if (constraint === 'google_accounts_user_id_key') {
    refuse('conflict', 'GOOGLE_LINKED', say('google.anotherGoogleAccountAlready'))
  }
  throw error
}
