import { t } from '@lingui/core/macro'
import { Settings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import { Select } from '#ui/form/Select.tsx'
import { settingName, tabOf, type SettingName } from './setting-names.ts'
import { tabName } from './settings-tabs.ts'

/** Leads to a setting by a word of its name or of the part where it stands: they are too many to look through. */
export function SettingSearch({ onFind }: { onFind: (name: string) => void }) {
  return (
    <Select
      className="mb-4 max-w-96"
      label={t({ id: 'admin.settings.find', message: 'Search settings' })}
      placeholder={t({ id: 'admin.settings.findWords', message: 'Such as fee, referral or shortlink' })}
      options={z
        .keyof(Settings)
        .options.map((name) => ({ value: name, label: labelOf(name) }))
        .toSorted((a, b) => a.label.localeCompare(b.label))}
      value=""
      onChange={onFind}
    />
  )
}

function labelOf(name: SettingName): string {
  return `${settingName(name)} · ${tabName(tabOf(name))}`
}
