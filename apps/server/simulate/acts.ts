import type { ActKind } from './act-context.ts'
import { ads } from './acts/ads.ts'
import { deposits } from './acts/deposits.ts'
import { earning } from './acts/earning.ts'
import { desk } from './acts/moderation.ts'
import { trouble } from './acts/outages.ts'
import { owning } from './acts/owner.ts'
import { walls } from './acts/postbacks.ts'
import { reports } from './acts/reports.ts'
import { machine } from './acts/scheduled-jobs.ts'
import { power } from './acts/stolen-admin.ts'
import { tasks } from './acts/tasks.ts'
import { withdrawing } from './acts/withdrawing.ts'
import { createDice, type Dice } from './dice.ts'

/** Everything that can happen, by name. */
export const acts = {
  ...earning,
  ...ads,
  ...tasks,
  ...walls,
  ...reports,
  ...deposits,
  ...withdrawing,
  ...desk,
  ...owning,
  ...power,
  ...machine,
  ...trouble,
} satisfies Record<string, ActKind>

export type ActName = keyof typeof acts

/**
 * One step of a history, as data: what is done, how long the site waited before, and the number that all else of it
 * comes from. It means something whatever stands before it, so that a history can be shortened.
 */
export interface Act {
  readonly kind: ActName
  readonly wait: number
  readonly seed: string
}

// The object has exactly these keys, which `Object.keys` cannot know.
export const actNames = Object.keys(acts) as ActName[]

const weights = actNames.map((name) => acts[name].weight)
const total = weights.reduce((sum, weight) => sum + weight, 0)

/** The acts of a seed, one after the other, for ever. */
export const actsOf = function* (seed: string): Generator<Act> {
  const dice = createDice(`${seed} acts`)
  for (let step = 0; ; step++) yield { kind: kindBy(dice), wait: waitBy(dice), seed: `${seed} ${step}` }
}

const kindBy = (dice: Dice): ActName => {
  let left = dice.next() * total
  for (const [index, name] of actNames.entries()) {
    left -= weights[index] ?? 0
    if (left < 0) return name
  }
  return 'claim'
}

/** Mostly seconds, sometimes minutes, now and then hours or days, over which things become due. */
const waitBy = (dice: Dice): number => {
  const share = dice.next()
  if (share < 0.75) return dice.whole(1, 70)
  if (share < 0.96) return dice.amount(70, 1_200)
  return share < 0.995 ? dice.amount(1_200, 6 * 3_600) : dice.amount(6 * 3_600, 3 * 86_400)
}
