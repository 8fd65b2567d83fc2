import { t } from '@lingui/core/macro'
import type { WallPreset } from '@runnel/contract/admin/offerwall'
import { providerSources } from '@runnel/contract/admin/provider-sources'
import { keyHint } from '#features/admin/settings/key-hint.ts'
import { Unverified } from '#features/admin/shared/Unverified.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { AdminWall } from './offerwalls.ts'
import type { WallForm } from './wall-form.ts'

interface WallApiProps {
  form: WallForm
  api: NonNullable<WallPreset['offerApi']>
  existing: AdminWall | undefined
}

/** Whether the offers of a wall are listed by its vendor's API too, and what that wants. */
export const WallApi = ({ form, api: { id, needsKey }, existing }: WallApiProps) => (
  <>
    <div className="sm:col-span-2">
      <Switch
        label={t({ id: 'admin.wall.api', message: 'List offers by API' })}
        hint={t({
          id: 'admin.wall.api.hint',
          message: 'Adds this offerwall’s offers to one list, sorted by reward per minute. The iframe stays.',
        })}
        {...form.switchProps('offersByApi')}
      />
    </div>
    {form.values.offersByApi && providerSources.offers[id].length === 0 && (
      <div className="sm:col-span-2">
        <Unverified>
          {t({
            id: 'admin.wall.api.unverified',
            message:
              'Unverified: not yet checked against the vendor. Compare the list with the iframe before you go live.',
          })}
        </Unverified>
      </div>
    )}
    {needsKey && (
      <TextInput
        label={t({ id: 'admin.wall.apiKey', message: 'API key' })}
        hint={keyHint({
          isSet: existing?.apiKeySet ?? false,
          isMoved: form.values.offerApiUrl.trim() !== (existing?.offerApiUrl ?? ''),
        })}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        {...form.textProps('apiKey')}
      />
    )}
    <TextInput
      optional
      label={t({ id: 'admin.wall.apiUrl', message: 'API URL' })}
      hint={t({ id: 'admin.wall.apiUrl.hint', message: 'Leave empty for the vendor’s own URL.' })}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      maxLength={300}
      {...form.textProps('offerApiUrl')}
    />
  </>
)
