import type { ReactNode } from 'react'

interface StrengthMeterProps {
  /** 0 (guessed at once) to 4 (strong). */
  score: 0 | 1 | 2 | 3 | 4
  /** In words: what the score means and what would help. */
  children: ReactNode
}

/** For the `strength` of PasswordInput. */
export const StrengthMeter = ({ score, children }: StrengthMeterProps) => (
  <div className="strength" data-score={score}>
    <div className="strength-bars" aria-hidden="true">
      {[1, 2, 3, 4].map((step) => (
        <span key={step} data-on={step <= score} />
      ))}
    </div>
    {children}
  </div>
)
