import { t } from '@lingui/core/macro'
import { fieldId } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { settingName } from '#features/admin/settings/table/table.ts'
import { FieldError } from '#ui/form/Field.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'

/** A field for each day of the round. */
export const BonusRewards = ({ settings: { form } }: { settings: SettingsForm }) => {
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
