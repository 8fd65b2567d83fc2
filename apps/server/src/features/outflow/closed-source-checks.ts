import { type ClosedSource, OutflowSource, type PaidSource } from '@runnel/contract/outflow'
import type { ClosedSourceState } from '#kernel/cache/closed-sources.ts'
import { later, secondsBetween } from '#kernel/clock.ts'
import { refuse } from '#kernel/refusal.ts'
import { say, type Words } from '#kernel/words/say.ts'

/** What every handler knows of what is closed. */
export interface Known {
  readonly closed: readonly ClosedSourceState[]
  readonly now: Date
}

/** Sources in a sentence, as its beginning. */
const names: Record<OutflowSource, string> = {
  faucet: say('outflow.theFaucet'),
  bonus: say('outflow.dailyBonus'),
  challenge: say('outflow.challenges'),
  coupon: say('outflow.redeemingCoupons'),
  link: say('outflow.shortlinks'),
  offerwall: say('outflow.offerwalls'),
  referral: say('outflow.payingCommission'),
  leaderboard: say('outflow.payingPrizes'),
  ptc: say('outflow.viewingAds'),
  task: say('outflow.startingTasks'),
  payout: say('outflow.payingOut'),
}

export const sourceName = (source: OutflowSource): string => names[source]

/**
 * Seconds in which what was begun before a budget was used up may still be finished: as long as a challenge that was
 * given before can be answered. A finished challenge of the owner's took longer, so it has an hour to be claimed.
 */
const graceSeconds: Partial<Record<PaidSource, number>> = { faucet: 180, bonus: 180, challenge: 3_600 }

/** Why a source pays nothing right now; undefined: it pays. */
export const closedBy = ({ closed, now }: Known, source: OutflowSource): ClosedSourceState | undefined =>
  closed.find((one) => one.source === source && (one.until === null || one.until > now))

/** Refuses what begins with a source that pays nothing: nobody shall work for what is not paid. */
export const refuseClosedSource = (known: Known, source: OutflowSource): void => {
  const found = closedBy(known, source)
  if (found !== undefined) refuseBy(found, { source, now: known.now })
}

/** Refuses a claim on a source that pays nothing, but what was begun before its budget was used up. */
export const refuseClosedClaim = (known: Known, source: PaidSource): void => {
  const found = closedBy(known, source)
  if (found === undefined) return
  const isSpared = found.code === 'BUDGET_USED_UP' && known.now <= later(found.since, graceSeconds[source] ?? 0)
  if (!isSpared) refuseBy(found, { source, now: known.now })
}

const refuseBy = (found: ClosedSourceState, { source, now }: { source: OutflowSource; now: Date }): never => {
  const retry = found.until === null ? {} : { retryAfter: secondsBetween(now, found.until) }
  return refuse('conflict', found.code, sentenceOf(found, source), retry)
}

const sentenceOf = ({ code }: ClosedSourceState, source: OutflowSource): Words =>
  code === 'BUDGET_USED_UP' ? say('outflow.usedUpToday', { source }) : say('outflow.pausedForCheck', { source })

/** All that pays nothing right now, in words; each source once. */
export const closedList = (known: Known): ClosedSource[] =>
  OutflowSource.options.flatMap((source) => {
    const found = closedBy(known, source)
    if (found === undefined) return []
    const resetsAt = found.until?.toISOString() ?? null
    return [{ source, code: found.code, msg: sentenceOf(found, source), resetsAt }]
  })
