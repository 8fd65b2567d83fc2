import { t } from '@lingui/core/macro'
import { BannerSize } from '@runnel/contract/home'
import { TextSetting, type SettingFieldProps } from '#features/admin/settings/SettingField.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { settingName } from '#features/admin/settings/table/table.ts'
import { measuresOf } from '#ui/banner/banner-size.ts'
import { useSettled } from '#ui/form/use-settled.ts'

/** The code of the owner's advertising network for one place, with how it looks. */
export const BannerSetting = ({ settings, name }: SettingFieldProps) => {
  const size = BannerSize.options.find((known) => name === `banner_${known}`)
  return (
    <div className="grid gap-4 [&_textarea]:font-mono">
      <TextSetting settings={settings} name={name} />
      {size && <Preview settings={settings} size={size} />}
    </div>
  )
}

interface PreviewProps {
  settings: SettingsForm
  size: BannerSize
}

const settleMs = 600

/** Saved code runs as visitors see it; of what is only typed the browser shows no more than the layout. */
const Preview = ({ settings: { form, answer }, size }: PreviewProps) => {
  const name = `banner_${size}` as const
  const markup = useSettled(form.values[name], settleMs)
  const isSaved = markup === answer.settings[name]
  if (markup.trim() === '') return null
  return (
    <div className="grid gap-2">
      <p className="field-hint">
        {isSaved
          ? t({ id: 'admin.banners.saved', message: 'Preview:' })
          : t({
              id: 'admin.banners.typed',
              message: 'External scripts and images load only after you save.',
            })}
      </p>
      <div className="overflow-x-auto">
        <iframe
          key={String(isSaved)}
          {...measuresOf(size)}
          className="max-w-none rounded-s border border-line bg-surface"
          title={settingName(name)}
          {...(isSaved ? savedFrame(size, markup) : { sandbox: '', srcDoc: markup })}
        />
      </div>
    </div>
  )
}

/** The length in the address keeps the browser from showing an older one out of its cache. */
const savedFrame = (size: BannerSize, markup: string) => ({
  sandbox: 'allow-scripts allow-popups',
  src: `/banner/${size}?${markup.length}`,
})
