import { Settings } from '@runnel/contract/settings/settings'
import { SecretSetting } from '#features/admin/settings/SecretSetting.tsx'
import type { SettingFieldProps } from '#features/admin/settings/SettingField.tsx'
import { SettingInput } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { CaptchaTry } from './CaptchaTry.tsx'

const foreign = Settings.shape.captcha_provider.options.filter((provider) => provider !== 'own')

/** The captcha of somebody else that is chosen. */
const externalOf = ({ form }: SettingsForm) => foreign.find((known) => known === form.values.captcha_provider)

export const CaptchaSiteKey = ({ settings, name }: SettingFieldProps) => {
  const external = externalOf(settings)
  const siteKey = settings.form.values.captcha_site_key.trim()
  if (!external) return null
  return (
    <>
      <SettingInput settings={settings} name={name} />
      <CaptchaTry key={`${external} ${siteKey}`} provider={external} siteKey={siteKey} />
    </>
  )
}

export const CaptchaSecret = ({ settings }: SettingFieldProps) =>
  externalOf(settings) && <SecretSetting settings={settings} name="captcha_secret" />
