import type { Contract } from '@runnel/contract'
import type { Input } from '@runnel/contract/route'
import type { GoogleIdentity } from '#adapters/google/google.ts'
import type { GuestContext } from '#features/auth/auth.ts'
import type { Context } from '#kernel/context.ts'
import { callIn } from '#kernel/postgres/statements.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { signInWithGoogle, linkGoogle, verifiedEmail } from './account.ts'
import { type GoogleDeps, redirectUriOf, refuseFailure, setupOf } from './google-deps.ts'
import { boundTo, type OauthState, consumeOauthState } from './oauth-state.ts'

type Routes = Contract['google']
type CallbackContext = Context<Routes['callback']>

/** Takes what Google sent back, asks it who that is, and does what the visit was for. */
export const handleOauthCallback = async (
  deps: GoogleDeps,
  context: CallbackContext,
  { body: { code, state, iss }, headers }: Input<Routes['callback']>,
) => {
  const { db, adapters, visitor, now, settings, log } = context
  const setup = setupOf(settings)
  const start = await db.write((tx) => consumeOauthState(tx, { state, deviceId: visitor.deviceId, now }))
  if (start === undefined || !isSameSession(start, context)) return refuseStale()
  const bound = boundTo(state, { secrets: deps.secrets, redirectUri: redirectUriOf(deps) })
  const identity = await adapters.google.identityOf(setup, { code, iss }, bound)
  if (identity.kind !== 'known') return refuseFailure(identity, log)
  const { redirect } = start
  if (start.purpose === 'login') {
    return writing(deps, context, (visit) => signInWithGoogle(deps, visit, { identity, start, tz: headers.tz }))
  }
  if (start.purpose === 'prove') {
    await writing(deps, context, (visit) => recordStepUp(visit, context, identity))
    return { purpose: 'prove', redirect } as const
  }
  await writing(deps, context, (visit) => linkOwn(visit, context, identity))
  return { purpose: 'link', redirect, msg: say('google.googleAccountLinked') } as const
}

/** Linking and proving are for the very session that asked for them. */
const isSameSession = ({ sessionId }: OauthState, { caller }: CallbackContext): boolean =>
  sessionId === null || (caller !== undefined && !caller.locked && caller.sessionId === sessionId)

const refuseStale = (): never => refuse('conflict', 'GOOGLE_STALE', say('google.signExpiredStartedAnother'))

/** One transaction, as the mount opens it for other routes; pages are told after the commit. */
const writing = async <T>(
  deps: GoogleDeps,
  context: CallbackContext,
  work: (visit: GuestContext) => Promise<T>,
): Promise<T> => {
  const { db, adapters: _adapters, caller: _caller, ...base } = context
  let told = new Set<string>()
  const result = await db.write((tx) => {
    told = new Set()
    return work({
      ...base,
      tx,
      callAlone: (call) => callIn(tx, call),
      enqueue: (job, payload, options) => deps.queue.enqueue(tx, job, payload, options),
      notifyLive: (userId) => void told.add(userId),
      afterCommit: () => assertUnused(),
      onRollback: () => assertUnused(),
    })
  })
  for (const userId of told) deps.live.notify(userId)
  return result
}

const assertUnused = (): never => {
  throw new Error('nothing of a visit to Google runs after its commit')
}

const linkOwn = async (visit: GuestContext, { caller }: CallbackContext, identity: GoogleIdentity): Promise<void> => {
  if (caller === undefined) return refuseStale()
  await linkGoogle(visit, {
    userId: caller.id,
    issuer: identity.issuer,
    subject: identity.subject,
    email: verifiedEmail(identity),
  })
}

/** Counts as a proof only for who has nothing else: a password or a code must not be got around. */
const recordStepUp = async (
  { tx, now }: GuestContext,
  { caller }: CallbackContext,
  { issuer, subject }: GoogleIdentity,
): Promise<void> => {
  if (caller === undefined) return refuseStale()
  const row = await tx
    .selectFrom('google_accounts')
    .innerJoin('users', 'users.id', 'google_accounts.user_id')
    .select(['issuer', 'subject', 'password_hash', 'two_step_at'])
    .where('user_id', '=', caller.id)
    .executeTakeFirst()
  if (row?.subject !== subject || row.issuer !== issuer) {
    return refuse('conflict', 'GOOGLE_OTHER', say('google.googleAccountLinkedAccount'))
  }
  if (row.password_hash !== null || row.two_step_at !== null) {
    return refuse('conflict', 'PROVE_OTHERWISE', say('google.confirmPasswordAuthenticationCode'))
  }
  await tx.updateTable('sessions').set({ proved_at: now }).where('id', '=', caller.sessionId).execute()
}
