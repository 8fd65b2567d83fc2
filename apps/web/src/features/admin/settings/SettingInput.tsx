import { t } from '@lingui/core/macro'
import { IconRestore } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { useCurrency } from '#ui/currency.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { formatValue } from '#ui/format.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { settingName } from './setting-names.ts'
import { draftOf, wholeNumber, type Draft } from './settings-draft.ts'
import type { SettingsForm } from './settings-form.ts'

/** The settings that are typed in one line. */
export type TypedSetting = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft]

interface SettingInputProps extends Omit<ComponentProps<typeof TextInput>, 'label' | 'name' | 'value' | 'onChange'> {
  settings: SettingsForm
  name: TypedSetting
  hint?: ReactNode
}

/** One setting in a line, with the way back to its default. */
export const SettingInput = ({ settings, name, hint, ...rest }: SettingInputProps) => {
  const { form, answer } = settings
  const standard = draftOf(answer.defaults)[name]
  const differs = form.values[name] !== standard
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      {...form.getInputProps(name)}
      id={fieldId(name)}
      label={settingName(name)}
      hint={hint}
      trail={differs ? <Restore standard={standard} onRestore={() => form.setFieldValue(name, standard)} /> : undefined}
    />
  )
}

/** As text, a number is typed on the right keyboard and never changed by a turning wheel. */
export const NumberSetting = (props: SettingInputProps) => <SettingInput inputMode="numeric" {...props} />

interface UnitsSettingProps {
  settings: SettingsForm
  name: TypedSetting
  /** What zero means, where it may stand. */
  zero?: string
}

/** An amount in units, told in the site's currency below. */
export const UnitsSetting = ({ settings, name, zero }: UnitsSettingProps) => {
  const units = wholeNumber(String(settings.form.values[name]))
  const value = formatValue(units, useCurrency())
  const worth = zero
    ? t({ id: 'admin.payouts.worth', message: `Units (≈ ${value}). 0: ${zero}` })
    : t({ id: 'admin.units.worth', message: `Units (≈ ${value}).` })
  return <NumberSetting settings={settings} name={name} hint={units === 0 ? zero : units > 0 && worth} />
}

export const fieldId = (name: string): string => `setting-${name}`

const Restore = ({ standard, onRestore }: { standard: string; onRestore: () => void }) => {
  const label =
    standard === ''
      ? t({ id: 'admin.restore.empty', message: 'Reset to default: empty' })
      : t({ id: 'admin.restore', message: `Reset to default: ${standard}` })
  return <IconButton label={label} icon={<IconRestore aria-hidden="true" />} onClick={onRestore} />
}
