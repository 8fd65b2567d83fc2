import { t } from '@lingui/core/macro'
import { NumberSetting } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { Card } from '#ui/Card.tsx'

/** What holds for all micro-tasks alike. */
export function TaskSettings({ settings }: { settings: SettingsForm }) {
  return (
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
}
