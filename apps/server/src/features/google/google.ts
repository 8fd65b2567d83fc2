import type { Contract } from '@runnel/contract'
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
import { hasPasskey } from '#features/passkey/passkey.ts'
import { notifyReferrer } from '#features/referral/referral.ts'
import { emailKey, isPassword, notifyAndMail, timezoneOf } from '#features/user/user.ts'
import { recordRefusedProof } from '#kernel/audit.ts'
import type { Context, Handlers } from '#kernel/context.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { requireFreshProof } from '#kernel/step-up.ts'
import { say } from '#kernel/words/say.ts'
import { linkGoogle } from './account.ts'
import { type GoogleDeps, redirectUriOf, refuseFailure, setupOf } from './google-deps.ts'
import { handleOauthCallback } from './oauth-callback.ts'
import { boundTo, createOauthState } from './oauth-state.ts'

type Routes = Contract['google']

/** Signing in with Google, and the account that comes of it. */
export const google = (deps: GoogleDeps): Handlers<Routes> => ({
  start: async ({ body }, context) => ({ url: await startVisit(deps, context, body) }),

  callback: (input, context) => handleOauthCallback(deps, context, input),

  link: (input, context) => linkByPassword(deps, context, input),

  unlink: async (_input, context) => {
    await unlinkGoogle(context)
    return { msg: say('google.googleAccountUnlinked') }
  },

  init: async ({ body }, context) => {
    await chooseName(deps, context, body)
    return { msg: say('google.welcome', { username: body.username }) }
  },
})

const startVisit = async (
  deps: GoogleDeps,
  context: Context<Routes['start']>,
  { purpose, redirect, ref }: Input<Routes['start']>['body'],
): Promise<string> => {
  const { db, adapters, caller, visitor, settings, now, log } = context
  const setup = setupOf(settings)
  const session = purpose === 'login' ? undefined : sessionOf(context)
  // Who links another way in could come back for ever; who proves is about to.
  if (purpose === 'link' && caller !== undefined) requireFreshProof({ caller, now })
  const start = { purpose, sessionId: session ?? null, redirect: redirect ?? null, ref: ref ?? null }
  const state = await db.write((tx) => createOauthState(tx, { ...start, deviceId: visitor.deviceId, now }))
  const bound = boundTo(state, { secrets: deps.secrets, redirectUri: redirectUriOf(deps) })
  const address = await adapters.google.addressOf(setup, { ...bound, purpose })
  return address.kind === 'ok' ? address.url : refuseFailure(address, log)
}

const sessionOf = ({ caller }: Context<Routes['start']>): string => {
  if (caller === undefined) return refuse('noSession', 'NO_SESSION', say('google.pleaseSign'))
  if (caller.locked) refuse('locked', 'ACCOUNT_LOCKED', say('google.accountLocked'))
  return caller.sessionId
}

/** Asks the password of the account that has the address, once, and as carefully as a login does. */
const linkByPassword = async (
  { limits }: GoogleDeps,
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
  await linkGoogle(context, { userId: user.id, ...taken.google })
  // Google has proved the very mailbox, unless the account has moved to another since, and the password whose it is.
  if (user.email_verified_at === null && user.email_key === emailKey(taken.google.email)) {
    await tx.updateTable('users').set({ email_verified_at: now }).where('id', '=', user.id).execute()
    const referrerId = await notifyReferrer(tx, { userId: user.id, now })
    if (referrerId !== undefined) notifyLive(referrerId)
  }
  afterCommit(() => resetSignInAttempts(limits, trying))
  return completeSignIn(context, user, headers.tz)
}

const unlinkGoogle = async (context: Context<Routes['unlink']>): Promise<void> => {
  const { tx, caller, now, notifyLive } = context
  const user = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', caller.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (user.password_hash === null && !(await hasPasskey(tx, caller.id))) {
    refuse('conflict', 'PASSWORD_FIRST', say('google.setPasswordFirstWithout'))
  }
  const gone = await tx
    .deleteFrom('google_accounts')
    .where('user_id', '=', caller.id)
    .returning('email')
    .executeTakeFirst()
  if (gone === undefined) return refuse('conflict', 'GOOGLE_NOT_LINKED', say('google.noGoogleAccountLinked'))
  await notifyAndMail(context, { userId: caller.id, kind: 'google-unlinked', values: { email: gone.email }, now })
  notifyLive(caller.id)
}

/** Gives an account that Google made its name, once, and from then on it is an account like others. */
const chooseName = async (
  { reservedNames }: GoogleDeps,
  { tx, caller, settings, now, notifyLive }: Context<Routes['init']>,
  { username, tz, ref, ageConfirmed }: Input<Routes['init']>['body'],
): Promise<void> => {
  if (!caller.needsInit) refuse('conflict', 'INIT_DONE', say('google.usernameAlreadySet'))
  const age = confirmedAge(settings, ageConfirmed)
  refuseReserved(username, reservedNames)
  if (await isRetired(tx, username)) refuseUsernameTaken()
  const referrer = await referrerOf(tx, ref)
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
