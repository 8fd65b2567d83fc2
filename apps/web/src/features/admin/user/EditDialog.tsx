import { t } from '@lingui/core/macro'
import { adminUser as contract } from '@runnel/contract/admin/user'
import { useContractForm } from '#base/contract-form.ts'
import { changedFields } from '#features/admin/shared/changed-fields.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
import type { UserActs } from './user-actions.ts'
import type { AdminUserDetail } from './users.ts'

interface Profile extends Record<string, string | boolean> {
  username: string
  email: string
  emailVerified: boolean
  tz: string
  hideName: boolean
}

interface EditDialogProps {
  user: AdminUserDetail['user']
  open: boolean
  edit: UserActs['edit']
  onClose: () => void
}

/** Changes the profile; only what differs is sent. */
export const EditDialog = ({ user, open, edit, onClose }: EditDialogProps) => {
  const { username, email, emailVerified, tz, hideName } = user
  const known: Profile = { username, email, emailVerified, tz, hideName }
  const form = useEditForm(known)
  const send = (values: Profile) => {
    const change = changedFields(values, known)
    if (Object.keys(change).length === 0) onClose()
    else edit.mutate(change, { onSuccess: onClose, onError: form.refused })
  }
  return (
    <FormDialog
      id={form.id}
      open={open}
      onClose={onClose}
      title={t({ id: 'admin.edit.title', message: `Edit account of ${username}` })}
      submitLabel={t({ id: 'admin.edit.save', message: 'Save' })}
      busy={edit.isPending}
      onSubmit={form.onSubmit(send)}
    >
      <Fields form={form} user={user} />
    </FormDialog>
  )
}

const useEditForm = (known: Profile) =>
  useContractForm({
    schema: contract.editUser.body.shape.data,
    initialValues: known,
    sentences: () => ({
      username: t({
        id: 'admin.edit.username.wrong',
        message: 'Use 3 to 20 lowercase letters, digits or underscores.',
      }),
      email: t({ id: 'admin.edit.email.wrong', message: 'Enter a valid email address.' }),
      emailVerified: t({ id: 'admin.edit.wrong', message: 'Invalid value.' }),
      tz: t({ id: 'admin.edit.tz.wrong', message: 'Select a time zone.' }),
      hideName: t({ id: 'admin.edit.wrong', message: 'Invalid value.' }),
    }),
  })

const Fields = ({ form, user }: { form: ReturnType<typeof useEditForm>; user: EditDialogProps['user'] }) => {
  const isStaff = user.role !== 'user'
  return (
    <>
      {isStaff && (
        <p className="text-sm text-muted">
          {t({ id: 'admin.edit.staff', message: 'Admins and moderators manage their own name and email address.' })}
        </p>
      )}
      <TextInput
        label={t({ id: 'admin.user.username', message: 'Username' })}
        maxLength={20}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        disabled={isStaff}
        {...form.getInputProps('username')}
      />
      <TextInput
        label={t({ id: 'admin.user.email', message: 'Email' })}
        hint={t({ id: 'admin.edit.email.hint', message: 'A new address must be verified by email.' })}
        type="email"
        maxLength={254}
        autoComplete="off"
        disabled={isStaff}
        {...form.getInputProps('email')}
      />
      <Checkbox
        label={t({ id: 'admin.edit.verified', message: 'Email address verified' })}
        checked={form.values.emailVerified}
        disabled={isStaff}
        onChecked={(checked) => form.setFieldValue('emailVerified', checked)}
        error={form.getInputProps('emailVerified').error}
      />
      <Select
        label={t({ id: 'admin.user.tz', message: 'Time zone' })}
        filterable={false}
        options={timeZones(user.tz)}
        value={form.values.tz}
        onChange={(zone) => form.setFieldValue('tz', zone)}
        error={form.getInputProps('tz').error}
      />
      <Checkbox
        label={t({ id: 'admin.edit.hideName', message: 'Hide name in public lists' })}
        checked={form.values.hideName}
        onChecked={(checked) => form.setFieldValue('hideName', checked)}
      />
    </>
  )
}

const timeZones = (current: string): { label: string; value: string }[] => {
  const known = new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])
  return [...known].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
