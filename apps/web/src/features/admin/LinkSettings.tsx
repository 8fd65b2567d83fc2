import { t } from '@lingui/core/macro'
import { LinkSort } from '@runnel/contract/link'
import { Card } from '#ui/Card.tsx'
import { RadioGroup } from '#ui/RadioGroup.tsx'
import { settingName } from './setting-names.ts'
import { fieldId, NumberSetting } from './SettingInput.tsx'
import type { SettingsForm } from './settings-form.ts'

/** What holds for all shortlinks alike. */
export function LinkSettings({ settings }: { settings: SettingsForm }) {
  const { form } = settings
  return (
    <Card title={t({ id: 'admin.link.settings', message: 'Shortlinks' })}>
      <div className="form">
        <NumberSetting settings={settings} name="link_exp" />
        <NumberSetting settings={settings} name="link_visit_minutes" />
        <div id={fieldId('link_sort')} tabIndex={-1}>
          <RadioGroup
            label={settingName('link_sort')}
            options={LinkSort.options.map((value) => ({ value, label: sortName(value) }))}
            value={form.values.link_sort}
            onValue={(value) => form.setFieldValue('link_sort', value)}
            error={form.errors['link_sort']}
          />
        </div>
      </div>
    </Card>
  )
}

function sortName(sort: LinkSort): string {
  switch (sort) {
    case 'auto':
      return t({ id: 'admin.link.sort.auto', message: 'Priority, then reward per minute' })
    case 'reward':
      return t({ id: 'admin.link.sort.reward', message: 'Highest reward first' })
    case 'duration':
      return t({ id: 'admin.link.sort.duration', message: 'Shortest first' })
  }
}
