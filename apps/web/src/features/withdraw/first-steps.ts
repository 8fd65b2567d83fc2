import type { WithdrawMethods } from './withdraw.ts'

/** What stands between an account that was never paid and its first withdrawal. */
export const firstSteps = ({ first, methods, balance, requirements }: WithdrawMethods) => {
  const isVerified = first?.emailVerified ?? true
  const nearest = methods.filter(({ closed }) => closed === null).toSorted((a, b) => a.minimum - b.minimum)[0]
  const reached = nearest && { balance, minimum: nearest.minimum, isDone: balance >= nearest.minimum }
  // The address has a line of its own, and a debt a note above everything.
  const others = requirements.filter(({ code }) => code !== 'EMAIL_UNVERIFIED' && code !== 'IN_DEBT')
  return { isVerified, reached, others, isReady: requirements.length === 0 && reached?.isDone === true }
}
