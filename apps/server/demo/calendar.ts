import { advertising } from './advertisers.ts'
import { furnishing } from './furnish.ts'
import type { Site } from './set-up.ts'
import type { Member, Stage } from './stage.ts'
import type { Town } from './town.ts'
import { wallDays } from './wall.ts'
import { working } from './work.ts'

/** An hour of the month, with everybody who has joined. */
export interface Today {
  readonly stage: Stage
  readonly site: Site
  readonly town: Town
  readonly members: readonly Member[]
  readonly from: Date
}

/** Something that happens once. */
export interface Occasion {
  /** The part of the month that is over then; below nothing: hours before its end. */
  readonly when: number
  readonly happens: (today: Today) => Promise<void>
}

const occasions: readonly Occasion[] = [...furnishing, ...advertising, ...wallDays, ...working]

/** Lets happen what this hour has in store. */
export const keepCalendar = async (today: Today, { hour, hours }: { hour: number; hours: number }): Promise<void> => {
  for (const { when, happens } of occasions) {
    if (hour === (when < 0 ? hours + when : Math.floor(when * hours))) await happens(today)
  }
}
