import { t } from '@lingui/core/macro'
import { user as contract } from '@runnel/contract/account/user'
import { useMutation } from '@tanstack/react-query'
import { useContractForm } from '#base/contract-form.ts'
import { refreshSignInMethods } from '#features/step-up/step-up.ts'
import { PasswordInput } from '#ui/form/PasswordInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
import { changeMe, user } from './user.ts'

export const EmailDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const form = useContractForm({
    schema: contract.profile.body,
    initialValues: { email: '', currentPassword: '' },
    sentences: () => ({
      email: t({ id: 'account.email.wrong', message: 'Enter an email address, such as name@example.com.' }),
      currentPassword: t({ id: 'account.password.missing', message: 'Enter your password.' }),
    }),
  })
  const change = useMutation({
    mutationFn: (body: { email: string; currentPassword: string }) => user.calls.profile({ body }),
    onSuccess: (answer) => {
      changeMe((known) => ({ ...known, user: answer.user }))
      void refreshSignInMethods()
      onClose()
    },
    onError: form.refused,
  })
  return (
    <FormDialog
      id={form.id}
      open={open}
      onClose={onClose}
      title={t({ id: 'account.email.change', message: 'Change email address' })}
      submitLabel={t({ id: 'account.email.save', message: 'Save address' })}
      busy={change.isPending}
      onSubmit={form.onSubmit((values) => change.mutate(values))}
    >
      <p className="text-muted">
        {t({
          id: 'account.email.note',
          message: 'We’ll send a confirmation link to the new address. Withdrawals are paused until you open it.',
        })}
      </p>
      <TextInput
        label={t({ id: 'account.email.new', message: 'New email address' })}
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t({ id: 'account.password.current', message: 'Current password' })}
        required
        {...form.getInputProps('currentPassword')}
      />
    </FormDialog>
  )
}
