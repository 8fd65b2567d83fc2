import { t } from '@lingui/core/macro'
import type { OidcProvider, OidcPurpose } from '@runnel/contract/account/oidc'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSite } from '#features/home/home.ts'
import { Button } from '#ui/Button.tsx'
import { usePageRestored } from '#ui/use-page-restored.ts'
import { oidc, providerNames } from './oidc.ts'

interface ProviderButtonProps {
  provider: OidcProvider
  purpose: OidcPurpose
  /** Where to go on to afterwards, a path of our own. */
  redirect: string | undefined
  /** Who brought a visitor that may become a member there. */
  inviter?: string | undefined
  children: ReactNode
}

/** Leaves for Google or Telegram, which sends people back to `/login/callback/…`. */
export const ProviderButton = ({ provider, purpose, redirect, inviter, children }: ProviderButtonProps) => {
  const go = useMutation({
    mutationFn: () => oidc.calls.start({ params: { provider }, body: { purpose, redirect, ref: inviter } }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  usePageRestored(go.reset)
  return (
    // The page stands until the provider's is there.
    <Button
      size="large"
      wide
      icon={provider === 'google' ? <GoogleMark /> : <TelegramMark />}
      busy={go.isPending || go.isSuccess}
      onClick={() => go.mutate()}
    >
      {children}
    </Button>
  )
}

interface OrProvidersProps extends Pick<ProviderButtonProps, 'redirect' | 'inviter'> {
  /** Whom to offer, as far as the owner has opened them. */
  providers: readonly OidcProvider[]
}

/** Below a form: the other ways in. */
export const OrProviders = ({ providers, ...going }: OrProvidersProps) => {
  const site = useSite()
  const offered = providers.filter((provider) => site[`${provider}Login`])
  if (offered.length === 0) return null
  return (
    <div className="mt-4 grid gap-4">
      <p className="text-center text-sm text-muted">{t({ id: 'stepUp.or', message: 'or' })}</p>
      {offered.map((of) => {
        const provider = providerNames[of]
        return (
          <ProviderButton key={of} provider={of} purpose="login" {...going}>
            {t({ id: 'stepUp.provider', message: `Continue with ${provider}` })}
          </ProviderButton>
        )
      })}
    </div>
  )
}

const blue =
  'M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94' +
  'a11.1 11.1 0 0 1-4.8 7.28l7.73 6c4.51-4.18 7.11-10.36 7.11-17.75'
const green =
  'M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6' +
  'c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19A24 24 0 0 0 24 48'
const yellow = 'M10.53 28.59a14.5 14.5 0 0 1 0-9.18l-7.98-6.19a24 24 0 0 0 0 21.56z'
const red =
  'M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85' +
  'A23.9 23.9 0 0 0 24 0 24 24 0 0 0 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5'

/** In its owner's colours, as its owner asks. */
const GoogleMark = () => (
  <svg viewBox="0 0 48 48" width="20" height="20" aria-hidden="true">
    <path fill="#4285f4" d={blue} />
    <path fill="#34a853" d={green} />
    <path fill="#fbbc05" d={yellow} />
    <path fill="#ea4335" d={red} />
  </svg>
)

const plane =
  'M5.5 11.7l11.6-4.5c.6-.2 1 .1.8 1l-2 9.3c-.1.6-.5.8-1.1.5l-3-2.2-1.4 1.4c-.2.2-.4.4-.7.4' +
  'l.2-3.1 5.6-5c.2-.2 0-.4-.4-.2l-6.9 4.4-3-.9c-.6-.2-.6-.6.3-1.1'

/** Telegram's sign in its own blue. */
const TelegramMark = () => (
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <circle cx="12" cy="12" r="12" fill="#229ed9" />
    <path fill="#fff" d={plane} />
  </svg>
)
