import { later } from '#kernel/clock.ts'

/** How long an invoice can be paid. */
export const INVOICE_SECONDS = 3_600
const FIRST_SECONDS = 60
const LONGEST_SECONDS = 6 * 3_600
/** Days after its end in which a payment that comes late is still looked for. */
const LATE_SECONDS = 7 * 86_400

export interface Lifetime {
  readonly created_at: Date
  readonly expires_at: Date
}

/**
 * When to check a deposit again: after a quarter of its age, at least a minute and at most six hours. Null when it
 * is over; what its processor tells later is still processed.
 */
export const nextPollAt = ({ created_at: created, expires_at: expires }: Lifetime, now: Date): Date | null => {
  const until = later(expires, LATE_SECONDS)
  if (now >= until) return null
  const ageSeconds = (now.getTime() - created.getTime()) / 1_000
  const next = later(now, Math.min(LONGEST_SECONDS, Math.max(FIRST_SECONDS, Math.floor(ageSeconds / 4))))
  return next < until ? next : until
}

/** When a deposit is checked first, should nobody have told of it: by then its opening has an answer or none. */
export const firstPollAt = (now: Date): Date => later(now, FIRST_SECONDS)
