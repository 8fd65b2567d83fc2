import { t } from '@lingui/core/macro'
import { user as contract } from '@runnel/contract/account/user'
import { PASSWORD_MIN } from '@runnel/contract/constants'
import { useMutation } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { useContractForm } from '#base/contract-form.ts'
import { refreshSignInMethods } from '#features/step-up/step-up.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { NewPasswordInput } from '#ui/form/NewPasswordInput.tsx'
import { PasswordInput } from '#ui/form/PasswordInput.tsx'
import { changeMe, useMe, user } from './user.ts'

export const PasswordCard = () => {
  const me = useMe()
  return me?.hasSetPassword === false ? <FirstPassword /> : <ChangePassword />
}

/** Both forms need to know whose password it is: managers keep it by that, and it must not be made of it. */
const useOwn = () => {
  const me = useMe()
  const own = me ? [me.user.username, me.user.email, me.user.email.split('@')[0] ?? ''] : []
  return { name: me?.user.username ?? '', own }
}

/** An account that Google made has no password until its person wants one. */
const FirstPassword = () => {
  const { name, own } = useOwn()
  const form = useContractForm({
    schema: contract.password.body,
    initialValues: { password: '' },
    sentences: () => ({
      password: t({ id: 'account.password.wrong', message: 'Use 8 to 128 characters.' }),
    }),
  })
  const set = useMutation({
    mutationFn: (body: { password: string }) => user.calls.password({ body }),
    onSuccess: () => {
      form.reset()
      changeMe((known) => ({ ...known, hasSetPassword: true }))
      void refreshSignInMethods()
      void queryClient.invalidateQueries({ queryKey: user.keyOf('sessions') })
    },
    onError: form.refused,
  })
  return (
    <Card
      title={t({ id: 'account.password', message: 'Password' })}
      note={t({
        id: 'account.password.first',
        message: 'You don’t have a password yet. Set one as another way to sign in.',
      })}
    >
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit((values) => set.mutate(values))}>
        <input hidden readOnly autoComplete="username" value={name} />
        <NewPasswordInput
          minimum={PASSWORD_MIN}
          label={t({ id: 'account.password.new', message: 'New password' })}
          own={own}
          required
          {...form.getInputProps('password')}
        />
        <Button type="submit" className="justify-self-start" busy={set.isPending}>
          {t({ id: 'account.password.set', message: 'Set password' })}
        </Button>
      </form>
    </Card>
  )
}

const ChangePassword = () => {
  const { name, own } = useOwn()
  const form = useContractForm({
    schema: contract.password.body,
    initialValues: { currentPassword: '', password: '' },
    sentences: () => ({
      currentPassword: t({ id: 'account.password.missing', message: 'Enter your password.' }),
      password: t({ id: 'account.password.wrong', message: 'Use 8 to 128 characters.' }),
    }),
  })
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; password: string }) => user.calls.password({ body }),
    onSuccess: () => {
      form.reset()
      void queryClient.invalidateQueries({ queryKey: user.keyOf('sessions') })
    },
    onError: form.refused,
  })
  return (
    <Card
      title={t({ id: 'account.password', message: 'Password' })}
      note={t({ id: 'account.password.note', message: 'Changing your password signs you out on all other devices.' })}
    >
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
        {/* Password managers want to know whose password this is. */}
        <input hidden readOnly autoComplete="username" value={name} />
        <PasswordInput
          label={t({ id: 'account.password.current', message: 'Current password' })}
          required
          {...form.getInputProps('currentPassword')}
        />
        <NewPasswordInput
          minimum={PASSWORD_MIN}
          label={t({ id: 'account.password.new', message: 'New password' })}
          own={own}
          required
          {...form.getInputProps('password')}
        />
        <Button type="submit" className="justify-self-start" busy={change.isPending}>
          {t({ id: 'account.password.save', message: 'Change password' })}
        </Button>
      </form>
    </Card>
  )
}
