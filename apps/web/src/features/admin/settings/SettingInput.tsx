import { t } from '@lingui/core/macro'
import { IconRestore } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useCurrency } from '#ui/currency.ts'
import { TextInput, type TextInputProps } from '#ui/form/TextInput.tsx'
import { formatNumber, formatValue } from '#ui/format.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { wholeNumber } from './settings-draft.ts'
import type { SettingsForm } from './settings-form.ts'
import { rowOf, textOf, type SettingName } from './table/table.ts'

interface SettingInputProps {
  settings: SettingsForm
  name: SettingName
  /** What stands below it in place of the hint in its row. */
  hint?: ReactNode
}

type InputLook = Pick<TextInputProps, 'inputMode' | 'onFocus' | 'onBlur'> & {
  /** Stands in the field in place of its value. */
  shown?: string | undefined
}

/** One setting in a line, with the way back to its default. */
export const SettingInput = ({ settings, name, shown, ...rest }: SettingInputProps & InputLook) => {
  const { form, answer } = settings
  const { label, hint, input } = rowOf(name)
  const standard = String(answer.defaults[name])
  const differs = form.values[name] !== standard
  return (
    <TextInput
      autoComplete="off"
      hint={hint && textOf(hint)}
      {...input}
      {...form.getInputProps(name)}
      {...rest}
      {...(shown !== undefined && { value: shown })}
      id={fieldId(name)}
      label={textOf(label)}
      trail={differs ? <Restore standard={standard} onRestore={() => form.setFieldValue(name, standard)} /> : undefined}
    />
  )
}

/**
 * As text, a number is typed on the right keyboard and never changed by a turning wheel. It shows its separators until
 * somebody types.
 */
export const NumberSetting = (props: SettingInputProps) => {
  const [isTyping, setIsTyping] = useState(false)
  const number = wholeNumber(String(props.settings.form.values[props.name]))
  return (
    <SettingInput
      inputMode="numeric"
      {...props}
      shown={isTyping || Number.isNaN(number) ? undefined : formatNumber(number)}
      onFocus={() => setIsTyping(true)}
      onBlur={() => setIsTyping(false)}
    />
  )
}

/** An amount in units, told in the site's currency below. */
export const UnitsSetting = ({ settings, name }: SettingInputProps) => {
  const units = wholeNumber(String(settings.form.values[name]))
  const value = formatValue(units, useCurrency())
  const { zero: ofZero } = rowOf(name)
  const zero = ofZero && textOf(ofZero)
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
      : t({ id: 'setting.restore', message: `Reset to default: ${standard}` })
  return <IconButton label={label} icon={<IconRestore aria-hidden="true" />} onClick={onRestore} />
}
