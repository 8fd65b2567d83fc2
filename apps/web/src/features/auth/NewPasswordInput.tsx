import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { PasswordInput } from '#ui/PasswordInput.tsx'
import { StrengthMeter } from '#ui/StrengthMeter.tsx'
import { judgePassword } from './password-strength.ts'
import type { Verdict } from './password-strength.ts'

interface NewPasswordInputProps extends Omit<ComponentProps<typeof PasswordInput>, 'strength' | 'value'> {
  value?: string
  /** Names and addresses that the password must not be made of. */
  own?: readonly string[]
}

/** A password to choose, with a hint how well it would hold. */
export function NewPasswordInput({ own = [], value = '', ...rest }: NewPasswordInputProps) {
  const { score, verdict } = judgePassword(value, own)
  return (
    <PasswordInput
      autoComplete="new-password"
      hint={t({ id: 'auth.password.hint', message: 'At least 8 characters. A few unrelated words are easy and safe.' })}
      {...rest}
      value={value}
      strength={value !== '' && <StrengthMeter score={score}>{verdictWords(verdict)}</StrengthMeter>}
    />
  )
}

function verdictWords(verdict: Verdict): string {
  switch (verdict) {
    case 'short':
      return t({ id: 'auth.password.short', message: 'Too short' })
    case 'own':
      return t({ id: 'auth.password.own', message: 'Weak: too close to your name or address' })
    case 'repeats':
      return t({ id: 'auth.password.repeats', message: 'Weak: it repeats or counts' })
    case 'common':
      return t({ id: 'auth.password.common', message: 'Weak: one of the first that anybody tries' })
    case 'weak':
      return t({ id: 'auth.password.weak', message: 'Weak: add a word or two' })
    case 'fair':
      return t({ id: 'auth.password.fair', message: 'Fair: one more word makes it good' })
    case 'good':
      return t({ id: 'auth.password.good', message: 'Good' })
    case 'strong':
      return t({ id: 'auth.password.strong', message: 'Strong' })
  }
}
