import { t } from '@lingui/core/macro'
import { NumberSetting, UnitsSetting } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { Card } from '#ui/Card.tsx'
import { DepositMethods } from './DepositMethods.tsx'
import { ProcessorKeys } from './ProcessorKeys.tsx'

/** How advertisers pay in, and how earnings become a deposit. */
export const DepositSettings = ({ settings }: { settings: SettingsForm }) => (
  <div className="grid gap-4">
    <Card
      title={t({ id: 'setting.deposit_methods', message: 'Deposit methods' })}
      note={t({ id: 'admin.deposits.note', message: 'Advertisers see them in this order.' })}
    >
      <DepositMethods settings={settings} />
    </Card>
    <ProcessorKeys settings={settings} />
    <Card
      title={t({ id: 'admin.exchange', message: 'Exchange' })}
      note={t({
        id: 'admin.exchange.note',
        message: 'Users can move earnings to their deposit balance 1:1. This can’t be reversed.',
      })}
    >
      <div className="form items-start sm:grid-cols-2">
        <UnitsSetting settings={settings} name="exchange_minimum" />
        <NumberSetting
          settings={settings}
          name="exchange_bonus_percent"
          hint={t({
            id: 'admin.exchange.bonus',
            message: 'A bonus you pay to encourage advertising over withdrawing. Must stay below the fees. 0 = none.',
          })}
        />
      </div>
    </Card>
  </div>
)
