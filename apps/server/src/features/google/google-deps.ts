import { GOOGLE_CALLBACK_PATH } from '@runnel/contract/account/google'
import type { Settings } from '@runnel/contract/settings/settings'
import type { GoogleFailure, GoogleSetup } from '#adapters/google/google.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import type { RateLimits } from '#kernel/http/rate-limit.ts'
import type { RequestLog } from '#kernel/log.ts'
import type { Queue } from '#kernel/queue.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'

/** What signing in with Google depends on. */
export interface GoogleDeps {
  readonly limits: RateLimits
  readonly secrets: Secrets
  readonly live: Pick<EventBus, 'notify'>
  readonly queue: Pick<Queue, 'enqueue'>
  readonly publicUrl: string
  readonly reservedNames: readonly string[]
}

/** The provider as the owner set it up; without one this is refused. */
export const setupOf = (settings: Settings): GoogleSetup => {
  const { google_issuer: issuer, google_client_id: clientId, google_client_secret: clientSecret } = settings
  if (clientId === '' || clientSecret === '') {
    refuse('conflict', 'GOOGLE_OFF', say('google.googleSignAvailableSite'))
  }
  return { issuer, clientId, clientSecret }
}

export const redirectUriOf = ({ publicUrl }: Pick<GoogleDeps, 'publicUrl'>): string =>
  new URL(GOOGLE_CALLBACK_PATH, publicUrl).href

/** Says what went wrong at the provider; why exactly is the owner's to read. */
export const refuseFailure = ({ kind, reason }: GoogleFailure, log: RequestLog): never => {
  log.warn({ reason }, 'Google sign-in failed')
  if (kind === 'unreachable') {
    refuse('busy', 'GOOGLE_DOWN', say('google.googleRespondingTryAgain'))
  }
  return refuse('conflict', 'GOOGLE_REFUSED', say('google.googleCouldntConfirmIdentity'))
}
