import { t } from '@lingui/core/macro'
import { Card } from '#ui/Card.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatValue } from '#ui/format.ts'
import { NumberSetting } from './SettingInput.tsx'
import type { TypedSetting } from './SettingInput.tsx'
import { wholeNumber } from './settings-draft.ts'
import type { SettingsForm } from './settings-form.ts'

/** What is paid without a person, how much a day, and who may withdraw at all. */
export function PayoutSettings({ settings }: { settings: SettingsForm }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={t({ id: 'admin.payouts.limits', message: 'Limits' })}>
        <div className="form">
          <UnitsSetting
            settings={settings}
            name="payout_auto_max"
            zero={t({ id: 'admin.payouts.never', message: 'Nothing: a person looks at every withdrawal.' })}
          />
          <UnitsSetting settings={settings} name="payout_user_day_max" zero={noLimit()} />
          <UnitsSetting settings={settings} name="payout_site_day_max" zero={noLimit()} />
        </div>
      </Card>
      <Card
        title={t({ id: 'admin.payouts.first', message: 'The first withdrawal' })}
        note={t({ id: 'admin.payouts.firstNote', message: 'Robots rarely last that long. One of the two is enough.' })}
      >
        <div className="form">
          <NumberSetting settings={settings} name="withdraw_min_answers" />
          <NumberSetting settings={settings} name="withdraw_min_days" />
        </div>
      </Card>
      <Card title={t({ id: 'admin.payouts.rates', message: 'Rates' })}>
        <NumberSetting
          settings={settings}
          name="rate_max_age_minutes"
          hint={t({
            id: 'admin.payouts.rates.hint',
            message: 'The method then closes rather than pay a wrong amount. Rates that you fixed yourself never age.',
          })}
        />
      </Card>
    </div>
  )
}

function noLimit(): string {
  return t({ id: 'admin.payouts.noLimit', message: 'No limit.' })
}

interface UnitsSettingProps {
  settings: SettingsForm
  name: TypedSetting
  /** What zero means. */
  zero: string
}

/** An amount in units, told in the site's currency below. */
function UnitsSetting({ settings, name, zero }: UnitsSettingProps) {
  const units = wholeNumber(String(settings.form.values[name]))
  const value = formatValue(units, useCurrency())
  const worth = t({ id: 'admin.payouts.worth', message: `Units, worth ${value}. With 0: ${zero}` })
  return <NumberSetting settings={settings} name={name} hint={units === 0 ? zero : units > 0 && worth} />
}
