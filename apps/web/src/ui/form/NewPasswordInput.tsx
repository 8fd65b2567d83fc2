import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { judgePassword, type PasswordVerdict } from './password-strength.ts'
import { PasswordInput } from './PasswordInput.tsx'
import { StrengthMeter } from './StrengthMeter.tsx'

interface NewPasswordInputProps extends Omit<ComponentProps<typeof PasswordInput>, 'strength' | 'value'> {
  value?: string
  /** The fewest characters that are allowed. */
  minimum: number
  /** Names and addresses that the password must not be made of. */
  own?: readonly string[]
}

/** A password to choose, with a hint how well it would hold. */
export function NewPasswordInput({ own = [], value = '', minimum, ...rest }: NewPasswordInputProps) {
  const { score, verdict } = judgePassword(value, { minimum, own })
  return (
    <PasswordInput
      autoComplete="new-password"
      hint={t({
        id: 'ui.password.hint',
        message: `At least ${minimum} characters. A few unrelated words work well.`,
      })}
      {...rest}
      value={value}
      strength={value !== '' && <StrengthMeter score={score}>{verdictText(verdict)}</StrengthMeter>}
    />
  )
}

function verdictText(verdict: PasswordVerdict): string {
  switch (verdict) {
    case 'short':
      return t({ id: 'ui.password.short', message: 'Too short' })
    case 'own':
      return t({ id: 'ui.password.own', message: 'Weak: too similar to your username or email' })
    case 'repeats':
      return t({ id: 'ui.password.repeats', message: 'Weak: repeated or sequential characters' })
    case 'common':
      return t({ id: 'ui.password.common', message: 'Weak: one of the most common passwords' })
    case 'weak':
      return t({ id: 'ui.password.weak', message: 'Weak: add another word or two' })
    case 'fair':
      return t({ id: 'ui.password.fair', message: 'Fair: add another word' })
    case 'good':
      return t({ id: 'ui.password.good', message: 'Good' })
    case 'strong':
      return t({ id: 'ui.password.strong', message: 'Strong' })
  }
}
