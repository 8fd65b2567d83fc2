import { t } from '@lingui/core/macro'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import { TextInput, type TextInputProps } from './TextInput.tsx'

export interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'trail' | 'lead'> {
  /** Stands below the hint: how strong the password is and what would help. */
  strength?: ReactNode
}

export const PasswordInput = ({ strength, hint, ...rest }: PasswordInputProps) => {
  const [shown, setShown] = useState(false)
  const toggle = shown
    ? t({ id: 'ui.password.hide', message: 'Hide password' })
    : t({ id: 'ui.password.show', message: 'Show password' })
  return (
    <TextInput
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      type={shown ? 'text' : 'password'}
      hint={hint || strength ? <PasswordHelp hint={hint} strength={strength} /> : undefined}
      trail={
        <IconButton
          label={toggle}
          aria-pressed={shown}
          icon={shown ? <IconEyeOff aria-hidden="true" /> : <IconEye aria-hidden="true" />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

const PasswordHelp = ({ hint, strength }: { hint: ReactNode; strength: ReactNode }) => (
  <>
    {hint}
    {strength && <div aria-live="polite">{strength}</div>}
  </>
)
