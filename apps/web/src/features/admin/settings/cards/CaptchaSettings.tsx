import { t } from '@lingui/core/macro'
import { Settings } from '@runnel/contract/settings/settings'
import { SecretSetting } from '#features/admin/settings/SecretSetting.tsx'
import { settingName } from '#features/admin/settings/setting-names.ts'
import { fieldId, SettingInput } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { Card } from '#ui/Card.tsx'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import { CaptchaTry } from './CaptchaTry.tsx'
import { RiskSettings } from './RiskSettings.tsx'

const providers = Settings.shape.captcha_provider.options
type Provider = (typeof providers)[number]
const foreign = providers.filter((provider) => provider !== 'own')

/** Which human check visitors meet, and what it costs to cheat it. */
export const CaptchaSettings = ({ settings }: { settings: SettingsForm }) => {
  const { form } = settings
  const provider = form.values.captcha_provider
  const siteKey = form.values.captcha_site_key.trim()
  const external = foreign.find((known) => known === provider)
  const options = providers.map((value) => ({ value, ...textOf(value) }))
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={t({ id: 'admin.captcha', message: 'Captcha' })}>
        <div className="form">
          <div id={fieldId('captcha_provider')} tabIndex={-1}>
            <RadioGroup
              label={settingName('captcha_provider')}
              options={options}
              value={provider}
              onValue={(value) => form.setFieldValue('captcha_provider', value)}
              error={form.errors['captcha_provider']}
            />
          </div>
          {external && (
            <>
              <SettingInput settings={settings} name="captcha_site_key" spellCheck={false} maxLength={200} />
              <CaptchaTry key={`${external} ${siteKey}`} provider={external} siteKey={siteKey} />
              <SecretSetting settings={settings} name="captcha_secret" />
            </>
          )}
        </div>
      </Card>
      <Card title={t({ id: 'admin.captcha.price', message: 'Captcha-solving cost' })}>
        <SettingInput
          settings={settings}
          name="solve_price_usd"
          inputMode="decimal"
          hint={t({
            id: 'admin.captcha.price.hint',
            message:
              'The price solving services charge for one of our captchas. The faucet reward should stay well below it.',
          })}
        />
      </Card>
      <RiskSettings settings={settings} />
    </div>
  )
}

const textOf = (provider: Provider): { label: string; hint?: string } => {
  switch (provider) {
    case 'own':
      return {
        label: t({ id: 'admin.captcha.own', message: 'Built-in captcha' }),
        hint: t({ id: 'admin.captcha.own.hint', message: 'No third party and no cost.' }),
      }
    // These are names of products and the same in every language.
    case 'turnstile':
      return { label: 'Cloudflare Turnstile' }
    case 'hcaptcha':
      return { label: 'hCaptcha' }
    case 'recaptcha':
      return { label: 'Google reCAPTCHA' }
  }
}
