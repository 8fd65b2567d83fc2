import { t } from '@lingui/core/macro'
import { DryRun, PayoutKeys } from '#features/admin/method/PayoutKeys.tsx'
import { RateSources } from '#features/admin/method/RateSources.tsx'
import { settingName } from '#features/admin/settings/setting-names.ts'
import { fieldId, UnitsSetting, NumberSetting } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/form/Switch.tsx'

/** What is paid without a person, how much a day, and who may withdraw at all. */
export const PayoutSettings = ({ settings }: { settings: SettingsForm }) => (
  <div className="grid gap-4">
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={t({ id: 'admin.payouts.limits', message: 'Limits' })}>
        <div className="form">
          <UnitsSetting
            settings={settings}
            name="payout_auto_max"
            zero={t({ id: 'admin.payouts.never', message: '0 = every withdrawal is reviewed manually.' })}
          />
          <UnitsSetting settings={settings} name="payout_user_day_max" zero={noLimit()} />
          <UnitsSetting settings={settings} name="payout_site_day_max" zero={noLimit()} />
        </div>
      </Card>
      <Card
        title={t({ id: 'admin.payouts.first', message: 'First withdrawal' })}
        note={t({
          id: 'admin.payouts.firstNote',
          message: 'Bots rarely last this long. Meeting one of the two is enough.',
        })}
      >
        <div className="form">
          <NumberSetting settings={settings} name="withdraw_min_answers" />
          <NumberSetting settings={settings} name="withdraw_min_days" />
        </div>
      </Card>
      <FourEyesSettings settings={settings} />
      <DryRun settings={settings} />
    </div>
    <PayoutKeys settings={settings} />
    <Card
      title={t({ id: 'admin.payouts.rates', message: 'Rates' })}
      note={t({
        id: 'admin.payouts.rates.note',
        message: 'For methods that use price sources. Fixed rates never expire.',
      })}
    >
      <div className="grid gap-5">
        <RateSources settings={settings} />
        <div className="form items-start sm:grid-cols-2">
          <NumberSetting
            settings={settings}
            name="rate_max_age_minutes"
            hint={t({
              id: 'admin.payouts.rates.age',
              message: 'The method then closes instead of paying a wrong amount.',
            })}
          />
          <NumberSetting
            settings={settings}
            name="rate_jump_percent"
            hint={t({
              id: 'admin.payouts.rates.jump',
              message: 'A larger change is used only after two more confirmations, a few minutes apart.',
            })}
          />
        </div>
      </div>
    </Card>
  </div>
)

const noLimit = (): string => t({ id: 'admin.payouts.noLimit', message: 'No limit.' })

/** Which acts wait for a second admin. */
const FourEyesSettings = ({ settings }: { settings: SettingsForm }) => (
  <Card title={t({ id: 'admin.fourEyes', message: 'Two-person approval' })}>
    <div className="form">
      <Switch
        id={fieldId('four_eyes')}
        label={settingName('four_eyes')}
        hint={t({
          id: 'admin.fourEyes.hint',
          message: 'Also applies to large sums, higher rewards and looser limits. ADMIN_USERNAME must list two admins.',
        })}
        {...settings.form.getInputProps('four_eyes', { type: 'checkbox' })}
      />
      <UnitsSetting settings={settings} name="four_eyes_withdrawal_min" />
      <UnitsSetting settings={settings} name="four_eyes_adjust_min" />
    </div>
  </Card>
)
