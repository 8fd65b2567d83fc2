import { t } from '@lingui/core/macro'
import { auth as contract } from '@runnel/contract/account/auth'
import { useMutation } from '@tanstack/react-query'
import { useContractForm } from '#base/contract-form.ts'
import { PageLink } from '#base/PageLink.tsx'
import { HumanCheck, TrapField, useHumanCheck } from '#features/captcha/captcha.tsx'
import { Button } from '#ui/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { auth } from './auth.ts'
import { GuestCard } from './GuestCard.tsx'

export const ForgotPasswordPage = () => {
  const check = useHumanCheck('forgot')
  const form = useContractForm({
    schema: contract.forgotPassword.body,
    rest: { captcha: { id: '-' } },
    initialValues: { email: '' },
    sentences: () => ({
      email: t({ id: 'auth.email.wrong', message: 'Enter an email address, such as name@example.com.' }),
    }),
  })
  const forgot = useMutation({
    mutationFn: async ({ email, website }: { email: string; website: string | undefined }) => {
      const captcha = await check.take()
      if (!captcha) return null
      await auth.calls.forgotPassword({ body: { email, website, captcha } })
      return email
    },
    onError: form.refused,
  })
  return (
    <GuestCard
      title={t({ id: 'auth.forgot.title', message: 'Forgot your password?' })}
      lead={t({
        id: 'auth.forgot.lead',
        message: 'We’ll email you a link to reset your password. It works once and expires after 30 minutes.',
      })}
      after={<BackToLogin />}
    >
      {typeof forgot.data === 'string' ? (
        <Sent email={forgot.data} />
      ) : (
        <form
          id={form.id}
          className="form"
          noValidate
          onSubmit={form.onSubmit(({ email }, website) => forgot.mutate({ email, website }))}
        >
          <TextInput
            label={t({ id: 'auth.email', message: 'Email address' })}
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            {...form.getInputProps('email')}
          />
          <TrapField />
          <HumanCheck check={check} />
          <Button type="submit" variant="primary" size="large" wide busy={forgot.isPending}>
            {t({ id: 'auth.forgot.send', message: 'Send reset link' })}
          </Button>
        </form>
      )}
    </GuestCard>
  )
}

/** Says the same whether or not the address is known. */
const Sent = ({ email }: { email: string }) => (
  <Alert tone="good" urgent title={t({ id: 'auth.forgot.sent', message: 'Check your email' })}>
    {t({
      id: 'auth.forgot.sent.text',
      message: `If an account exists for ${email}, we’ve sent a reset link. Check your spam folder too.`,
    })}
  </Alert>
)

const BackToLogin = () => (
  <PageLink to="/login" className="link flex min-h-11 items-center">
    {t({ id: 'auth.backToLogin', message: 'Back to sign-in' })}
  </PageLink>
)
