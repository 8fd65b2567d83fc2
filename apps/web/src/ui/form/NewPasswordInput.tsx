import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { PasswordInput } from './PasswordInput.tsx'
import { StrengthMeter } from './StrengthMeter.tsx'

type PasswordScore = 0 | 1 | 2 | 3 | 4

/** Why a password is weak, or that it is not. */
type PasswordVerdict = 'short' | 'own' | 'repeats' | 'common' | 'weak' | 'fair' | 'good' | 'strong'

/** The few that are tried before all others; the server knows many more and has the last word. */
const firstTried = /^(password|passw0rd|qwert\w*|letmein|welcome|iloveyou|admin|dragon|monkey|football|bitcoin|crypto)$/

/** A quick guess at how long a password would hold, from what it is made of. */
const judgePassword = (
  password: string,
  { minimum, own }: { minimum: number; own: readonly string[] },
): { score: PasswordScore; verdict: PasswordVerdict } => {
  const lower = password.toLowerCase()
  const core = lower.replace(/^[^a-z]+|[^a-z]+$/g, '')
  if (password.length < minimum) return { score: 0, verdict: 'short' }
  if (own.some((word) => word.length > 2 && core === word.toLowerCase())) return { score: 1, verdict: 'own' }
  if (/^(.{1,3})\1+.{0,2}$/u.test(lower) || counts(lower)) return { score: 1, verdict: 'repeats' }
  if (firstTried.test(core)) return { score: 1, verdict: 'common' }
  const bits = bitsOf(password)
  if (bits < 45) return { score: 1, verdict: 'weak' }
  if (bits < 60) return { score: 2, verdict: 'fair' }
  return bits < 80 ? { score: 3, verdict: 'good' } : { score: 4, verdict: 'strong' }
}

/** Each different sign counts in full, a repeated one little. */
const bitsOf = (password: string): number => {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s]/, /\s/].filter((kind) => kind.test(password)).length
  const different = new Set(password).size
  const effective = different + (password.length - different) * 0.5
  return effective * (3.2 + kinds * 0.55)
}

/** `23456789`, `hgfedcba`. */
const counts = (text: string): boolean => {
  const codes = [...text].map((sign) => sign.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}

interface NewPasswordInputProps extends Omit<ComponentProps<typeof PasswordInput>, 'strength' | 'value'> {
  value?: string
  /** The fewest characters that are allowed. */
  minimum: number
  /** Names and addresses that the password must not be made of. */
  own?: readonly string[]
}

/** A password to choose, with a hint how well it would hold. */
export const NewPasswordInput = ({ own = [], value = '', minimum, ...rest }: NewPasswordInputProps) => {
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

const verdictText = (verdict: PasswordVerdict): string => {
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
