import { advertising } from './advertisers.ts'
import { furnishing } from './furnish.ts'
import { mail } from './letters.ts'
import { trapped } from './margins.ts'
import { movingIn } from './move-in.ts'
import { doubts } from './ring.ts'
import type { Occasion, Today } from './town.ts'
import { wallDays } from './wall.ts'
import { watching } from './watch.ts'
import { working } from './work.ts'

const occasions: readonly Occasion[] = [
  ...furnishing,
  ...movingIn,
  ...advertising,
  ...wallDays,
  ...working,
  ...mail,
  ...trapped,
  ...doubts,
  ...watching,
]

/** Lets happen what this hour has in store. */
export const keepCalendar = async (today: Today, { hour, hours }: { hour: number; hours: number }): Promise<void> => {
  for (const { when, happens } of occasions) {
    if (hour === (when < 0 ? hours + when : Math.floor(when * hours))) await happens(today)
  }
}
