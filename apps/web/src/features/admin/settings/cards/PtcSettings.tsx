import { t } from '@lingui/core/macro'
import { NumberSetting } from '#features/admin/settings/SettingInput.tsx'
import { wholeNumber } from '#features/admin/settings/settings-draft.ts'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { LinkSettings } from './LinkSettings.tsx'
import { PtcPrices } from './PtcPrices.tsx'

/** What views cost, what of it the viewer gets, and when campaigns and views are looked at again. */
export const PtcSettings = ({ settings }: { settings: SettingsForm }) => (
  <div className="grid gap-4">
    <Card
      title={t({ id: 'setting.ptc_prices', message: 'PTC prices' })}
      note={t({
        id: 'admin.ptc.prices.note',
        message: 'In units, by ad type and duration. Leave empty to not offer an option.',
      })}
    >
      <PtcPrices settings={settings} />
    </Card>
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={t({ id: 'admin.ptc.share', message: 'Revenue split' })}>
        <div className="form">
          <NumberSetting settings={settings} name="ptc_viewer_percent" hint={<Share settings={settings} />} />
          <NumberSetting settings={settings} name="ptc_exp" />
          <NumberSetting settings={settings} name="ptc_min_views" />
        </div>
      </Card>
      <Card title={t({ id: 'admin.ptc.safety', message: 'Ad quality' })}>
        <div className="form">
          <NumberSetting
            settings={settings}
            name="ptc_report_limit"
            hint={t({
              id: 'admin.ptc.reports',
              message: 'Reports from trusted users. The ad is hidden until you decide. 0 = never.',
            })}
          />
          <NumberSetting
            settings={settings}
            name="ptc_return_days"
            hint={t({
              id: 'admin.ptc.returns',
              message: 'The price is refunded to the campaign and the reward is deducted from the user. 0 = never.',
            })}
          />
        </div>
      </Card>
      <LinkSettings settings={settings} />
      <OfferwallSettings settings={settings} />
      <TaskSettings settings={settings} />
    </div>
  </div>
)

/** One view told in units, rounded as the server does it: down, but nobody watches for nothing. */
const Share = ({ settings: { form } }: { settings: SettingsForm }) => {
  const price = wholeNumber(form.values.ptc_prices[0]?.price ?? '')
  const percent = wholeNumber(form.values.ptc_viewer_percent)
  if (!(price > 0) || !(percent > 0 && percent <= 100)) return null
  const reward = Math.max(1, Math.floor((price * percent) / 100))
  const [paid, viewer, site] = [price, reward, price - reward].map(unitsText)
  return t({
    id: 'admin.ptc.share.example',
    message: `Of a view for ${paid}, the user gets ${viewer} and the site keeps ${site}.`,
  })
}

/** What holds for the offers of all walls alike. */
const OfferwallSettings = ({ settings }: { settings: SettingsForm }) => (
  <Card title={t({ id: 'admin.offerwall.settings', message: 'Offers' })}>
    <div className="form">
      <NumberSetting settings={settings} name="offerwall_exp" />
    </div>
  </Card>
)

/** What holds for all micro-tasks alike. */
const TaskSettings = ({ settings }: { settings: SettingsForm }) => (
  <Card title={t({ id: 'admin.task.settings', message: 'Tasks' })}>
    <div className="form">
      <NumberSetting settings={settings} name="task_fee_basis_points" />
      <NumberSetting settings={settings} name="task_exp" />
      <NumberSetting settings={settings} name="task_owner_level" />
      <NumberSetting settings={settings} name="task_dispute_days" />
      <NumberSetting settings={settings} name="task_revision_hours" />
    </div>
  </Card>
)
