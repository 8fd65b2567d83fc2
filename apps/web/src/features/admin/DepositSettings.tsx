import { t } from '@lingui/core/macro'
import { Card } from '#ui/Card.tsx'
import { DepositMethods } from './DepositMethods.tsx'
import { ProcessorKeys } from './ProcessorKeys.tsx'
import { NumberSetting, UnitsSetting } from './SettingInput.tsx'
import type { SettingsForm } from './settings-form.ts'

/** How advertisers pay in, and how earnings become a deposit. */
export function DepositSettings({ settings }: { settings: SettingsForm }) {
  return (
    <div className="grid gap-4">
      <Card
        title={t({ id: 'setting.deposit_methods', message: 'Ways to pay in' })}
        note={t({ id: 'admin.deposits.note', message: 'In the order in which advertisers see them.' })}
      >
        <DepositMethods settings={settings} />
      </Card>
      <ProcessorKeys settings={settings} />
      <Card
        title={t({ id: 'admin.exchange', message: 'Exchange' })}
        note={t({
          id: 'admin.exchange.note',
          message: 'People may move what they earned to their deposit balance, one to one and never back.',
        })}
      >
        <div className="form items-start sm:grid-cols-2">
          <UnitsSetting settings={settings} name="exchange_minimum" />
          <NumberSetting
            settings={settings}
            name="exchange_bonus_percent"
            hint={t({
              id: 'admin.exchange.bonus',
              message:
                'Paid by you, as a reason to advertise instead of withdrawing. Must stay below the fees; 0 = none.',
            })}
          />
        </div>
      </Card>
    </div>
  )
}
