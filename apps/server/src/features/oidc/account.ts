import { withAsciiDomain } from '@runnel/contract/account/email'
import type { OidcProvider } from '@runnel/contract/account/oidc'
import { sql } from 'kysely'
import type { OidcIdentity } from '#adapters/oidc/oidc.ts'
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
import {
  emailKey,
  lockUser,
  notifyProviderChange,
  providerNames,
  providerTables,
  refuseDisposable,
  timezoneOf,
} from '#features/user/user.ts'
import { recordDevice } from '#guard/device.ts'
import { databaseError, type Tx } from '#kernel/db.ts'
import { newSecret } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { sha256 } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'
import type { OauthState } from './oauth-state.ts'
import type { OidcDeps } from './oidc-deps.ts'

interface Arrived {
  readonly identity: OidcIdentity
  readonly start: OauthState
  readonly tz: string | undefined
}

/** Signs in who the provider says this is; the account is found by the subject, and never by the address alone. */
export const signInWithProvider = async (deps: OidcDeps, context: GuestContext, arrived: Arrived) => {
  const { tx } = context
  const { identity, tz } = arrived
  const { redirect } = arrived.start
  await lockSubject(tx, identity)
  const known = await ownerOf(tx, identity)
  if (known === undefined) {
    if (identity.provider === 'google') return openOrLink(deps, context, arrived)
    // Without an address there is nothing to make an account of, nor to find one by.
    return refuse('conflict', 'PROVIDER_UNKNOWN', say('oidc.unknown', { provider: providerNames[identity.provider] }))
  }
  await updateLabel(tx, identity)
  const answer = await completeSignIn(context, known, tz)
  return 'token' in answer
    ? ({ ...answer, purpose: 'login', isNew: false, redirect } as const)
    : { ...answer, redirect }
}

/** Somebody of Google's whom no account knows: theirs is asked for its password, or made. */
const openOrLink = async (deps: OidcDeps, context: GuestContext, { identity, start, tz }: Arrived) => {
  const { tx } = context
  const { redirect } = start
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
type Named = Pick<OidcIdentity, 'provider' | 'issuer' | 'subject'>

/** Two visits of one new person at once would make two accounts, or one and an error. */
const lockSubject = async (tx: Tx, { provider, issuer, subject }: Named): Promise<void> => {
  const key = sha256(`${provider} ${issuer} ${subject}`).readBigInt64BE()
  await sql`SELECT pg_advisory_xact_lock(${key})`.execute(tx)
}

/** With the row held: the second step may be switched on, or the account deleted, at this very moment. */
const ownerOf = (tx: Tx, { provider, issuer, subject }: Named) =>
  tx
    .selectFrom('users')
    .select(['users.id', 'users.role', 'users.tz', 'users.two_step_at'])
    .where('users.id', '=', (of) =>
      of
        .selectFrom(providerTables[provider].table)
        .select('user_id')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject),
    )
    .where('users.deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** What an account there is called by: its address at Google, a name at Telegram. */
export const labelOf = (identity: OidcIdentity): string =>
  identity.provider === 'google' ? verifiedEmail(identity) : (identity.name ?? providerNames[identity.provider])

/** An address or name that changed there is shown anew, and changes nothing else. */
const updateLabel = async (tx: Tx, identity: OidcIdentity): Promise<void> => {
  const { provider, issuer, subject, email, isEmailVerified } = identity
  if (provider === 'google' && (email === null || !isEmailVerified)) return
  const { table, label } = providerTables[provider]
  const shown = labelOf(identity)
  await sql`
    UPDATE ${sql.table(table)} SET ${sql.ref(label)} = ${shown}
    WHERE issuer = ${issuer} AND subject = ${subject} AND ${sql.ref(label)} <> ${shown}`.execute(tx)
}

/** An address that Google has not proved could be anybody's. */
const verifiedEmail = ({ email, isEmailVerified }: OidcIdentity): string => {
  if (email !== null && isEmailVerified) return withAsciiDomain(email)
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
  { limits }: OidcDeps,
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

interface LinkProviderInput extends Named {
  readonly userId: string
  /** See `labelOf`. */
  readonly label: string
}

/** Lets an account at a provider open an account here, and tells its user. One opens one. */
export const linkProvider = async (
  context: Pick<GuestContext, 'tx' | 'enqueue' | 'now' | 'notifyLive'>,
  { userId, provider, issuer, subject, label }: LinkProviderInput,
): Promise<void> => {
  const { tx, now, notifyLive } = context
  await lockSubject(tx, { provider, issuer, subject })
  // An account may have been deleted between the question and this moment; nothing must open what is left.
  await lockUser(tx, userId)
  const { table, label: column } = providerTables[provider]
  // One of a provider that the site asks no more opens nothing, and must not stand in the way.
  await tx.deleteFrom(table).where('user_id', '=', userId).where('issuer', '<>', issuer).execute()
  const insert = sql`
    INSERT INTO ${sql.table(table)} (issuer, subject, user_id, ${sql.ref(column)}, linked_at)
    VALUES (${issuer}, ${subject}, ${userId}, ${label}, ${now})`
  await insert.execute(tx).catch((error: unknown) => refuseLinked(provider, error))
  await notifyProviderChange(context, { userId, provider, label, change: 'linked', now })
  notifyLive(userId)
}

const refuseLinked = (of: OidcProvider, error: unknown): never => {
  const constraint = databaseError(error)?.constraint
  const provider = providerNames[of]
  const { table } = providerTables[of]
  if (constraint === `${table}_pkey`) refuse('conflict', 'PROVIDER_TAKEN', say('oidc.taken', { provider }))
  if (constraint === `${table}_user_id_key`) {
    refuse('conflict', 'PROVIDER_LINKED', say('oidc.anotherLinked', { provider }))
  }
  throw error
}
