import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { settingName } from '#features/admin/settings/setting-names.ts'
import { fieldId, NumberSetting } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { Card } from '#ui/Card.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'

type PrizeName = 'leaderboard_prizes_day' | 'leaderboard_prizes_week' | 'leaderboard_prizes_month'

/** What the boards pay, and what bringing people does. */
export const RankSettings = ({ settings }: { settings: SettingsForm }) => {
  const hundredths = t({
    id: 'admin.rank.points',
    message: '100 = 1%. Paid by the site, not deducted from the referral.',
  })
  return (
    <>
      <Card title={t({ id: 'admin.rank.board', message: 'Leaderboard' })}>
        <div className="form">
          <Prizes settings={settings} name="leaderboard_prizes_day" />
          <Prizes settings={settings} name="leaderboard_prizes_week" />
          <Prizes settings={settings} name="leaderboard_prizes_month" />
        </div>
      </Card>
      <Card title={t({ id: 'admin.rank.referral', message: 'Referral' })}>
        <div className="form">
          <NumberSetting settings={settings} name="referral_commission" hint={hundredths} />
          <NumberSetting settings={settings} name="referral_offerwall_commission" hint={hundredths} />
        </div>
      </Card>
    </>
  )
}

/** Prizes by rank in one line, since most sites have three of them and some have a hundred. */
const Prizes = ({ settings: { form }, name }: { settings: SettingsForm; name: PrizeName }) => {
  const saved = form.values[name].join(', ')
  const [typed, setTyped] = useState(saved)
  // What is typed stays as it is while it says the same; a value that came from elsewhere takes its place.
  const shown = partsOf(typed).join(', ') === saved ? typed : saved
  return (
    <TextInput
      autoComplete="off"
      inputMode="numeric"
      id={fieldId(name)}
      label={settingName(name)}
      hint={t({ id: 'admin.rank.prizes', message: 'Units, separated by commas. Leave empty for no prizes.' })}
      value={shown}
      error={form.errors[name]}
      onValue={(text) => {
        setTyped(text)
        form.setFieldValue(name, partsOf(text))
      }}
    />
  )
}

const partsOf = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
