import { t } from '@lingui/core/macro'
import { adminLink as contract } from '@runnel/contract/admin/link'
import { providerSources } from '@runnel/contract/admin/provider-sources'
import type { Call } from '@runnel/contract/route'
import { admin } from '#features/admin/admin.ts'
import { ChoiceField, NumberField, SwitchField, TextField, UnitsField } from '#features/admin/kit/fields.tsx'
import { ResourceDialog, Wide } from '#features/admin/kit/ResourceDialog.tsx'
import type { Editor } from '#features/admin/kit/use-editor.ts'
import { useResourceForm, type ResourceForm } from '#features/admin/kit/use-resource-form.ts'
import { keyHint } from '#features/admin/settings/key-hint.ts'
import { TryInDemo, useHasSandbox, withoutSandbox } from '#features/admin/shared/sandbox.tsx'
import { Unverified } from '#features/admin/shared/Unverified.tsx'
import { countryOptions } from '#features/advertise/advertise.ts'
import { Select } from '#ui/form/Select.tsx'
import { apiHint, apiName, linkApis, linksChanged, type AdminLink } from './links.ts'

/** Adds a provider or changes one. */
export const LinkDialog = ({ editor }: { editor: Editor<AdminLink> }) => {
  const form = useLinkForm(editor)
  return (
    <ResourceDialog
      wide
      {...{ editor, form }}
      title={
        editor.existing
          ? t({ id: 'admin.link.change', message: 'Edit provider' })
          : t({ id: 'admin.link.add', message: 'Add provider' })
      }
    >
      <ApiFields form={form} existing={editor.existing} />
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
      <Wide>
        <Select
          multiple
          optional
          label={t({ id: 'admin.link.countries', message: 'Countries' })}
          hint={t({ id: 'admin.link.countries.hint', message: 'Leave empty for all countries.' })}
          placeholder={t({ id: 'admin.link.countries.find', message: 'Search countries' })}
          options={countryOptions()}
          value={form.values.countries}
          onChange={(countries) => form.set({ countries })}
        />
      </Wide>
      <div className="grid gap-3 sm:col-span-2">
        <TryInDemo />
        <SwitchField form={form} name="enabled" label={t({ id: 'admin.link.enabled', message: 'Enabled' })} />
      </div>
    </ResourceDialog>
  )
}

type LinkValues = Call<typeof contract.addLink>['body']

interface LinkFieldsProps {
  form: ResourceForm<LinkValues>
}

const ApiFields = ({ form, existing }: LinkFieldsProps & { existing: AdminLink | undefined }) => {
  const { api, apiUrl } = form.values
  const isMoved = api !== existing?.api || apiUrl !== existing.apiUrl
  const apis = withoutSandbox(linkApis, { hasSandbox: useHasSandbox(), chosen: api })
  return (
    <>
      <TextField form={form} name="name" label={t({ id: 'admin.link.name', message: 'Name' })} maxLength={40} />
      <ChoiceField
        form={form}
        name="api"
        label={t({ id: 'admin.link.api', message: 'API type' })}
        hint={apiHint(api)}
        options={apis.map((value) => ({ value, label: apiName(value) }))}
      />
      {api !== 'sandbox' && (
        <>
          {providerSources.shortlink[api].length === 0 && <Unverified />}
          <TextField
            form={form}
            name="apiUrl"
            label={t({ id: 'admin.link.address', message: 'API URL' })}
            hint={
              api === 'adlinkfly'
                ? t({ id: 'admin.link.address.hint', message: 'Such as https://exe.io/api' })
                : t({ id: 'admin.link.address.known', message: 'Leave empty to use the default.' })
            }
            inputMode="url"
            spellCheck={false}
            maxLength={300}
          />
          <TextField
            form={form}
            name="apiKey"
            label={t({ id: 'admin.link.key', message: 'Key' })}
            hint={keyHint({ isSet: existing?.keySet ?? false, isMoved })}
            spellCheck={false}
            maxLength={500}
          />
        </>
      )}
    </>
  )
}

const PayFields = ({ form }: LinkFieldsProps) => (
  <>
    <UnitsField form={form} name="reward" label={t({ id: 'admin.link.reward', message: 'Reward (units)' })} />
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

const fresh: LinkValues = {
  name: '',
  api: 'adlinkfly',
  apiUrl: '',
  apiKey: '',
  reward: 20,
  maxView: 1,
  priority: 0,
  minSeconds: 10,
  expectedSeconds: 45,
  countries: [],
  enabled: true,
}

const useLinkForm = ({ existing, close }: Editor<AdminLink>) =>
  useResourceForm({
    existing,
    fresh,
    body: contract.addLink.body,
    bodyOf: (values) => (values.api === 'sandbox' ? { ...values, apiUrl: '' } : values),
    sentences: () => ({
      apiUrl: t({ id: 'admin.link.address.wrong', message: 'Enter a URL, such as https://exe.io/api.' }),
    }),
    rule: ({ minSeconds, expectedSeconds }) =>
      expectedSeconds < minSeconds
        ? { expectedSeconds: t({ id: 'admin.link.expected.wrong', message: 'Can’t be below the minimum time.' }) }
        : {},
    add: admin.calls.addLink,
    edit: admin.calls.editLink,
    onSaved: () => {
      linksChanged()
      close()
    },
  })
