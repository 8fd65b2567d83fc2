import type { PasskeyAssertion } from '@runnel/contract/account/passkey'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Tx } from '#kernel/db.ts'
import { consumePasskeyChallenge } from './challenge.ts'
import { refusePasskey, siteOf, type PasskeyDeps } from './site.ts'

interface VerifyPasskeyInput {
  readonly signed: PasskeyAssertion
  readonly asked: Parameters<typeof consumePasskeyChallenge>[2]
  /** Whose passkey it must be; unset: of whoever it is. */
  readonly userId?: string
}

/**
 * Refuses unless a passkey of the site has signed the challenge, for this site and with its user verified; returns
 * whose it is. A counter that does not rise speaks of a copy, and is refused; passkeys that are synced have none.
 */
export const verifyPasskey = async (
  deps: PasskeyDeps,
  tx: Tx,
  { signed: { id, response }, asked, userId }: VerifyPasskeyInput,
): Promise<string> => {
  const { challenge } = await consumePasskeyChallenge(tx, response.clientDataJSON, asked)
  const known = await tx
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.user_id', 'passkeys.user_handle', 'passkeys.public_key', 'passkeys.counter'])
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
    credential: { id, publicKey: new Uint8Array(known.public_key), counter: Number(known.counter) },
    requireUserVerification: true,
  }).catch(refusePasskey)
  if (!verified) return refusePasskey()
  await tx
    .updateTable('passkeys')
    .set({ counter: authenticationInfo.newCounter, last_used_at: asked.now })
    .where('id', '=', id)
    .execute()
  return known.user_id
}
