import type { Contract } from '@runnel/contract'
import type { Input } from '@runnel/contract/route'
import type { OidcIdentity } from '#adapters/oidc/oidc.ts'
import type { GuestContext } from '#features/auth/auth.ts'
import { providerAccount, providerNames } from '#features/user/user.ts'
import type { Context } from '#kernel/context.ts'
import { callIn } from '#kernel/postgres/statements.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { labelOf, linkProvider, signInWithProvider } from './account.ts'
import { boundTo, type OauthState, consumeOauthState } from './oauth-state.ts'
import { type OidcDeps, redirectUriOf, refuseFailure, setupOf } from './oidc-deps.ts'

type Routes = Contract['oidc']
type CallbackContext = Context<Routes['callback']>

/** Takes what the provider sent back, asks it who that is, and does what the visit was for. */
export const handleOauthCallback = async (
  deps: OidcDeps,
  context: CallbackContext,
  { params: { provider }, body: { code, state, iss }, headers }: Input<Routes['callback']>,
) => {
  const { db, adapters, visitor, now, settings, log } = context
  const setup = setupOf(settings, provider)
  const start = await db.write((tx) => consumeOauthState(tx, { provider, state, deviceId: visitor.deviceId, now }))
  if (start === undefined || !isSameSession(start, context)) return refuseStale()
  const bound = boundTo(state, { secrets: deps.secrets, redirectUri: redirectUriOf(deps, provider) })
  const identity = await adapters.oidc.identityOf(setup, { code, iss }, bound)
  if (identity.kind !== 'known') return refuseFailure(provider, identity, log)
  const { redirect } = start
  if (start.purpose === 'login') {
    return writing(deps, context, (visit) => signInWithProvider(deps, visit, { identity, start, tz: headers.tz }))
  }
  if (start.purpose === 'prove') {
    await writing(deps, context, (visit) => recordStepUp(visit, context, identity))
    return { purpose: 'prove', redirect } as const
  }
  await writing(deps, context, (visit) => linkOwn(visit, context, identity))
  return { purpose: 'link', redirect, msg: say('oidc.linked', { provider: providerNames[provider] }) } as const
}

/** Linking and proving are for the very session that asked for them. */
const isSameSession = ({ sessionId }: OauthState, { caller }: CallbackContext): boolean =>
  sessionId === null || (caller !== undefined && !caller.locked && caller.sessionId === sessionId)

const refuseStale = (): never => refuse('conflict', 'PROVIDER_STALE', say('oidc.stale'))

/** One transaction, as the mount opens it for other routes; pages are told after the commit. */
const writing = async <T>(
  deps: OidcDeps,
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
  throw new Error('nothing of a visit to a provider runs after its commit')
}

const linkOwn = async (visit: GuestContext, { caller }: CallbackContext, identity: OidcIdentity): Promise<void> => {
  if (caller === undefined) return refuseStale()
  await linkProvider(visit, { ...identity, userId: caller.id, label: labelOf(identity) })
}

/** Counts as a proof only for who has nothing else: a password or a code must not be got around. */
const recordStepUp = async (
  { tx, now }: GuestContext,
  { caller }: CallbackContext,
  { provider, issuer, subject }: OidcIdentity,
): Promise<void> => {
  if (caller === undefined) return refuseStale()
  const linked = await providerAccount(tx, provider, caller.id)
  if (linked?.subject !== subject || linked.issuer !== issuer) {
    return refuse('conflict', 'PROVIDER_OTHER', say('oidc.notYours', { provider: providerNames[provider] }))
  }
  const user = await tx
    .selectFrom('users')
    .select(['password_hash', 'two_step_at'])
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow()
  if (user.password_hash !== null || user.two_step_at !== null) {
    return refuse('conflict', 'PROVE_OTHERWISE', say('google.confirmPasswordAuthenticationCode'))
  }
  await tx.updateTable('sessions').set({ proved_at: now }).where('id', '=', caller.sessionId).execute()
}
