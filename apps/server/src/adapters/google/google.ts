import type { GooglePurpose } from '@runnel/contract/account/google'

/** A provider of OpenID Connect as the owner set it up. */
export interface GoogleSetup {
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
export interface GoogleIdentity {
  readonly kind: 'known'
  /** Who says so: a subject is unique at its provider only. */
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly isEmailVerified: boolean
}

/** `refused`: it answered, and its answer does not hold. `unreachable`: it did not answer, or not as itself. */
export interface GoogleFailure {
  readonly kind: 'refused' | 'unreachable'
  readonly reason: string
}

/** Asks a provider who somebody is, bounded in time. Never throws. */
export interface Google {
  readonly addressOf: (
    setup: GoogleSetup,
    going: OidcBinding & { readonly purpose: GooglePurpose },
  ) => Promise<{ readonly kind: 'ok'; readonly url: string } | GoogleFailure>
  readonly identityOf: (
    setup: GoogleSetup,
    returned: OidcCallback,
    bound: OidcBinding,
  ) => Promise<GoogleIdentity | GoogleFailure>
}
