import { t } from '@lingui/core/macro'
import { oidc as contract } from '@runnel/contract/account/oidc'
import { useMutation } from '@tanstack/react-query'
import { useContractForm } from '#base/contract-form.ts'
import { PageLink } from '#base/PageLink.tsx'
import { oidc } from '#features/step-up/step-up.ts'
import { Button } from '#ui/Button.tsx'
import { PasswordInput } from '#ui/form/PasswordInput.tsx'
import { enter } from './auth.ts'
import { GuestCard } from './GuestCard.tsx'

interface LinkGoogleProps {
  ticket: string
  email: string
  redirect: string | null
  onTwoStep: (ticket: string) => void
}

/** The address at Google belongs to an account here: its password, once, says that both are one person's. */
export const LinkGoogle = ({ ticket, email, redirect, onTwoStep }: LinkGoogleProps) => {
  const form = useContractForm({
    schema: contract.link.body,
    rest: { ticket },
    initialValues: { password: '' },
    sentences: () => ({ password: t({ id: 'auth.password.missing', message: 'Enter your password.' }) }),
  })
  const link = useMutation({
    mutationFn: async ({ password }: { password: string }) => {
      const answer = await oidc.calls.link({ body: { ticket, password }, headers: {} })
      if ('ticket' in answer) onTwoStep(answer.ticket)
      else await enter(answer.token, redirect ?? undefined)
    },
    onError: form.refused,
  })
  return (
    <GuestCard
      title={t({ id: 'auth.google.link', message: 'You already have an account' })}
      lead={t({
        id: 'auth.google.link.lead',
        message: `${email} is already registered. Enter your password once to link Google and sign in with it.`,
      })}
      after={
        <PageLink to="/forgot-password" className="link flex min-h-11 items-center">
          {t({ id: 'auth.login.forgot', message: 'Forgot your password?' })}
        </PageLink>
      }
    >
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit((values) => link.mutate(values))}>
        {/* Password managers want to know whose password this is. */}
        <input hidden readOnly autoComplete="username" value={email} />
        <PasswordInput
          label={t({ id: 'auth.password', message: 'Password' })}
          required
          {...form.getInputProps('password')}
        />
        <Button type="submit" variant="primary" size="large" wide busy={link.isPending}>
          {t({ id: 'auth.google.link.send', message: 'Link and sign in' })}
        </Button>
      </form>
    </GuestCard>
  )
}
