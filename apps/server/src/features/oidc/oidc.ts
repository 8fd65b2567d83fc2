import type { Contract } from '@runnel/contract'
import type { OidcProvider } from '@runnel/contract/account/oidc'
import type { Input } from '@runnel/contract/route'
import {
  accountTried,
  confirmedAge,
  resetSignInAttempts,
  isRetired,
  completeSignIn,
  recordFailedSignIn,
  referrerOf,
  refuseReserved,
  refuseTakenName,
  refuseUsernameTaken,
  consumeTicket,
  consumeSignInAttempt,
} from '#features/auth/auth.ts'
import { notifyReferrer } from '#features/referral/referral.ts'
import {
  detachProvider,
  emailKey,
  isPassword,
  lockUser,
  notifyProviderChange,
  providerNames,
  refuseWithoutWay,
  timezoneOf,
} from '#features/user/user.ts'
import { recordRefusedProof } from '#kernel/audit.ts'
import type { Context, Handlers } from '#kernel/context.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { requireFreshProof } from '#kernel/step-up.ts'
import { say } from '#kernel/words/say.ts'
import { linkProvider } from './account.ts'
import { handleOauthCallback } from './oauth-callback.ts'
import { boundTo, createOauthState } from './oauth-state.ts'
import { type OidcDeps, redirectUriOf, refuseFailure, setupOf } from './oidc-deps.ts'

type Routes = Contract['oidc']

/** Signing in with Google or Telegram, and the account that comes of it. */
export const oidc = (deps: OidcDeps): Handlers<Routes> => ({
  start: async (input, context) => ({ url: await startVisit(deps, context, input) }),

  callback: (input, context) => handleOauthCallback(deps, context, input),

  link: (input, context) => linkByPassword(deps, context, input),

  unlink: async ({ params: { provider } }, context) => {
    await unlinkProvider(context, provider)
    return { msg: say('oidc.unlinked', { provider: providerNames[provider] }) }
  },

  init: async ({ body }, context) => {
    await chooseName(deps, context, body)
    return { msg: say('google.welcome', { username: body.username }) }
  },
})

const startVisit = async (
  deps: OidcDeps,
  context: Context<Routes['start']>,
  { params: { provider }, body: { purpose, redirect, ref } }: Input<Routes['start']>,
): Promise<string> => {
  const { db, adapters, caller, visitor, settings, now, log } = context
  const setup = setupOf(settings, provider)
  const session = purpose === 'login' ? undefined : sessionOf(context)
  // Who links another way in could come back for ever; who proves is about to.
  if (purpose === 'link' && caller !== undefined) requireFreshProof({ caller, now })
  const start = { provider, purpose, sessionId: session ?? null, redirect: redirect ?? null, ref: ref ?? null }
  const state = await db.write((tx) => createOauthState(tx, { ...start, deviceId: visitor.deviceId, now }))
  const bound = boundTo(state, { secrets: deps.secrets, redirectUri: redirectUriOf(deps, provider) })
  const address = await adapters.oidc.addressOf(setup, { ...bound, purpose })
  return address.kind === 'ok' ? address.url : refuseFailure(provider, address, log)
}

const sessionOf = ({ caller }: Context<Routes['start']>): string => {
  if (caller === undefined) return refuse('noSession', 'NO_SESSION', say('google.pleaseSign'))
  if (caller.locked) refuse('locked', 'ACCOUNT_LOCKED', say('google.accountLocked'))
  return caller.sessionId
}

/** Asks the password of the account that has the address, once, and as carefully as a login does. */
const linkByPassword = async (
  { limits }: OidcDeps,
  context: Context<Routes['link']>,
  { body: { ticket, password }, headers }: Input<Routes['link']>,
) => {
  const { tx, visitor, now, afterCommit, notifyLive } = context
  const taken = await consumeTicket(tx, { ticket, purpose: 'google-link', deviceId: visitor.deviceId, now })
  const { user } = taken
  const account = accountTried({ userId: user.id, login: user.email_key })
  const trying = { account, knownDevice: user.knownDevice ?? undefined, net: visitor.net }
  await consumeSignInAttempt(limits, trying)
  if (!(await isPassword(user.password_hash, password))) {
    await recordFailedSignIn(limits, trying)
    recordRefusedProof(context, { action: 'staff.sign-in-refused', user, step: 'password' })
    refuseField('password', 'WRONG_PASSWORD', say('google.wrongPassword'))
  }
  const { email, ...google } = taken.google
  await linkProvider(context, { userId: user.id, provider: 'google', ...google, label: email })
  // Google has proved the very mailbox, unless the account has moved to another since, and the password whose it is.
  if (user.email_verified_at === null && user.email_key === emailKey(email)) {
    await tx.updateTable('users').set({ email_verified_at: now }).where('id', '=', user.id).execute()
    const referrerId = await notifyReferrer(tx, { userId: user.id, now })
    if (referrerId !== undefined) notifyLive(referrerId)
  }
  afterCommit(() => resetSignInAttempts(limits, trying))
  return completeSignIn(context, user, headers.tz)
}

const unlinkProvider = async (context: Context<Routes['unlink']>, of: OidcProvider): Promise<void> => {
  const { tx, caller, settings, now, notifyLive } = context
  await lockUser(tx, caller.id)
  const label = await detachProvider(tx, of, caller.id)
  if (label === undefined) {
    return refuse('conflict', 'PROVIDER_NOT_LINKED', say('oidc.noneLinked', { provider: providerNames[of] }))
  }
  await refuseWithoutWay(tx, settings, caller.id)
  await notifyProviderChange(context, { userId: caller.id, provider: of, label, change: 'unlinked', now })
  notifyLive(caller.id)
}

/** Gives an account that Google made its name, once, and from then on it is an account like others. */
const chooseName = async (
  { reservedNames }: OidcDeps,
  { tx, caller, settings, now, notifyLive }: Context<Routes['init']>,
  { username, tz, ref, ageConfirmed }: Input<Routes['init']>['body'],
): Promise<void> => {
  if (!caller.needsInit) refuse('conflict', 'INIT_DONE', say('google.usernameAlreadySet'))
  const age = confirmedAge(settings, ageConfirmed)
  refuseReserved(username, reservedNames)
  if (await isRetired(tx, username)) refuseUsernameTaken()
  const referrer = await referrerOf(tx, ref, caller.id)
  const zone = timezoneOf(tz)
  const named = await tx
    .updateTable('users')
    .set((of) => ({
      username,
      needs_init: false,
      age_confirmed: age,
      age_confirmed_at: age === null ? null : now,
      referrer_id: of.fn.coalesce('referrer_id', of.val(referrer)),
      ...(zone === undefined ? {} : { tz: zone }),
    }))
    .where('id', '=', caller.id)
    .where('needs_init', '=', true)
    .executeTakeFirst()
    .catch(refuseTakenName)
  if (named.numUpdatedRows === 0n) refuse('conflict', 'INIT_DONE', say('google.usernameAlreadySet'))
  const referrerId = await notifyReferrer(tx, { userId: caller.id, now })
  if (referrerId !== undefined) notifyLive(referrerId)
  notifyLive(caller.id)
}
