import type { Contract } from '@runnel/contract'
import { PASSKEY_ALGORITHMS, PASSKEYS_MAX } from '@runnel/contract/account/passkey'
import type { Input } from '@runnel/contract/route'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { enterProved } from '#features/auth/auth.ts'
import { lockUser, notifyAndMail, refuseWithoutWay } from '#features/user/user.ts'
import { later } from '#kernel/clock.ts'
import type { Context, Handlers } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { newSecret } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { PROOF_SECONDS } from '#kernel/step-up.ts'
import { say } from '#kernel/words/say.ts'
import { verifyPasskey } from './assertion.ts'
import { consumePasskeyChallenge, createPasskeyChallenge } from './challenge.ts'
import { refusePasskey, siteOf, type PasskeyDeps } from './site.ts'

type Routes = Contract['passkey']

/** Passkeys: adding, naming and removing them, signing in by one, and proving by one who is at the screen. */
export const passkey = (deps: PasskeyDeps): Handlers<Routes> => ({
  list: async (_input, { db, caller }) => ({ passkeys: await passkeysOf(db, caller.id) }),

  start: (_input, context) => startAdding(deps, context),

  add: async (input, context) => {
    await addPasskey(deps, context, input)
    return { msg: say('passkey.added') }
  },

  rename: async ({ params, body: { name } }, { tx, caller }) => {
    const renamed = await tx
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', params.id)
      .where('user_id', '=', caller.id)
      .executeTakeFirst()
    if (renamed.numUpdatedRows === 0n) refuseUnknown()
    return { msg: say('passkey.renamed') }
  },

  remove: async ({ params }, context) => {
    await removePasskey(context, params.id)
    return { msg: say('passkey.removed') }
  },

  proveStart: async (_input, { tx, caller, now }) => {
    const allowed = await tx
      .selectFrom('passkeys')
      .select(['id', 'transports'])
      .where('user_id', '=', caller.id)
      .execute()
    if (allowed.length === 0) refuseUnknown()
    const challenge = await createPasskeyChallenge(tx, { purpose: 'prove', askedBy: caller.sessionId, now })
    return {
      options: await signingOptions(
        deps,
        challenge,
        allowed.map(({ id }) => ({ id })),
      ),
    }
  },

  prove: async ({ body: { signed } }, context) => {
    const { tx, caller, now } = context
    const asked = { purpose: 'prove', askedBy: caller.sessionId, now } as const
    await verifyPasskey(deps, context, { signed, asked, userId: caller.id })
    await tx.updateTable('sessions').set({ proved_at: now }).where('id', '=', caller.sessionId).execute()
    return { provedUntil: later(now, PROOF_SECONDS).toISOString() }
  },

  loginStart: async (_input, { tx, visitor, now }) => {
    const challenge = await createPasskeyChallenge(tx, { purpose: 'login', askedBy: visitor.deviceId, now })
    return { options: await signingOptions(deps, challenge, []) }
  },

  login: async ({ body: { signed }, headers }, context) => {
    const { visitor, now } = context
    const asked = { purpose: 'login', askedBy: visitor.deviceId, now } as const
    const userId = await verifyPasskey(deps, context, { signed, asked })
    return { token: await enterProved(context, userId, headers.tz) }
  },
})

const algorithms = PASSKEY_ALGORITHMS.map(({ cose }) => cose)

const passkeysOf = async (db: Read, userId: string) => {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'synced', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, synced, created_at: createdAt, last_used_at: lastUsedAt }) => ({
    id,
    name,
    synced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

/** An account without a name has nothing to be called by yet, and is named first. */
const startAdding = async (deps: PasskeyDeps, { tx, caller, settings, now }: Context<Routes['start']>) => {
  const known = await tx.selectFrom('passkeys').select(['id', 'user_handle']).where('user_id', '=', caller.id).execute()
  if (known.length >= PASSKEYS_MAX)
    refuse('conflict', 'TOO_MANY_PASSKEYS', say('passkey.tooMany', { most: PASSKEYS_MAX }))
  const userHandle = known[0]?.user_handle ?? newSecret(32)
  const challenge = await createPasskeyChallenge(tx, { purpose: 'add', askedBy: caller.sessionId, now, userHandle })
  const options = await generateRegistrationOptions({
    rpName: settings.site_name,
    rpID: siteOf(deps).rpID,
    userName: caller.username,
    userDisplayName: caller.username,
    userID: new Uint8Array(Buffer.from(userHandle, 'base64url')),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options: { ...options } }
}

const addPasskey = async (
  deps: PasskeyDeps,
  context: Context<Routes['add']>,
  { body: { name, created } }: Input<Routes['add']>,
): Promise<void> => {
  const { tx, caller, now, notifyLive } = context
  const asked = { purpose: 'add', askedBy: caller.sessionId, now } as const
  const { challenge, userHandle } = await consumePasskeyChallenge(tx, created.response.clientDataJSON, asked)
  const { rpID, origin } = siteOf(deps)
  const { id, response } = created
  const { registrationInfo: made } = await verifyRegistrationResponse({
    // What the browser says of itself beside this is not looked at.
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} } as Parameters<
      typeof verifyRegistrationResponse
    >[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(refusePasskey)
  if (made === undefined) return refusePasskey()
  const { credential } = made
  const added = await tx
    .insertInto('passkeys')
    .values({
      id: credential.id,
      user_id: caller.id,
      user_handle: userHandle ?? '',
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: [...(response.transports ?? [])],
      synced: made.credentialDeviceType === 'multiDevice',
      name,
      created_at: now,
    })
    .onConflict((row) => row.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 0n) refuse('conflict', 'PASSKEY_KNOWN', say('passkey.known'))
  await notifyAndMail(context, { userId: caller.id, kind: 'passkey-added', values: { name }, now })
  notifyLive(caller.id)
}

/** With the user's row held: two that are removed at once would each believe that the other is left. */
const removePasskey = async (context: Context<Routes['remove']>, id: string): Promise<void> => {
  const { tx, caller, settings, now, notifyLive } = context
  await lockUser(tx, caller.id)
  const gone = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', caller.id)
    .returning('name')
    .executeTakeFirst()
  if (gone === undefined) return refuseUnknown()
  await refuseWithoutWay(tx, settings, caller.id)
  await notifyAndMail(context, { userId: caller.id, kind: 'passkey-removed', values: { name: gone.name }, now })
  notifyLive(caller.id)
}

const signingOptions = async (deps: PasskeyDeps, challenge: string, allowCredentials: { id: string }[]) => ({
  ...(await generateAuthenticationOptions({
    rpID: siteOf(deps).rpID,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
    allowCredentials,
  })),
})

const refuseUnknown = (): never => refuse('notFound', 'NO_SUCH_PASSKEY', say('passkey.notFound'))
