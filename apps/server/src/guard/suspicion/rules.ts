import { type ClaimDelay, paceSignals } from '#guard/check/answer-statistics.ts'
import {
  sharedDeviceSignal,
  type DetectedSignal,
  referralClusterSignal,
  hostingNetworkSignal,
  sharedPayoutAddressSignal,
  sharedFingerprintSignal,
  syncedActivitySignal,
} from './risk-signals.ts'

/**
 * What is recorded about one account, as far as the rules look at it. Whoever has these facts can replay the rules
 * over them: the job does over the database, the bench over a made-up town.
 */
export interface AccountFacts {
  /** Its devices, with how many accounts were seen on each. */
  readonly devices: readonly { readonly device: string; readonly accounts: number }[]
  readonly prints: readonly Parameters<typeof sharedFingerprintSignal>[0][]
  readonly addresses: readonly { readonly address: string; readonly accounts: number }[]
  /** Networks known for servers or hiding that it was seen in. */
  readonly hosting: readonly string[]
  /** Times of its claims of the last days, oldest first, how long the challenges took, and how late each claim was. */
  readonly claims: readonly Date[]
  readonly solveMs: readonly number[]
  readonly claimDelays: readonly ClaimDelay[]
  /** Busy accounts that it moves together with, and those of one referrer among them. */
  readonly together: number
  readonly herd: { readonly referrer: string; readonly together: number } | null
}

/** Everything the rules find in the facts of one account: pure, so that a changed rule can be tried on history. */
export const accountSignals = (facts: AccountFacts): DetectedSignal[] => [
  ...facts.devices.flatMap((device) => sharedDeviceSignal(device) ?? []),
  ...facts.prints.flatMap((seen) => sharedFingerprintSignal(seen) ?? []),
  ...facts.addresses.flatMap((address) => sharedPayoutAddressSignal(address) ?? []),
  ...facts.hosting.slice(0, 1).map((net) => hostingNetworkSignal({ net })),
  ...claimPaceSignals(facts),
  ...syncSignals(facts),
]

export const claimPaceSignals = (facts: Pick<AccountFacts, 'claims' | 'solveMs' | 'claimDelays'>): DetectedSignal[] =>
  paceSignals(facts).map((mark) => ({ ...mark, family: 'pace' }))

export const syncSignals = ({ together, herd }: Pick<AccountFacts, 'together' | 'herd'>): DetectedSignal[] =>
  [syncedActivitySignal({ together }), herd === null ? undefined : referralClusterSignal(herd)].filter(
    (mark) => mark !== undefined,
  )

/** How long after the timer ran out each claim came; after a pause nothing can be told. */
export const claimDelaysOf = (claims: readonly Date[], timerSeconds: number): ClaimDelay[] =>
  claims.slice(1).flatMap((claim, index) => {
    const before = claims[index]
    if (before === undefined) return []
    const seconds = (claim.getTime() - before.getTime()) / 1_000 - timerSeconds
    return seconds >= 0 && seconds < DELAY_MAX_SECONDS ? [{ at: claim, seconds }] : []
  })

/** Whoever comes by an alarm at each full hour is late by almost the same time, and no program for that. */
const DELAY_MAX_SECONDS = 900
