import { t } from '@lingui/core/macro'
import { PageLink } from '#base/PageLink.tsx'
import { settingName, type SettingName } from '#features/admin/settings/table/table.ts'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'

interface WaitingSettingsProps {
  answer: { readonly waiting: readonly string[]; readonly defaults: object }
}

/** Which settings keep their value until a second admin has accepted the change. */
export const WaitingSettings = ({ answer: { waiting, defaults } }: WaitingSettingsProps) => {
  const names = waiting.filter((name): name is SettingName => name in defaults)
  if (names.length === 0) return null
  return (
    <Alert
      tone="warn"
      title={t({ id: 'admin.settings.waiting', message: 'Changes waiting for a second admin' })}
      actions={
        <Button as={PageLink} to="/app/admin/approval" query={{ state: 'pending' }} size="small">
          {t({ id: 'setting.link', message: 'View approvals' })}
        </Button>
      }
    >
      {names.map(settingName).join(', ')}
    </Alert>
  )
}
