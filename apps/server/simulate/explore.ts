import type { ActCounts } from './act-counts.ts'
import { type Act, actsOf } from './acts.ts'
import type { Databases } from './postgres.ts'
import { type RunResult, runHistory } from './run.ts'
import { shrink } from './shrink.ts'
import type { Plan } from './site.ts'

export interface ExploreInput {
  readonly databases: Databases
  readonly plan: Plan
  /** Days of the site's own clock after which a seed is over. */
  readonly days: number
  readonly steps?: number
  /** When to stop, in the time of the machine. */
  readonly until: number
  readonly tally?: ActCounts
}

/** Plays what a seed tells, until its days are over or the time is. */
export const explore = ({ databases, plan, days, steps, until, tally }: ExploreInput): Promise<RunResult> => {
  const limit = steps ?? Number.POSITIVE_INFINITY
  let end: number | undefined
  return runHistory({
    databases,
    plan,
    acts: actsOf(plan.seed),
    ...(tally === undefined ? {} : { tally }),
    goesOn: ({ clock }, done) => {
      end ??= clock().getTime() + days * 86_400_000
      return Date.now() < until && done < limit && clock().getTime() < end
    },
  })
}

/** Plays a list of acts to its end. */
export const play = (databases: Databases, plan: Plan, acts: readonly Act[]): Promise<RunResult> =>
  runHistory({ databases, plan, acts, goesOn: () => true })

/**
 * The shortest history found in time that fails like this one; the whole one where it does not fail again, which
 * happens where it takes two nodes that meet at the same moment.
 */
export const shortest = async (
  databases: Databases,
  { plan, ending, seconds }: { plan: Plan; ending: RunResult; seconds: number },
): Promise<RunResult> => {
  if (ending.violation === undefined) return ending
  const found = await shrink({
    history: ending.history,
    play: (acts) => play(databases, plan, acts),
    invariant: ending.violation.invariant,
    seconds,
  })
  return found ?? ending
}
