import { t } from '@lingui/core/macro'
import { BannerSize } from '@runnel/contract/home'
import { settingName } from '#features/admin/settings/setting-names.ts'
import { fieldId } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { useSettled } from '#features/withdraw/withdraw.ts'
import { measuresOf } from '#ui/banner/banner-size.ts'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'

/** The code of the owner's advertising network for each place, and what ad blockers mean. */
export const BannerSettings = ({ settings }: { settings: SettingsForm }) => (
  <div className="grid gap-4">
    <Card title={t({ id: 'admin.adblock', message: 'Ad blocker detection' })}>
      <Switch
        id={fieldId('adblock_wall')}
        label={settingName('adblock_wall')}
        hint={t({
          id: 'admin.adblock.hint',
          message: 'Blocking users with ad blockers may drive them away. When off, users see a polite notice.',
        })}
        {...settings.form.getInputProps('adblock_wall', { type: 'checkbox' })}
      />
    </Card>
    <p className="text-muted">
      {t({
        id: 'admin.banners.note',
        message: 'Paste the code from your ad network. It runs in an isolated frame that can’t access your site.',
      })}
    </p>
    {BannerSize.options.map((size) => (
      <Place key={size} settings={settings} size={size} />
    ))}
  </div>
)

interface PlaceProps {
  settings: SettingsForm
  size: BannerSize
}

const Place = ({ settings, size }: PlaceProps) => {
  const { form } = settings
  const name = `banner_${size}` as const
  return (
    <Card>
      <div className="grid gap-4 [&_textarea]:font-mono">
        <TextArea
          id={fieldId(name)}
          label={settingName(name)}
          hint={t({ id: 'admin.banners.empty', message: 'HTML. Leave empty to hide this ad slot.' })}
          optional
          spellCheck={false}
          maxLength={10_000}
          {...form.getInputProps(name)}
        />
        <Preview settings={settings} size={size} />
      </div>
    </Card>
  )
}

const settleMs = 600

/** Saved code runs as visitors see it; of what is only typed the browser shows no more than the layout. */
const Preview = ({ settings: { form, answer }, size }: PlaceProps) => {
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
