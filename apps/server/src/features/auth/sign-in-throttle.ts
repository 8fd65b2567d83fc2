import { type Bucket, type RateLimits, refuseTooMany } from '#kernel/http/rate-limit.ts'
import { sha256 } from '#kernel/secrets.ts'

/** Tries of one account, each bucket with a longer wait than the one before. */
const accountTries: readonly Bucket[] = [
  { name: 'login tries minute', points: 5, seconds: 60 },
  { name: 'login tries quarter', points: 10, seconds: 900 },
  { name: 'login tries hour', points: 20, seconds: 3_600 },
  { name: 'login tries day', points: 50, seconds: 86_400 },
]

/** Failures out of one network, where many honest people may be. */
const netFailures: readonly Bucket[] = [
  { name: 'login failures net', points: 30, seconds: 600 },
  { name: 'login failures net day', points: 300, seconds: 86_400 },
]

/**
 * One count for an account, whichever of its names was typed: with a count for each name, two names were twice the
 * guesses. What belongs to no account is counted by the name itself.
 */
export const accountTried = ({ userId, login }: { userId: string | undefined; login: string }): string =>
  userId === undefined ? `name ${login}` : `account ${userId}`

/** One who tries to sign in. */
export interface SignInAttempt {
  /** Whose tries are counted together: see `accountTried`. */
  readonly account: string
  /** Set when this account was used on this device before. */
  readonly knownDevice: string | undefined
  readonly net: string
}

/**
 * Counts a try before it is judged, so that many at once cannot slip through, and refuses when there were too many.
 * A device that the account knows has a count of its own: strangers cannot lock the owner out. An unknown name has the
 * same limits as a known one.
 */
export const consumeSignInAttempt = async (limits: RateLimits, trying: SignInAttempt): Promise<void> => {
  const account = accountOf(trying)
  let wait = 0
  for (const bucket of accountTries) wait = Math.max(wait, await limits.spend(bucket, account))
  for (const bucket of netFailures) wait = Math.max(wait, await limits.waitOf(bucket, trying.net))
  if (wait > 0) refuseTooMany(wait)
}

/** Remembers a failure against the network it came from. */
export const recordFailedSignIn = async (limits: RateLimits, { net }: SignInAttempt): Promise<void> => {
  for (const bucket of netFailures) await limits.spend(bucket, net)
}

/** Forgets the tries of an account whose owner has just shown that they are it. */
export const resetSignInAttempts = async (limits: RateLimits, trying: SignInAttempt): Promise<void> => {
  for (const bucket of accountTries) await limits.forget(bucket, accountOf(trying))
}

const accountOf = ({ account, knownDevice }: SignInAttempt): string =>
  sha256(`${account}\n${knownDevice ?? ''}`).toString('base64url')
