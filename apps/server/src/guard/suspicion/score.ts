import type { Read } from '#kernel/db.ts'
import type { DetectedSignal } from './risk-signals.ts'

/** What speaks against an account: one row of the database, with the sentence that an owner reads. */
export interface RiskSignal {
  readonly family: string
  readonly reason: string
  readonly points: number
  readonly detail: string
  readonly at: Date
}

/** What one independent module thinks of a request; the strictest of them decides. */
export interface RiskVerdict {
  readonly allow: boolean
  readonly step: ChallengeStep
  readonly points: number
  readonly reasons: readonly string[]
}
export type ChallengeStep = 'none' | 'pow' | 'captcha' | 'hold'

/** From how many points on what happens (ANTIBOT.md 4). Nobody is banned for good without a person's decision. */
export const actionsFrom = { captcha: 20, slower: 40, hold: 60, lock: 80 } as const

const halfLifeDays = 14
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

/** The verdict on an account, with its reasons sorted by weight. */
export const assessRisk = (marks: readonly RiskSignal[], now: Date): RiskVerdict => {
  const points = scoreOf(marks, now)
  const reasons = marks
    .map((signal) => ({ detail: signal.detail, points: decayed(signal, now) }))
    .filter((reason) => reason.points >= 1)
    .sort((a, b) => b.points - a.points)
    .map((reason) => reason.detail)
  return { allow: points < actionsFrom.lock, step: stepFor(points), points, reasons }
}

/** One verdict of many: forbidden if any forbids, and the most demanding step. */
export const combineVerdicts = (verdicts: readonly RiskVerdict[]): RiskVerdict => ({
  allow: verdicts.every((verdict) => verdict.allow),
  step: verdicts.reduce<ChallengeStep>(
    (strictest, { step }) => (rank[step] > rank[strictest] ? step : strictest),
    'none',
  ),
  points: verdicts.reduce((sum, verdict) => sum + verdict.points, 0),
  reasons: verdicts.flatMap((verdict) => verdict.reasons),
})

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
  const others = mates.length === 1 ? '1 other account' : `${mates.length} other accounts`
  const detail = `Linked by a withdrawal address or a device to ${others} with ${Math.round(mean)} points on average.`
  return { family: CLUSTER_FAMILY, reason: 'cluster', points, detail }
}

const rank: Readonly<Record<ChallengeStep, number>> = { none: 0, pow: 1, captcha: 2, hold: 3 }

const stepFor = (points: number): ChallengeStep => {
  if (points >= actionsFrom.hold) return 'hold'
  return points >= actionsFrom.captcha ? 'captcha' : 'none'
}

const familyPoints = (points: readonly number[]): number => {
  const most = Math.max(0, ...points)
  const sum = points.reduce((total, value) => total + value, 0)
  return most + restWeight * (sum - most)
}

const decayed = (signal: RiskSignal, now: Date): number => {
  const days = Math.max(0, now.getTime() - signal.at.getTime()) / 86_400_000
  return signal.points * 0.5 ** (days / halfLifeDays)
}

/** What speaks against each of these users. */
export const marksOf = async (db: Read, userIds: readonly string[]): Promise<Map<string, RiskSignal[]>> => {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('risk_marks')
    .select(['user_id as userId', 'family', 'reason', 'points', 'detail', 'at'])
    .where('user_id', 'in', [...new Set(userIds)])
    .orderBy('points', 'desc')
    .execute()
  return Map.groupBy(rows, ({ userId }) => userId)
}
