import { t } from '@lingui/core/macro'
import { IconRestore } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { settingName } from './setting-names.ts'
import { draftOf } from './settings-draft.ts'
import type { Draft } from './settings-draft.ts'
import type { SettingsForm } from './settings-form.ts'

/** The settings that are typed in one line. */
export type TypedSetting = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft]

interface SettingInputProps extends Omit<ComponentProps<typeof TextInput>, 'label' | 'name' | 'value' | 'onChange'> {
  settings: SettingsForm
  name: TypedSetting
  hint?: ReactNode
}

/** One setting in a line, with the way back to its default. */
export function SettingInput({ settings, name, hint, ...rest }: SettingInputProps) {
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
export function NumberSetting(props: SettingInputProps) {
  return <SettingInput inputMode="numeric" {...props} />
}

export function fieldId(name: string): string {
  return `setting-${name}`
}

function Restore({ standard, onRestore }: { standard: string; onRestore: () => void }) {
  const label =
    standard === ''
      ? t({ id: 'admin.restore.empty', message: 'Back to the default: empty' })
      : t({ id: 'admin.restore', message: `Back to the default: ${standard}` })
  return <IconButton label={label} icon={<IconRestore aria-hidden="true" />} onClick={onRestore} />
}
