import { t } from '@lingui/core/macro'
import { PASSWORD_MIN } from '@runnel/contract/constants'
import { user as contract } from '@runnel/contract/user'
import { useMutation } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { useContractForm } from '#app/contract-form.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { NewPasswordInput } from '#ui/NewPasswordInput.tsx'
import { PasswordInput } from '#ui/PasswordInput.tsx'
import { useMe, user } from './user.ts'

export function PasswordCard() {
  const me = useMe()
  const form = useContractForm({
    schema: contract.password.body,
    initialValues: { currentPassword: '', password: '' },
    sentences: () => ({
      currentPassword: t({ id: 'account.password.missing', message: 'Enter your password.' }),
      password: t({ id: 'account.password.wrong', message: 'Use at least 8 characters, at most 128.' }),
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
  const own = me ? [me.user.username, me.user.email, me.user.email.split('@')[0] ?? ''] : []
  return (
    <Card
      title={t({ id: 'account.password', message: 'Password' })}
      note={t({ id: 'account.password.note', message: 'A new one signs out all your other devices.' })}
    >
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
        {/* Password managers want to know whose password this is. */}
        <input hidden readOnly autoComplete="username" value={me?.user.username ?? ''} />
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
