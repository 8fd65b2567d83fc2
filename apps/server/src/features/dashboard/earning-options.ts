import type { EarningOption } from '@runnel/contract/dashboard'
import type { Shortlink } from '@runnel/contract/earn/link'
import { adSeconds, PRESS_SECONDS, unitsPerMinute } from '@runnel/contract/earn/pace'
import type { PtcAd } from '@runnel/contract/earn/ptc'
import type { BestTask } from '#features/task/task.ts'
import type { Units } from '#money/amount.ts'

/** What each feature says that a user can earn with. */
export interface EarningOptions {
  readonly faucet: { readonly readyAt: Date; readonly amount: Units } | undefined
  readonly ads: { readonly ads: readonly PtcAd[]; readonly count: number; readonly amount: Units }
  readonly links: { readonly links: readonly Shortlink[]; readonly count: number; readonly amount: Units }
  readonly tasks: readonly BestTask[]
  readonly bonus: { readonly streak: number; readonly reward: Units }
  readonly challenges: readonly { readonly id: string; readonly kind: string; readonly reward: Units }[]
}

const BEST = 6
/** What solving a human check takes most people, beside the waiting; a claim without one is a press. */
const CHECK_SECONDS = 15
/** A bonus and finished challenges are few; the rest of the list is for what can be done again. */
const CHALLENGES = 2

/** The ways that pay best for a minute from now on, waiting included. */
export const bestEarningOptions = (
  { faucet, ads, links, tasks, bonus, challenges }: EarningOptions,
  now: Date,
): EarningOption[] => {
  const best = challenges.toSorted((a, b) => b.reward - a.reward).slice(0, CHALLENGES)
  const ways: Way[] = [
    ...best.map(({ id, kind, reward }) => ({
      kind: 'challenge' as const,
      id,
      name: kind,
      reward,
      seconds: PRESS_SECONDS,
    })),
    ...ads.ads.map(({ _id, title, reward, timer }) => ({
      kind: 'ptc' as const,
      id: _id,
      name: title,
      reward,
      seconds: adSeconds(timer),
    })),
    ...links.links.map(({ _id, name, reward, avgDuration }) => ({
      kind: 'link' as const,
      id: _id,
      name,
      reward,
      seconds: avgDuration,
    })),
    ...tasks.map(({ id, title, reward, seconds }) => ({
      kind: 'task' as const,
      id,
      name: title,
      reward,
      seconds,
    })),
  ]
  if (bonus.reward > 0) ways.push(checked('bonus', bonus.reward))
  if (faucet !== undefined) ways.push({ ...checked('faucet', faucet.amount), readyAt: faucet.readyAt })
  return ways
    .map((way) => earningOption(way, now))
    .toSorted((a, b) => (b.perMinute ?? 0) - (a.perMinute ?? 0) || b.reward - a.reward)
    .slice(0, BEST)
}

interface Way {
  readonly kind: EarningOption['kind']
  readonly id: string | null
  readonly name: string
  readonly reward: Units
  readonly seconds: number
  /** Left out where nobody has to wait. */
  readonly readyAt?: Date
}

const checked = (kind: 'bonus' | 'faucet', reward: Units): Way => ({
  kind,
  id: null,
  name: kind,
  reward,
  seconds: CHECK_SECONDS,
})

/** A browser's clock differs from ours: that nothing is to be waited for is said, not left to be compared. */
const earningOption = ({ readyAt, ...way }: Way, now: Date): EarningOption => {
  const later = readyAt !== undefined && readyAt > now ? readyAt : null
  const wait = later === null ? 0 : (later.getTime() - now.getTime()) / 1_000
  const perMinute = unitsPerMinute(way.reward, wait + way.seconds)
  return { ...way, perMinute, readyAt: later?.toISOString() ?? null }
}
