export type PasswordScore = 0 | 1 | 2 | 3 | 4

/** Why a password is weak, or that it is not. */
export type PasswordVerdict = 'short' | 'own' | 'repeats' | 'common' | 'weak' | 'fair' | 'good' | 'strong'

/** The few that are tried before all others; the server knows many more and has the last word. */
const firstTried = /^(password|passw0rd|qwert\w*|letmein|welcome|iloveyou|admin|dragon|monkey|football|bitcoin|crypto)$/

/** A quick guess at how long a password would hold, from what it is made of. */
export function judgePassword(
  password: string,
  { minimum, own }: { minimum: number; own: readonly string[] },
): { score: PasswordScore; verdict: PasswordVerdict } {
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
function bitsOf(password: string): number {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s]/, /\s/].filter((kind) => kind.test(password)).length
  const different = new Set(password).size
  const effective = different + (password.length - different) * 0.5
  return effective * (3.2 + kinds * 0.55)
}

/** `23456789`, `hgfedcba`. */
function counts(text: string): boolean {
  const codes = [...text].map((sign) => sign.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}
