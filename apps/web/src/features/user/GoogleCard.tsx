import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { useSite } from '#features/home/home.ts'
import { google, GoogleButton, refreshSignInMethods, type SignInWays } from '#features/step-up/step-up.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDate } from '#ui/format.ts'
import { confirm } from '#ui/overlay/confirm.ts'

/** Signing in with Google: linked or not; absent on a site that does not offer it. */
export const GoogleCard = ({ ways }: { ways: SignInWays }) => {
  const { googleLogin } = useSite()
  if (!googleLogin && ways.google === null) return null
  return (
    <Card
      title={t({ id: 'account.google', message: 'Google' })}
      note={t({ id: 'account.google.note', message: 'Sign in without a password.' })}
      action={ways.google && <Linked />}
    >
      {ways.google ? <Unlink ways={ways} google={ways.google} /> : <Link />}
    </Card>
  )
}

const Linked = () => (
  <Badge tone="good" dot>
    {t({ id: 'account.google.linked', message: 'Linked' })}
  </Badge>
)

const Link = () => (
  <GoogleButton purpose="link" redirect="/app/account">
    {t({ id: 'account.google.link', message: 'Link Google account' })}
  </GoogleButton>
)

interface UnlinkProps {
  ways: SignInWays
  google: NonNullable<SignInWays['google']>
}

const Unlink = ({ ways, google: { email, linkedAt } }: UnlinkProps) => {
  const unlink = useMutation({ mutationFn: () => google.calls.unlink(), onSuccess: refreshSignInMethods })
  const ask = async () => {
    const title = t({ id: 'account.google.ask', message: 'Unlink Google?' })
    const text = t({ id: 'account.google.ask.text', message: 'You’ll sign in with your password from now on.' })
    const confirmLabel = t({ id: 'account.google.unlink', message: 'Unlink Google' })
    if (await confirm({ title, text, confirmLabel, danger: true })) unlink.mutate()
  }
  const day = formatDate(linkedAt)
  return (
    <div className="grid gap-3">
      <p className="min-w-0 break-all">{email}</p>
      <p className="text-sm text-muted">{t({ id: 'account.google.since', message: `Linked on ${day}` })}</p>
      {ways.hasPassword ? (
        <Button className="justify-self-start" busy={unlink.isPending} onClick={() => void ask()}>
          {t({ id: 'account.google.unlink', message: 'Unlink Google' })}
        </Button>
      ) : (
        <p className="text-sm text-muted">
          {t({
            id: 'account.google.noPassword',
            message: 'Set a password first. Without one, you couldn’t sign in anymore.',
          })}
        </p>
      )}
    </div>
  )
}
