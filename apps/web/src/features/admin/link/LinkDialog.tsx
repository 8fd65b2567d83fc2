import { t } from '@lingui/core/macro'
import { useId } from 'react'
import { keyHint } from '#features/admin/settings/key-hint.ts'
import { wholeNumber } from '#features/admin/settings/settings-draft.ts'
import { TryInDemo, useHasSandbox, withoutSandbox } from '#features/admin/shared/sandbox.tsx'
import { countryOptions } from '#features/advertise/advertise.ts'
import { Button } from '#ui/Button.tsx'
import { useCurrency } from '#ui/currency.ts'
import { Select } from '#ui/form/Select.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { formatValue } from '#ui/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useLinkForm, type LinkDraft, type LinkForm } from './link-form.ts'
import { apiHint, apiName, linkApis, type AdminLink } from './links.ts'

interface LinkDialogProps {
  open: boolean
  /** The provider that is changed; without one a new one is added. */
  existing: AdminLink | undefined
  onClose: () => void
}

/** Adds a provider or changes one. */
export const LinkDialog = ({ open, existing, onClose }: LinkDialogProps) => {
  const id = useId()
  const { form, save, submit } = useLinkForm({ existing, onDone: onClose })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      wide
      title={
        existing
          ? t({ id: 'admin.link.change', message: 'Edit provider' })
          : t({ id: 'admin.link.add', message: 'Add provider' })
      }
      actions={
        <>
          <Button onClick={onClose}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button type="submit" form={id} variant="primary" busy={save.isPending}>
            {t({ id: 'admin.save', message: 'Save' })}
          </Button>
        </>
      }
    >
      <form id={id} className="form items-start sm:grid-cols-2" noValidate onSubmit={submit}>
        <ApiFields form={form} existing={existing} />
        <PayFields form={form} />
        <NumberField
          form={form}
          name="minSeconds"
          label={t({ id: 'admin.link.min', message: 'Minimum time (seconds)' })}
          hint={t({ id: 'admin.link.min.hint', message: 'Faster visits are rejected.' })}
        />
        <NumberField
          form={form}
          name="expectedSeconds"
          label={t({ id: 'admin.link.usual', message: 'Expected time (seconds)' })}
          hint={t({ id: 'admin.link.usual.hint', message: 'Used until enough visits have been measured.' })}
        />
        <div className="sm:col-span-2">
          <Select
            multiple
            optional
            label={t({ id: 'campaign.countries', message: 'Countries' })}
            hint={t({ id: 'admin.link.countries.hint', message: 'Leave empty for all countries.' })}
            placeholder={t({ id: 'campaign.countries.find', message: 'Search countries' })}
            options={countryOptions()}
            value={form.values.countries}
            onChange={(countries) => form.setFieldValue('countries', countries)}
          />
        </div>
        <div className="grid gap-3 sm:col-span-2">
          <TryInDemo />
          <Switch
            label={t({ id: 'admin.link.enabled', message: 'Enabled' })}
            {...form.getInputProps('enabled', { type: 'checkbox' })}
          />
        </div>
      </form>
    </Dialog>
  )
}

const ApiFields = ({ form, existing }: { form: LinkForm; existing: AdminLink | undefined }) => {
  const { api, apiUrl } = form.values
  const isMoved = api !== existing?.api || apiUrl.trim() !== existing.apiUrl
  const apis = withoutSandbox(linkApis, { hasSandbox: useHasSandbox(), chosen: api })
  return (
    <>
      <TextInput label={t({ id: 'admin.link.name', message: 'Name' })} maxLength={40} {...form.getInputProps('name')} />
      <Select
        filterable={false}
        label={t({ id: 'admin.link.api', message: 'API type' })}
        hint={apiHint(api)}
        options={apis.map((value) => ({ value, label: apiName(value) }))}
        value={api}
        onChange={(value) => form.setFieldValue('api', linkApis.find((known) => known === value) ?? 'adlinkfly')}
        error={form.errors['api']}
      />
      {api !== 'sandbox' && (
        <>
          <TextInput
            label={t({ id: 'admin.link.address', message: 'API URL' })}
            hint={
              api === 'adlinkfly'
                ? t({ id: 'admin.link.address.hint', message: 'Such as https://exe.io/api' })
                : t({ id: 'admin.link.address.known', message: 'Leave empty to use the default.' })
            }
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            {...form.getInputProps('apiUrl')}
          />
          <TextInput
            label={t({ id: 'admin.link.key', message: 'Key' })}
            hint={keyHint({ isSet: existing?.keySet ?? false, isMoved })}
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            {...form.getInputProps('apiKey')}
          />
        </>
      )}
    </>
  )
}

const PayFields = ({ form }: { form: LinkForm }) => {
  const units = wholeNumber(form.values.reward)
  const value = formatValue(units, useCurrency())
  return (
    <>
      <NumberField
        form={form}
        name="reward"
        label={t({ id: 'admin.link.reward', message: 'Reward (units)' })}
        hint={units > 0 && t({ id: 'admin.link.worth', message: `≈ ${value}` })}
      />
      <NumberField
        form={form}
        name="maxView"
        label={t({ id: 'admin.link.maxView', message: 'Visits per user per day' })}
        hint={t({ id: 'admin.link.maxView.hint', message: 'Most services pay once per IP address per day.' })}
      />
      <NumberField
        form={form}
        name="priority"
        label={t({ id: 'admin.link.priority', message: 'Priority' })}
        hint={t({ id: 'admin.link.priority.hint', message: 'Higher priority is listed first when sorted by Best.' })}
      />
    </>
  )
}

interface NumberFieldProps {
  form: LinkForm
  name: Extract<keyof LinkDraft, 'reward' | 'maxView' | 'priority' | 'minSeconds' | 'expectedSeconds'>
  label: string
  hint: string | false
}

const NumberField = ({ form, name, label, hint }: NumberFieldProps) => (
  <TextInput label={label} hint={hint} inputMode="numeric" autoComplete="off" {...form.getInputProps(name)} />
)
