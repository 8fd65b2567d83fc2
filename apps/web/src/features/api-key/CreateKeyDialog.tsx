import { t } from '@lingui/core/macro'
import { API_KEY_PER_MINUTE_MAX, ApiKeyScope, apiKey as contract } from '@runnel/contract/account/api-key'
import type { Call } from '@runnel/contract/route'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { queryClient } from '#api/cache.ts'
import { useCheckedForm } from '#base/contract-form.ts'
import { useStore } from '#base/store.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
import { apiKey, scopeHint, scopeLabel } from './api-key.ts'

interface CreateKeyDialogProps {
  open: boolean
  onClose: () => void
  onCreated: (token: string) => void
}

type Body = Call<typeof contract.create>['body']

interface Values extends Record<string, unknown> {
  name: string
  scopes: ApiKeyScope[]
  days: string
  perMinute: string
}

const initialValues: Values = { name: '', scopes: ['read'], days: '90', perMinute: '60' }

export const CreateKeyDialog = ({ open, onClose, onCreated }: CreateKeyDialogProps) => {
  const isStaff = useStore((state) => state.user?.role ?? 'user') !== 'user'
  const form = useCheckedForm<Values>({ initialValues, validate: errorsOf })
  const close = form.resetAfter(onClose)
  const create = useMutation({
    mutationFn: (body: Body) => apiKey.calls.create({ body }),
    onSuccess: ({ token }) => {
      void queryClient.invalidateQueries({ queryKey: apiKey.keyOf('list') })
      onCreated(token)
      close()
    },
    onError: form.refused,
  })
  const { scopes } = form.values
  const choose = (scope: ApiKeyScope, chosen: boolean) =>
    form.setFieldValue('scopes', chosen ? [...scopes, scope] : scopes.filter((each) => each !== scope))
  const offered = ApiKeyScope.options.filter((scope) => isStaff || scope !== 'admin-read')
  return (
    <FormDialog
      id={form.id}
      open={open}
      onClose={close}
      title={t({ id: 'apiKey.create', message: 'Create API key' })}
      submitLabel={t({ id: 'apiKey.create.submit', message: 'Create key' })}
      busy={create.isPending}
      onSubmit={form.onSubmit((values) => create.mutate(bodyOf(values)))}
    >
      <TextInput
        label={t({ id: 'apiKey.name', message: 'Name' })}
        hint={t({ id: 'apiKey.name.hint', message: 'For your own list, such as the name of the program.' })}
        required
        maxLength={60}
        {...form.getInputProps('name')}
      />
      <fieldset className="grid gap-3">
        <legend>{t({ id: 'apiKey.scopes', message: 'Scopes' })}</legend>
        {offered.map((scope, index) => (
          <Checkbox
            key={scope}
            name="scopes"
            label={scopeLabel(scope)}
            hint={scopeHint(scope)}
            checked={scopes.includes(scope)}
            error={index === offered.length - 1 ? form.errors['scopes'] : undefined}
            onChecked={(chosen) => choose(scope, chosen)}
          />
        ))}
      </fieldset>
      <Select
        filterable={false}
        label={t({ id: 'apiKey.expiry', message: 'Expiry' })}
        options={[
          ...['30', '90', '365'].map((days) => ({ value: days, label: daysLabel(Number(days)) })),
          { value: '', label: t({ id: 'apiKey.expiry.never', message: 'No expiry' }) },
        ]}
        name="days"
        value={form.values.days}
        onChange={(days) => form.setFieldValue('days', days)}
      />
      <TextInput
        label={t({ id: 'apiKey.limit', message: 'Max. requests per minute' })}
        inputMode="numeric"
        required
        {...form.getInputProps('perMinute')}
      />
    </FormDialog>
  )
}

const daysLabel = (days: number): string => t({ id: 'apiKey.expiry.days', message: `${days} days` })

const bodyOf = ({ name, scopes, days, perMinute }: Values): Body => ({
  name,
  scopes,
  days: days === '' ? null : Number(days),
  perMinute: Number(perMinute),
})

const errorsOf = (values: Values): Record<string, string> => {
  const parsed = z.safeParse(contract.create.body, bodyOf(values))
  if (parsed.success) return {}
  const most = API_KEY_PER_MINUTE_MAX
  const sentences: Record<string, string> = {
    name: t({ id: 'apiKey.name.wrong', message: 'Enter 1 to 60 characters.' }),
    scopes: t({ id: 'apiKey.scopes.missing', message: 'Choose at least one scope.' }),
    days: t({ id: 'apiKey.expiry.wrong', message: 'Choose an expiry.' }),
    perMinute: t({ id: 'apiKey.limit.wrong', message: `Enter a whole number from 1 to ${most}.` }),
  }
  const wrong = parsed.error.issues.map(({ path }) => String(path[0]))
  return Object.fromEntries(wrong.map((name) => [name, sentences[name] ?? '']))
}
