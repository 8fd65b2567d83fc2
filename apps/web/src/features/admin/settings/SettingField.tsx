import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { isSecret, SecretSetting } from './SecretSetting.tsx'
import { fieldId, NumberSetting, SettingInput, UnitsSetting } from './SettingInput.tsx'
import type { SettingsForm } from './settings-form.ts'
import { rowOf, textOf, type SettingName } from './table/table.ts'

export interface SettingFieldProps {
  settings: SettingsForm
  name: SettingName
}

/** One setting, as its row and its value say. */
export const SettingField = ({ settings, name }: SettingFieldProps) => {
  const { kind, choices, hint } = rowOf(name)
  if (isSecret(name)) {
    return (
      <>
        <SecretSetting settings={settings} name={name} />
        {hint && <p className="field-hint">{textOf(hint)}</p>}
      </>
    )
  }
  if (choices) return <ChoiceSetting settings={settings} name={name} />
  if (kind === 'text') return <TextSetting settings={settings} name={name} />
  if (kind === 'units') return <UnitsSetting settings={settings} name={name} />
  switch (typeof settings.answer.defaults[name]) {
    case 'boolean':
      return <SwitchSetting settings={settings} name={name} />
    case 'number':
      return <NumberSetting settings={settings} name={name} />
    default:
      return <SettingInput settings={settings} name={name} />
  }
}

const SwitchSetting = ({ settings: { form }, name }: SettingFieldProps) => {
  const { label, hint } = rowOf(name)
  return (
    <Switch
      id={fieldId(name)}
      label={textOf(label)}
      hint={hint && textOf(hint)}
      {...form.getInputProps(name, { type: 'checkbox' })}
    />
  )
}

/** Text of several lines. */
export const TextSetting = ({ settings: { form }, name }: SettingFieldProps) => {
  const { label, hint, input = {} } = rowOf(name)
  const { optional, spellCheck, maxLength } = input
  return (
    <TextArea
      id={fieldId(name)}
      label={textOf(label)}
      hint={hint && textOf(hint)}
      {...{ optional, spellCheck, maxLength }}
      {...form.getInputProps(name)}
    />
  )
}

const ChoiceSetting = ({ settings: { form }, name }: SettingFieldProps) => {
  const { label, choices = [] } = rowOf(name)
  return (
    <div id={fieldId(name)} tabIndex={-1}>
      <RadioGroup
        label={textOf(label)}
        options={choices.map(({ value, label: text, hint }) => ({
          value,
          label: textOf(text),
          hint: hint && textOf(hint),
        }))}
        value={String(form.values[name])}
        onValue={(value) => form.setFieldValue(name, value)}
        error={form.errors[name]}
      />
    </div>
  )
}
