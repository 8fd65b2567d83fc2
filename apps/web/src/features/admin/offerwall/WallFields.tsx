import { t } from '@lingui/core/macro'
import { NumberField } from '#features/admin/kit/fields.tsx'
import { keyHint } from '#features/admin/settings/key-hint.ts'
import { countryOptions } from '#features/advertise/advertise.ts'
import { Select } from '#ui/form/Select.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { AdminWall, WallPreset } from './offerwalls.ts'
import type { WallDraft, WallForm } from './wall-form.ts'

interface WallFieldsProps {
  form: WallForm
  preset: WallPreset
  /** The wall that is changed; without one a new one is added. */
  existing: AdminWall | undefined
}

/** What people see of a wall, and what its frame and its calls need. */
export const WallFields = ({ form, preset, existing }: WallFieldsProps) => (
  <>
    <TextInput label={t({ id: 'admin.wall.name', message: 'Name' })} maxLength={40} {...form.textProps('name')} />
    <TextInput
      label={t({ id: 'admin.wall.slug', message: 'URL name' })}
      hint={t({ id: 'admin.wall.slug.hint', message: 'Part of the postback URL, such as cpx.' })}
      autoComplete="off"
      spellCheck={false}
      maxLength={40}
      {...form.textProps('slug')}
    />
    <div className="sm:col-span-2">
      <TextArea
        optional
        label={t({ id: 'admin.wall.conditions', message: 'Conditions' })}
        hint={t({
          id: 'admin.wall.conditions.hint',
          message: 'Your notes on payment conditions. Shown to users.',
        })}
        maxLength={500}
        {...form.textProps('conditions')}
      />
    </div>
    {preset.id !== 'pollfish' && (
      <div className="sm:col-span-2">
        <TextInput
          label={t({ id: 'admin.wall.frame', message: 'Iframe URL' })}
          hint={t({
            id: 'admin.wall.frame.hint',
            message: 'Placeholders in braces: userId, username, hash, signature, clickId and the keys below.',
          })}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          {...form.textProps('frameUrl')}
        />
      </div>
    )}
    {keyNames(form.values, preset).map((name) => (
      <TextInput
        key={name}
        label={t({ id: 'admin.wall.key', message: `Key ${name}` })}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={form.values.keys[name] ?? ''}
        onValue={(value) => form.set({ keys: { ...form.values.keys, [name]: value } })}
      />
    ))}
    <TextInput
      label={t({ id: 'admin.wall.secret', message: 'Secret' })}
      hint={keyHint({ isSet: existing?.secretSet ?? false, isMoved: hostOf(form.values) !== hostOf(existing) })}
      autoComplete="off"
      spellCheck={false}
      maxLength={500}
      {...form.textProps('secret')}
    />
    <TextInput
      optional
      label={t({ id: 'admin.wall.support', message: 'Support email' })}
      hint={t({ id: 'admin.wall.support.hint', message: 'Reports of missing rewards are passed on to it.' })}
      inputMode="email"
      autoComplete="off"
      maxLength={200}
      {...form.textProps('supportEmail')}
    />
    <Access form={form} />
  </>
)

/** The host of a frame as far as it stands there in plain words; the server has the last word on what has moved. */
const hostOf = (wall: Pick<AdminWall, 'frameUrl'> | undefined): string | undefined =>
  wall && (URL.parse(wall.frameUrl.trim())?.origin ?? wall.frameUrl)

/** Filled in for each user; all other names in the address of a frame are keys of the owner. */
const ofUser = new Set(['userId', 'username', 'hash', 'signature', 'expires', 'clickId'])

/** The keys that the preset wants, those that are stored, and those that the address of the frame names. */
const keyNames = ({ keys, frameUrl }: WallDraft, { keys: wanted }: WallPreset): string[] => {
  const named = [...frameUrl.matchAll(/\{([A-Za-z][A-Za-z0-9]{0,39})\}/g)].map(([, name = '']) => name)
  return [...new Set([...wanted, ...Object.keys(keys), ...named])].filter((name) => !ofUser.has(name))
}

/** Who sees the wall, and who may call for it. */
const Access = ({ form }: { form: WallForm }) => (
  <>
    <NumberField form={form} name="minLevel" label={t({ id: 'admin.wall.level', message: 'Minimum level' })} />
    <div className="sm:col-span-2">
      <Select
        multiple
        optional
        label={t({ id: 'admin.wall.countries', message: 'Countries' })}
        hint={t({ id: 'admin.wall.countries.hint', message: 'Leave empty for all countries.' })}
        placeholder={t({ id: 'admin.wall.countries.find', message: 'Search countries' })}
        options={countryOptions()}
        value={form.values.countries}
        onChange={(countries) => form.set({ countries })}
      />
    </div>
    <TextArea
      optional
      label={t({ id: 'admin.wall.ips', message: 'Allowed IP addresses' })}
      hint={t({
        id: 'admin.wall.ips.hint',
        message: 'One IP address or network per line, such as 192.0.2.0/24. Leave empty to allow all.',
      })}
      spellCheck={false}
      {...form.textProps('allowedIps')}
    />
    <div className="grid">
      <Switch
        label={t({ id: 'admin.wall.refuse', message: 'Reject other IP addresses' })}
        hint={t({
          id: 'admin.wall.refuse.hint',
          message: 'When off, other IP addresses are only logged. The signature is still checked.',
        })}
        {...form.switchProps('refuseOtherIps')}
      />
      <Switch label={t({ id: 'admin.wall.enabled', message: 'Enabled' })} {...form.switchProps('enabled')} />
    </div>
  </>
)
