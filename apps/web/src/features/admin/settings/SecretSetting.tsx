import { t } from '@lingui/core/macro'
import { secretsOfAddress } from '@runnel/contract/settings/secrets-of-address'
import { secretSettings, type SecretSettingName } from '@runnel/contract/settings/settings'
import { useMutation } from '@tanstack/react-query'
import { admin } from '#features/admin/admin.ts'
import { Button } from '#ui/Button.tsx'
import { PasswordInput } from '#ui/form/PasswordInput.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { movedKeyHint } from './key-hint.ts'
import { fieldId } from './SettingInput.tsx'
import { applySavedSettings, type SettingsForm } from './settings-form.ts'
import { settingName } from './table/table.ts'

export const isSecret = (name: string): name is SecretSettingName => secretSettings.some((secret) => secret === name)

/** A secret is written and never read: the server only tells whether there is one, which can be replaced or removed. */
export const SecretSetting = ({ settings, name }: { settings: SettingsForm; name: SecretSettingName }) => {
  const { form, answer } = settings
  const removal = useSecretRemoval()
  const isSet = answer.secretsSet.includes(name)
  const label = settingName(name)
  const remove = async () => {
    if (!(await confirmRemove(label))) return
    removal.mutate(name, { onSuccess: () => form.setFieldValue(name, '') })
  }
  return (
    <div className="grid gap-2">
      <PasswordInput
        {...form.getInputProps(name)}
        id={fieldId(name)}
        label={label}
        autoComplete="new-password"
        maxLength={500}
        hint={isSet && isMoved(settings, name) ? movedKeyHint() : hintOf({ isSet })}
      />
      {isSet && (
        <Button
          className="justify-self-start"
          variant="danger-soft"
          size="small"
          aria-label={t({ id: 'admin.secret.removeNamed', message: `Remove ${label}` })}
          busy={removal.isPending}
          onClick={() => void remove()}
        >
          {t({ id: 'admin.secret.remove', message: 'Remove' })}
        </Button>
      )}
    </div>
  )
}

/** Whether the address that the secret belongs to differs from the one that is saved. */
const isMoved = ({ changed }: SettingsForm, secret: SecretSettingName): boolean =>
  Object.entries(secretsOfAddress).some(
    ([address, secrets]) => changed.some((name) => name === address) && secrets.some((one) => one === secret),
  )

const hintOf = ({ isSet }: { isSet: boolean }): string =>
  isSet
    ? t({ id: 'admin.secret.set', message: 'Saved. Enter a new one to replace it. It is never shown again.' })
    : t({ id: 'admin.secret.unset', message: 'Stored encrypted and never shown again.' })

const confirmRemove = (label: string): Promise<boolean> =>
  confirm({
    title: t({ id: 'admin.secret.removeTitle', message: 'Remove this secret?' }),
    text: t({
      id: 'admin.secret.removeText',
      message: `“${label}” is deleted permanently. Features that need it stop working until you enter a new one.`,
    }),
    confirmLabel: t({ id: 'admin.secret.removeYes', message: 'Remove secret' }),
    danger: true,
  })

/** Empties one secret at once, whatever else is typed in the form and not saved yet. */
const useSecretRemoval = () =>
  useMutation({
    mutationFn: (name: SecretSettingName) => admin.calls.saveSettings({ body: { [name]: '' } }),
    onSuccess: (told, name) => applySavedSettings({ ...told, given: { [name]: '' } }),
  })
