import { t } from '@lingui/core/macro'
import type { OidcOutcome, OidcProvider } from '@runnel/contract/account/oidc'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messageOf } from '#api/failure.ts'
import { history } from '#base/history.ts'
import { PageLink } from '#base/PageLink.tsx'
import { safeReturn, to } from '#base/paths.ts'
import { useQueryText, useRoute } from '#base/route.ts'
import { useStore } from '#base/store.ts'
import { oidc, providerNames, refreshSignInMethods } from '#features/step-up/step-up.ts'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { SkeletonText } from '#ui/state/Skeleton.tsx'
import { enter } from './auth.ts'
import { GuestCard } from './GuestCard.tsx'
import { LinkGoogle } from './LinkGoogle.tsx'
import { SecondStep } from './SecondStep.tsx'

/** What is still asked of somebody whom a provider has sent back. */
type Open = Exclude<OidcOutcome, { purpose: string }>

/** Where Google and Telegram send people back to: hands over what they gave them, and goes on. */
export const ProviderCallbackPage = () => {
  const of = useRoute(({ shown }): OidcProvider => (shown?.path === '/login/callback/telegram' ? 'telegram' : 'google'))
  const { code, state, iss } = useQueryText()
  const [open, setOpen] = useState<Open | null>(null)
  const hand = useMutation({
    mutationFn: async (body: { code: string; state: string; iss: string | undefined }) => {
      const outcome = await oidc.calls.callback({ params: { provider: of }, body, headers: {} })
      if (!('purpose' in outcome)) return setOpen(outcome)
      if (outcome.purpose === 'login') return enter(outcome.token, outcome.redirect ?? undefined)
      await refreshSignInMethods()
      history.replace(safeReturn(outcome.redirect ?? undefined) ?? to('/app/account'))
    },
  })
  const { mutate } = hand
  const isGiven = code !== undefined && state !== undefined
  useEffect(() => {
    if (code !== undefined && state !== undefined) mutate({ code, state, iss })
    // A member who comes here by a bookmark has no use for guests' pages.
    else if (useStore.getState().token !== null) history.replace(to('/app/dashboard'))
  }, [code, state, iss, mutate])
  if (open && 'twoStep' in open) {
    const back = () => history.replace(to('/login', { query: { redirect: open.redirect ?? undefined } }))
    return <SecondStep ticket={open.ticket} redirect={open.redirect ?? undefined} onBack={back} />
  }
  if (open) return <LinkGoogle {...open} onTwoStep={(ticket) => setOpen({ ...open, twoStep: true, ticket })} />
  const provider = providerNames[of]
  return (
    <GuestCard title={t({ id: 'auth.provider.title', message: `Signing in with ${provider}` })}>
      {isGiven && !hand.isError ? (
        <UnderWay provider={provider} />
      ) : (
        <Failed provider={provider} problem={isGiven ? hand.error : null} />
      )}
    </GuestCard>
  )
}

const UnderWay = ({ provider }: { provider: string }) => (
  <div className="grid gap-4" role="status">
    <p className="text-muted">{t({ id: 'auth.provider.underWay', message: `Confirming your ${provider} account…` })}</p>
    <SkeletonText lines={2} />
  </div>
)

/** Without a problem it was the visitor who changed their mind at the provider. */
const Failed = ({ provider, problem }: { provider: string; problem: Error | null }) => {
  const signedIn = useStore((state) => state.token !== null)
  return (
    <div className="grid gap-5">
      {problem ? (
        <Alert tone="bad" urgent title={t({ id: 'auth.provider.failed', message: `${provider} sign-in failed` })}>
          {messageOf(problem)}
        </Alert>
      ) : (
        <Alert tone="warn" urgent title={t({ id: 'auth.provider.given-up', message: `${provider} sign-in canceled` })}>
          {t({
            id: 'auth.provider.given-up.text',
            message: 'Nothing has changed. Try again or use another sign-in method.',
          })}
        </Alert>
      )}
      <Button as={PageLink} to={signedIn ? '/app/account' : '/login'} variant="primary" size="large" wide>
        {signedIn
          ? t({ id: 'auth.active.account', message: 'Go to account' })
          : t({ id: 'auth.backToLogin', message: 'Back to sign-in' })}
      </Button>
    </div>
  )
}
