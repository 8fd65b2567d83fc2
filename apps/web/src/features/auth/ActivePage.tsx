import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { messageOf } from '#api/failure.ts'
import { PageLink } from '#base/PageLink.tsx'
import { usePathParams } from '#base/route.ts'
import { useStore } from '#base/store.ts'
import { refreshMe } from '#features/user/user.ts'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { SkeletonText } from '#ui/state/Skeleton.tsx'
import { auth } from './auth.ts'
import { GuestCard } from './GuestCard.tsx'

/** Where the link of a verification mail leads; opening it is all that is asked for. */
export const ActivePage = () => {
  const { secret = '' } = usePathParams()
  const signedIn = useStore((state) => state.token !== null)
  const verify = useMutation({
    mutationFn: () => auth.calls.active({ body: { secret } }),
    onSuccess: () => (signedIn ? refreshMe() : undefined),
  })
  const { mutate } = verify
  useEffect(() => mutate(), [mutate])
  return (
    <GuestCard title={t({ id: 'auth.active.title', message: 'Verify your email' })}>
      <div className="grid gap-5">
        {verify.isSuccess && (
          <Alert tone="good" urgent title={t({ id: 'auth.active.done', message: 'Email verified' })}>
            {t({ id: 'auth.active.done.text', message: 'You’ve met the email requirement for withdrawals.' })}
          </Alert>
        )}
        {verify.isError && (
          <Alert tone="bad" urgent title={t({ id: 'auth.active.failed', message: 'Email verification failed' })}>
            <p>{messageOf(verify.error)}</p>
            <p>
              {signedIn
                ? t({ id: 'auth.active.failed.text', message: 'Request a new email on your account page.' })
                : t({
                    id: 'auth.active.failed.guest',
                    message: 'Sign in, then request a new email on your account page.',
                  })}
            </p>
          </Alert>
        )}
        {!verify.isSuccess && !verify.isError && <SkeletonText lines={2} />}
        {!verify.isPending && <Onwards signedIn={signedIn} verified={verify.isSuccess} />}
      </div>
    </GuestCard>
  )
}

const Onwards = ({ signedIn, verified }: { signedIn: boolean; verified: boolean }) => {
  if (signedIn && !verified) {
    return (
      <Button as={PageLink} to="/app/account" variant="primary" size="large" wide>
        {t({ id: 'auth.active.account', message: 'Go to account' })}
      </Button>
    )
  }
  return (
    <Button as={PageLink} to={signedIn ? '/app/dashboard' : '/login'} variant="primary" size="large" wide>
      {signedIn
        ? t({ id: 'auth.active.dashboard', message: 'Go to dashboard' })
        : t({ id: 'auth.login.send', message: 'Sign in' })}
    </Button>
  )
}
