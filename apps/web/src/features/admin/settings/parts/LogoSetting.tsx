import { t } from '@lingui/core/macro'
import { IconPhotoUp } from '@tabler/icons-react'
import { useRef } from 'react'
import { fieldId } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { settingName } from '#features/admin/settings/table/table.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/form/Chip.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { Logo } from '#ui/Logo.tsx'
import { toastError } from '#ui/overlay/toast.ts'

const mostBytes = 20_000

/** The owner's logo as SVG text or from a file, shown on light and dark ground with the name beside it. */
export const LogoSetting = ({ settings: { form } }: { settings: SettingsForm }) => {
  const file = useRef<HTMLInputElement>(null)
  const { site_name: name, site_logo: svg } = form.values
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    if (chosen.size > mostBytes) return toastError(t({ id: 'admin.logo.large', message: 'Use a file up to 20 kB.' }))
    form.setFieldValue('site_logo', await chosen.text())
  }
  return (
    <div className="grid gap-2.5">
      <TextArea
        id={fieldId('site_logo')}
        label={settingName('site_logo')}
        hint={t({
          id: 'admin.logo.hint',
          message: 'Square SVG. Scripts and external resources are removed when you save.',
        })}
        optional
        spellCheck={false}
        maxLength={mostBytes}
        {...form.getInputProps('site_logo')}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" icon={<IconPhotoUp aria-hidden="true" />} onClick={() => file.current?.click()}>
          {t({ id: 'admin.logo.file', message: 'Upload file' })}
        </Button>
        {svg !== '' && (
          <Chip onClick={() => form.setFieldValue('site_logo', '')}>
            {t({ id: 'admin.logo.default', message: 'Default logo' })}
          </Chip>
        )}
        <input
          ref={file}
          type="file"
          accept=".svg,image/svg+xml"
          hidden
          aria-label={t({ id: 'admin.logo.file', message: 'Upload file' })}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
      </div>
      <div className="grid gap-2 sm:grid-cols-2" aria-hidden="true">
        {(['light', 'dark'] as const).map((mode) => (
          <div key={mode} data-mode={mode} className="grid rounded-m border border-line bg-surface px-4 py-3 text-ink">
            <Logo name={name} svg={svg} />
          </div>
        ))}
      </div>
    </div>
  )
}
