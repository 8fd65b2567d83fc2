import { t } from '@lingui/core/macro'
import { LinkSort } from '@runnel/contract/earn/link'
import { settingName } from '#features/admin/settings/setting-names.ts'
import { fieldId, NumberSetting } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { Card } from '#ui/Card.tsx'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'

/** What holds for all shortlinks alike. */
export const LinkSettings = ({ settings }: { settings: SettingsForm }) => {
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

const sortName = (sort: LinkSort): string => {
  switch (sort) {
    case 'auto':
      return t({ id: 'admin.link.sort.auto', message: 'Priority, then reward per minute' })
    case 'reward':
      return t({ id: 'admin.link.sort.reward', message: 'Highest reward first' })
    case 'duration':
      return t({ id: 'admin.link.sort.duration', message: 'Shortest first' })
  }
}
