import { t } from '@lingui/core/macro'
import { settingName } from '#features/admin/settings/setting-names.ts'
import { fieldId, NumberSetting, SettingInput } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { Card } from '#ui/Card.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { RankSettings } from './RankSettings.tsx'

/** What the site gives away: for each day in a row, for challenges and for codes. */
export const BonusSettings = ({ settings }: { settings: SettingsForm }) => (
  <div className="grid items-start gap-4 lg:grid-cols-2">
    <Card title={t({ id: 'admin.bonus.daily', message: 'Daily bonus' })}>
      <div className="form">
        <Rewards settings={settings} />
        <NumberSetting
          settings={settings}
          name="bonus_min_claims"
          hint={t({
            id: 'admin.bonus.claims',
            message: 'Faucet claims required on the same day (UTC). 0 = none.',
          })}
        />
        <NumberSetting
          settings={settings}
          name="bonus_grace_days"
          hint={t({
            id: 'admin.bonus.grace',
            message:
              'One missed day doesn’t reset the streak. The next grace day comes after this many days. 0 = never.',
          })}
        />
        <NumberSetting settings={settings} name="bonus_exp" />
      </div>
    </Card>
    <Card title={t({ id: 'admin.bonus.others', message: 'Challenges and coupons' })}>
      <div className="form">
        <NumberSetting settings={settings} name="challenge_exp" />
        <NumberSetting settings={settings} name="coupon_exp" />
        <SettingInput
          settings={settings}
          name="coupon_canary"
          maxLength={40}
          hint={t({
            id: 'admin.bonus.canary',
            message: 'A decoy code. Entering it suggests guessing and raises the risk score. Leave empty to disable.',
          })}
        />
      </div>
    </Card>
    <RankSettings settings={settings} />
  </div>
)

/** A field for each day of the round. */
const Rewards = ({ settings: { form } }: { settings: SettingsForm }) => {
  const rewards = form.values.bonus_rewards
  const error = form.errors['bonus_rewards']
  const change = (index: number, value: string) => form.setFieldValue('bonus_rewards', rewards.with(index, value))
  return (
    <fieldset className="grid gap-3" id={fieldId('bonus_rewards')} tabIndex={-1}>
      <legend className="mb-2 text-sm font-medium">{settingName('bonus_rewards')}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {rewards.map((reward, index) => {
          const number = index + 1
          return (
            <TextInput
              // A day is its place in the round.
              key={number}
              inputMode="numeric"
              autoComplete="off"
              label={t({ id: 'admin.bonus.day', message: `Day ${number}` })}
              value={reward}
              onValue={(value) => change(index, value)}
            />
          )
        })}
      </div>
      {error && <FieldError id="bonus-rewards-error">{error}</FieldError>}
    </fieldset>
  )
}
