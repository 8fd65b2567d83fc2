import { t } from '@lingui/core/macro'
import { auth as contract } from '@runnel/contract/account/auth'
import { PASSWORD_MIN } from '@runnel/contract/constants'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '#api/failure.ts'
import { useContractForm } from '#base/contract-form.ts'
import { history } from '#base/history.ts'
import { PageLink } from '#base/PageLink.tsx'
import { to } from '#base/paths.ts'
import { usePathParams } from '#base/route.ts'
import { Button } from '#ui/Button.tsx'
import { NewPasswordInput } from '#ui/form/NewPasswordInput.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { auth } from './auth.ts'
import { GuestCard } from './GuestCard.tsx'

export const ResetPasswordPage = () => {
  const { secret = '' } = usePathParams()
  const form = useContractForm({
    schema: contract.resetPassword.body,
    rest: { secret },
    initialValues: { password: '' },
    sentences: () => ({
      password: t({ id: 'auth.password.wrong', message: 'Use 8 to 128 characters.' }),
    }),
  })
  const reset = useMutation({
    mutationFn: (password: string) => auth.calls.resetPassword({ body: { secret, password } }),
    onSuccess: () => history.replace(to('/login')),
    onError: form.refused,
  })
  return (
    <GuestCard
      title={t({ id: 'auth.reset.title', message: 'Reset your password' })}
      lead={t({
        id: 'auth.reset.lead',
        message: 'Resetting your password signs you out on all devices.',
      })}
      after={
        <PageLink to="/forgot-password" className="link flex min-h-11 items-center">
          {t({ id: 'auth.reset.again', message: 'Request a new link' })}
        </PageLink>
      }
    >
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit(({ password }) => reset.mutate(password))}>
        {reset.isError && (
          <Alert tone="bad" urgent>
            {messageOf(reset.error)}
          </Alert>
        )}
        <NewPasswordInput
          minimum={PASSWORD_MIN}
          label={t({ id: 'auth.reset.password', message: 'New password' })}
          required
          {...form.getInputProps('password')}
        />
        <Button type="submit" variant="primary" size="large" wide busy={reset.isPending}>
          {t({ id: 'auth.reset.send', message: 'Reset password' })}
        </Button>
      </form>
    </GuestCard>
  )
}
