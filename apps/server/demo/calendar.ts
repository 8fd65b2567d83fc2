import { advertising } from './advertisers.ts'
import { mail } from './contact-messages.ts'
import type { Occasion, Today } from './demo-world.ts'
import { doubts } from './fraud-ring.ts'
import { trapped } from './margins.ts'
import { furnishing } from './seed-details.ts'
import { watching } from './suspect-jobs.ts'
import { movingIn } from './user-import.ts'
import { wallDays } from './wall.ts'
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
export const runCalendar = async (today: Today, { hour, hours }: { hour: number; hours: number }): Promise<void> => {
  for (const { when, happens } of occasions) {
    if (hour === (when < 0 ? hours + when : Math.floor(when * hours))) await happens(today)
  }
}
