import { t } from '@lingui/core/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSite } from '#features/home/home.ts'
import {
  oidc,
  passkey,
  ProviderButton,
  providerNames,
  refreshSignInMethods,
  type SignInWays,
} from '#features/step-up/step-up.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDate } from '#ui/format.ts'
import { confirm } from '#ui/overlay/confirm.ts'

interface ProviderCardProps {
  of: 'google' | 'telegram'
  ways: SignInWays
}

/** Signing in with Google or Telegram: linked or not; absent on a site that does not offer it. */
export const ProviderCard = ({ of, ways }: ProviderCardProps) => {
  const site = useSite()
  const linked = ways[of]
  if (!site[`${of}Login`] && linked === null) return null
  return (
    <Card
      title={providerNames[of]}
      note={t({ id: 'account.provider.note', message: 'Sign in without a password.' })}
      action={linked && <Linked />}
    >
      {linked ? <Unlink of={of} ways={ways} linked={linked} /> : <Link of={of} />}
    </Card>
  )
}

const Linked = () => (
  <Badge tone="good" dot>
    {t({ id: 'account.provider.linked', message: 'Linked' })}
  </Badge>
)

const Link = ({ of }: Pick<ProviderCardProps, 'of'>) => {
  const provider = providerNames[of]
  return (
    <ProviderButton provider={of} purpose="link" redirect="/app/account">
      {t({ id: 'account.provider.link', message: `Link ${provider} account` })}
    </ProviderButton>
  )
}

interface UnlinkProps extends ProviderCardProps {
  linked: { linkedAt: string } & ({ email: string } | { name: string })
}

const Unlink = ({ of, ways, linked }: UnlinkProps) => {
  const provider = providerNames[of]
  const { data } = useQuery(passkey.query('list'))
  const unlink = useMutation({
    mutationFn: () => oidc.calls.unlink({ params: { provider: of } }),
    onSuccess: refreshSignInMethods,
  })
  const ask = async () => {
    const title = t({ id: 'account.provider.ask', message: `Unlink ${provider}?` })
    const text = ways.hasPassword
      ? t({ id: 'account.provider.ask.text', message: 'You’ll sign in with your password from now on.' })
      : t({ id: 'passkey.remove.text', message: 'It can no longer sign in to your account.' })
    const confirmLabel = t({ id: 'account.provider.unlink', message: `Unlink ${provider}` })
    if (await confirm({ title, text, confirmLabel, danger: true })) unlink.mutate()
  }
  const day = formatDate(linked.linkedAt)
  const other = ways[of === 'google' ? 'telegram' : 'google']
  const isLastWay = !ways.hasPassword && !other && !data?.passkeys.length
  return (
    <div className="grid gap-3">
      <p className="min-w-0 break-all">{'email' in linked ? linked.email : linked.name}</p>
      <p className="text-sm text-muted">{t({ id: 'account.provider.since', message: `Linked on ${day}` })}</p>
      {isLastWay ? (
        <p className="text-sm text-muted">
          {t({
            id: 'account.provider.noPassword',
            message: 'Set a password first. Without one, you couldn’t sign in anymore.',
          })}
        </p>
      ) : (
        <Button className="justify-self-start" busy={unlink.isPending} onClick={() => void ask()}>
          {t({ id: 'account.provider.unlink', message: `Unlink ${provider}` })}
        </Button>
      )}
    </div>
  )
}
