import { runImport } from '#features/admin/import/import-run.ts'
import { advertising } from './advertisers.ts'
import { mail } from './contact-messages.ts'
import type { Occasion, Today } from './demo-world.ts'
import { asOwner } from './desk.ts'
import { doubts } from './fraud-ring.ts'
import { trapped } from './margins.ts'
import { depsAt } from './rules.ts'
import { furnishing } from './seed-details.ts'
import { watching } from './suspect-jobs.ts'
import { wallDays } from './wall.ts'
import { working } from './work.ts'

/** As another script exports its users: names of columns of its own, and a row that is no good. */
const rows = [
  'id,username,email,balance,level,created,referred_by,verified',
  '1,old_anchor,anchor@mail.example,4200,6,2025-03-02,,1',
  '2,old_barge,barge@mail.example,1250,3,2025-03-19,1,1',
  '3,old_canoe,canoe@post.example,0,1,2025-04-06,,0',
  '4,old_dinghy,dinghy@post.example,860,2,2025-04-23,1,1',
  '5,old_ferry,ferry@inbox.example,9975,9,2025-05-11,,1',
  '6,old_galley,no address at all,310,2,2025-05-30,5,1',
  '7,old_kayak,kayak@inbox.example,2040,4,2025-06-14,5,1',
  '8,old_lugger,lugger@mail.example,75,1,2025-07-01,,1',
  '9,old_punt,punt@post.example,1530,3,2025-08-20,5,0',
]

/** The owner had a small site before, and brings its people along. */
const importUsers = async (today: Today): Promise<void> => {
  const { stage, from } = today
  const upload = { body: new TextEncoder().encode(rows.join('\n')) }
  const query = {
    dry: 'false' as const,
    source: 'old-faucet',
    unit: 'units' as const,
    sendMails: 'false' as const,
    mailsPerMinute: 60,
  }
  const given = { params: undefined, query, headers: undefined, body: undefined, upload }
  const { import: begun } = await asOwner(today, from, (rules, context) => rules.import(given, context))
  if (begun !== null) await runImport({ ...depsAt(stage, from), reservedNames: [] }, begun._id)
}

const movingIn: readonly Occasion[] = [{ when: 0.06, happens: importUsers }]

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
