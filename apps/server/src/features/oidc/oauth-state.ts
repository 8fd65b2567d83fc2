import type { OidcProvider, OidcPurpose } from '@runnel/contract/account/oidc'
import type { OidcBinding } from '#adapters/oidc/oidc.ts'
import { later } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db.ts'
import { newSecret } from '#kernel/id.ts'
import { type Secrets, sha256 } from '#kernel/secrets.ts'

/** How long somebody may look at the provider's pages. */
const LIFE_SECONDS = 900

export interface OauthState {
  readonly provider: OidcProvider
  readonly purpose: OidcPurpose
  readonly sessionId: string | null
  readonly redirect: string | null
  readonly ref: string | null
}

/** Notes that somebody goes to the provider, and gives the state that brings them back. */
export const createOauthState = async (
  tx: Tx,
  {
    provider,
    purpose,
    sessionId,
    redirect,
    ref,
    deviceId,
    now,
  }: OauthState & { readonly deviceId: string; readonly now: Date },
): Promise<string> => {
  const state = newSecret(32)
  await tx
    .insertInto('google_starts')
    .values({
      state_hash: sha256(state),
      provider,
      device_id: deviceId,
      purpose,
      session_id: sessionId,
      redirect,
      ref,
      created_at: now,
      expires_at: later(now, LIFE_SECONDS),
    })
    .execute()
  return state
}

interface ConsumeStateInput {
  /** Who sent it back. */
  readonly provider: OidcProvider
  readonly state: string
  readonly deviceId: string
  readonly now: Date
}

/**
 * Uses a state up, once, on the device that it was made on, and for the provider that it was made for; undefined when
 * it opens nothing there.
 */
export const consumeOauthState = async (
  tx: Tx,
  { provider, state, deviceId, now }: ConsumeStateInput,
): Promise<OauthState | undefined> => {
  const row = await tx
    .updateTable('google_starts')
    .set({ used_at: now })
    .where('state_hash', '=', sha256(state))
    .where('provider', '=', provider)
    .where('device_id', '=', deviceId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['purpose', 'session_id', 'redirect', 'ref'])
    .executeTakeFirst()
  return row && { provider, purpose: row.purpose, sessionId: row.session_id, redirect: row.redirect, ref: row.ref }
}

/** Nonce and verifier are made of the state by keys that never leave the server: there is nothing of them to steal. */
export const boundTo = (
  state: string,
  { secrets, redirectUri }: { secrets: Secrets; redirectUri: string },
): OidcBinding => ({
  state,
  nonce: secrets.hmac('google nonce', state).toString('base64url'),
  verifier: secrets.hmac('google verifier', state).toString('base64url'),
  redirectUri,
})
