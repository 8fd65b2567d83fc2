import { advertising } from './advertisers.ts'
import { furnishing } from './furnish.ts'
import type { Occasion, Today } from './town.ts'
import { wallDays } from './wall.ts'
import { working } from './work.ts'

const occasions: readonly Occasion[] = [...furnishing, ...advertising, ...wallDays, ...working]

/** Lets happen what this hour has in store. */
export const keepCalendar = async (today: Today, { hour, hours }: { hour: number; hours: number }): Promise<void> => {
  for (const { when, happens } of occasions) {
    if (hour === (when < 0 ? hours + when : Math.floor(when * hours))) await happens(today)
  }
}
