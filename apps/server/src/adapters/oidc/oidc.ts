import type { OidcProvider, OidcPurpose } from '@runnel/contract/account/oidc'

/** A provider of OpenID Connect as the owner set it up. */
export interface OidcSetup {
  readonly provider: OidcProvider
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** What binds an answer to the question it belongs to. */
export interface OidcBinding {
  readonly state: string
  readonly nonce: string
  /** The PKCE code verifier. */
  readonly verifier: string
  /** The page of ours that the provider sends people back to. */
  readonly redirectUri: string
}

/** What came back in the address of that page. */
export interface OidcCallback {
  readonly code: string
  readonly iss: string | undefined
}

/** Who the provider says it is. */
export interface OidcIdentity {
  readonly kind: 'known'
  readonly provider: OidcProvider
  /** Who says so: a subject is unique at its provider only. */
  readonly issuer: string
  readonly subject: string
  /** Telegram has none. */
  readonly email: string | null
  readonly isEmailVerified: boolean
  /** What its user calls the account there: `@username`, or a name of theirs; null: the provider told none. */
  readonly name: string | null
}

/** `refused`: it answered, and its answer does not hold. `unreachable`: it did not answer, or not as itself. */
export interface OidcFailure {
  readonly kind: 'refused' | 'unreachable'
  readonly reason: string
}

/** Asks a provider who somebody is, bounded in time. Never throws. */
export interface Oidc {
  readonly addressOf: (
    setup: OidcSetup,
    going: OidcBinding & { readonly purpose: OidcPurpose },
  ) => Promise<{ readonly kind: 'ok'; readonly url: string } | OidcFailure>
  readonly identityOf: (
    setup: OidcSetup,
    returned: OidcCallback,
    bound: OidcBinding,
  ) => Promise<OidcIdentity | OidcFailure>
}
