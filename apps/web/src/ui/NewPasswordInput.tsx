import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { judgePassword } from './password-strength.ts'
import type { Verdict } from './password-strength.ts'
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
        message: `At least ${minimum} characters. A few unrelated words are easy and safe.`,
      })}
      {...rest}
      value={value}
      strength={value !== '' && <StrengthMeter score={score}>{verdictWords(verdict)}</StrengthMeter>}
    />
  )
}

function verdictWords(verdict: Verdict): string {
  switch (verdict) {
    case 'short':
      return t({ id: 'ui.password.short', message: 'Too short' })
    case 'own':
      return t({ id: 'ui.password.own', message: 'Weak: too close to your name or address' })
    case 'repeats':
      return t({ id: 'ui.password.repeats', message: 'Weak: it repeats or counts' })
    case 'common':
      return t({ id: 'ui.password.common', message: 'Weak: one of the first that anybody tries' })
    case 'weak':
      return t({ id: 'ui.password.weak', message: 'Weak: add a word or two' })
    case 'fair':
      return t({ id: 'ui.password.fair', message: 'Fair: one more word makes it good' })
    case 'good':
      return t({ id: 'ui.password.good', message: 'Good' })
    case 'strong':
      return t({ id: 'ui.password.strong', message: 'Strong' })
  }
}
