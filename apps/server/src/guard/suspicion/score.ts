import type { Read } from '#kernel/db.ts'
import { say } from '#kernel/words/say.ts'
import type { DetectedSignal } from './risk-signals.ts'

/** What speaks against an account: one row of the database, with the sentence that an owner reads. */
export interface RiskSignal {
  readonly family: string
  readonly reason: string
  readonly points: number
  readonly detail: string
  /** When it was seen last, and since when. */
  readonly at: Date
  readonly since?: Date | null
}

/**
 * Where the review queue begins, and from how many points on withdrawals can be held at all. The score orders the
 * queue; it never changes what an account is paid or may do.
 */
export const queueFrom = { listed: 20, hold: 60 } as const

const DAY_MS = 86_400_000
/** Points halve in so many days. */
export const HALF_LIFE_DAYS = 14
const restWeight = 0.4
/** What a browser says about itself is weak evidence, however much of it there is; so is whom somebody invited. */
const familyCaps: Readonly<Record<string, number>> = { client: 40, referral: 45 }

/** Points of all families after decay: the strongest reason of a family counts whole, its others count 0.4. */
export const scoreOf = (marks: readonly RiskSignal[], now: Date): number => {
  const families = new Map<string, Map<string, number>>()
  for (const signal of marks) {
    const reasons = families.get(signal.family) ?? new Map<string, number>()
    // The same reason twice is one reason: seen again it counts as fresh, not double.
    reasons.set(signal.reason, Math.max(reasons.get(signal.reason) ?? 0, decayed(signal, now)))
    families.set(signal.family, reasons)
  }
  let score = 0
  for (const [family, reasons] of families) {
    score += Math.min(familyPoints([...reasons.values()]), familyCaps[family] ?? Number.POSITIVE_INFINITY)
  }
  return score
}

/** Accounts tied by a rare thing (a payout address, a device) share their suspicion. */
export const withCluster = (own: number, clusterMean: number): number => Math.max(own, 0.4 * own + 0.6 * clusterMean)

/** The family of what others add to a score; it is never counted into what they share. */
export const CLUSTER_FAMILY = 'cluster'

/** What the accounts tied to this one add to its score, as a mark like any other; undefined when they add nothing. */
export const clusterSignal = ({
  own,
  mates,
}: {
  own: number
  mates: readonly number[]
}): DetectedSignal | undefined => {
  if (mates.length === 0) return undefined
  const all = [own, ...mates]
  const mean = all.reduce((sum, score) => sum + score, 0) / all.length
  const points = withCluster(own, mean) - own
  if (points < 1) return undefined
  const detail = say('signal.linked', { count: mates.length, mean: Math.round(mean) })
  return { family: CLUSTER_FAMILY, reason: 'cluster', points, detail }
}

/** Kinds of evidence that do not follow from one another; what people share by nature is one of them. */
const independent: Readonly<Record<string, string>> = {
  answers: 'answers',
  payout: 'payout',
  place: 'place',
  network: 'place',
  referral: 'place',
  cluster: 'place',
  sync: 'sync',
  pace: 'pace',
  client: 'client',
  traps: 'traps',
  links: 'links',
}
const STANDING_DAYS = 7
/** Weaker reasons do not count as a kind of evidence of their own. */
const STANDING_POINTS = 15
const KINDS = 2

/**
 * Whether withdrawals go to a reviewer: much speaks against the account, of two independent kinds, and each was seen
 * for a week. No single event can do that.
 */
export const isHoldDue = (marks: readonly RiskSignal[], now: Date): boolean => {
  if (scoreOf(marks, now) < queueFrom.hold) return false
  const kinds = marks
    .filter((mark) => isStanding(mark) && decayed(mark, now) >= STANDING_POINTS)
    .map(({ family }) => independent[family] ?? family)
  return new Set(kinds).size >= KINDS
}

const isStanding = ({ since, at }: RiskSignal): boolean =>
  since !== undefined && since !== null && at.getTime() - since.getTime() >= STANDING_DAYS * DAY_MS

const familyPoints = (points: readonly number[]): number => {
  const most = Math.max(0, ...points)
  const sum = points.reduce((total, value) => total + value, 0)
  return most + restWeight * (sum - most)
}

const decayed = (signal: RiskSignal, now: Date): number => {
  const days = Math.max(0, now.getTime() - signal.at.getTime()) / DAY_MS
  return signal.points * 0.5 ** (days / HALF_LIFE_DAYS)
}

/** What speaks against each of these users. */
export const marksOf = async (db: Read, userIds: readonly string[]): Promise<Map<string, RiskSignal[]>> => {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('risk_marks')
    .select(['user_id as userId', 'family', 'reason', 'points', 'detail', 'at', 'since'])
    .where('user_id', 'in', [...new Set(userIds)])
    .orderBy('points', 'desc')
    .execute()
  return Map.groupBy(rows, ({ userId }) => userId)
}
