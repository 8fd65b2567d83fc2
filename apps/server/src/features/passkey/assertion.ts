import type { PasskeyAssertion } from '@runnel/contract/account/passkey'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { lockUser, notifyAndMail } from '#features/user/user.ts'
import { later } from '#kernel/clock.ts'
import type { WriteAccess } from '#kernel/context.ts'
import { consumePasskeyChallenge } from './challenge.ts'
import { refusePasskey, siteOf, type PasskeyDeps } from './site.ts'

interface VerifyPasskeyInput {
  readonly signed: PasskeyAssertion
  readonly asked: Parameters<typeof consumePasskeyChallenge>[2]
  /** Whose passkey it must be; unset: of whoever it is. */
  readonly userId?: string
}

/**
 * Refuses unless a passkey of the site has signed the challenge, for this site and with its user verified; returns the
 * id of its user. A signature whose counter does not rise was made by a copy of the key: it is refused, and the user is
 * told. Passkeys that are synced have no counter.
 */
export const verifyPasskey = async (
  deps: PasskeyDeps,
  { tx, onRollback }: Pick<WriteAccess, 'tx' | 'onRollback'>,
  { signed: { id, response }, asked, userId }: VerifyPasskeyInput,
): Promise<string> => {
  const { challenge } = await consumePasskeyChallenge(tx, response.clientDataJSON, asked)
  const known = await tx
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.user_id', 'passkeys.user_handle', 'passkeys.public_key', 'passkeys.counter', 'passkeys.name'])
    .where('passkeys.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .forUpdate('passkeys')
    .executeTakeFirst()
  const isTheirs = userId === undefined || known?.user_id === userId
  const isNamed = response.userHandle === undefined || response.userHandle === known?.user_handle
  if (known === undefined || !isTheirs || !isNamed) return refusePasskey()
  const { rpID, origin } = siteOf(deps)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    // What the browser says of itself beside this is not looked at.
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} } as Parameters<
      typeof verifyAuthenticationResponse
    >[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    // Counters are compared below, where a copy is told from a signature that is not the key's.
    credential: { id, publicKey: new Uint8Array(known.public_key), counter: 0 },
    requireUserVerification: true,
  }).catch(refusePasskey)
  if (!verified) return refusePasskey()
  const { newCounter } = authenticationInfo
  const counter = Number(known.counter)
  if (newCounter <= counter && counter > 0) {
    const copied = { userId: known.user_id, name: known.name, now: asked.now }
    onRollback((other, enqueue) => tellOfCopy({ tx: other, enqueue }, copied))
    return refusePasskey()
  }
  await tx.updateTable('passkeys').set({ counter: newCounter, last_used_at: asked.now }).where('id', '=', id).execute()
  return known.user_id
}

const TOLD_AGAIN_SECONDS = 86_400

interface CopiedPasskey {
  readonly userId: string
  readonly name: string
  readonly now: Date
}

/** Once a day: a copy may be tried again and again. The user's row is held, so that two tries at once tell once. */
const tellOfCopy = async (
  access: Pick<WriteAccess, 'tx' | 'enqueue'>,
  { userId, name, now }: CopiedPasskey,
): Promise<void> => {
  await lockUser(access.tx, userId)
  const before = await access.tx
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'passkey-copied')
    .where('created_at', '>', later(now, -TOLD_AGAIN_SECONDS))
    .limit(1)
    .executeTakeFirst()
  if (before === undefined) await notifyAndMail(access, { userId, kind: 'passkey-copied', values: { name }, now })
}
