import { type OidcProvider, oidcCallbackPaths } from '@runnel/contract/account/oidc'
import type { Settings } from '@runnel/contract/settings/settings'
import type { OidcFailure, OidcSetup } from '#adapters/oidc/oidc.ts'
import { providerNames, providerSetup } from '#features/user/user.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import type { RateLimits } from '#kernel/http/rate-limit.ts'
import type { RequestLog } from '#kernel/log.ts'
import type { Queue } from '#kernel/queue.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'

/** What signing in with Google or Telegram depends on. */
export interface OidcDeps {
  readonly limits: RateLimits
  readonly secrets: Secrets
  readonly live: Pick<EventBus, 'notify'>
  readonly queue: Pick<Queue, 'enqueue'>
  readonly publicUrl: string
  readonly reservedNames: readonly string[]
}

/** The provider as the owner set it up; without one this is refused. */
export const setupOf = (settings: Settings, provider: OidcProvider): OidcSetup =>
  providerSetup(settings, provider) ??
  refuse('conflict', 'PROVIDER_OFF', say('oidc.off', { provider: providerNames[provider] }))

export const redirectUriOf = ({ publicUrl }: Pick<OidcDeps, 'publicUrl'>, provider: OidcProvider): string =>
  new URL(oidcCallbackPaths[provider], publicUrl).href

/** Says what went wrong at the provider; why exactly is the owner's to read. */
export const refuseFailure = (of: OidcProvider, { kind, reason }: OidcFailure, log: RequestLog): never => {
  const provider = providerNames[of]
  log.warn({ reason }, `${provider} sign-in failed`)
  if (kind === 'unreachable') refuse('busy', 'PROVIDER_DOWN', say('oidc.notResponding', { provider }))
  return refuse('conflict', 'PROVIDER_REFUSED', say('oidc.unconfirmed', { provider }))
}
