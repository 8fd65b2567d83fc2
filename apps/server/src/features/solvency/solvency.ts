import type { Contract } from '@runnel/contract'
import type { Settings } from '@runnel/contract/settings/settings'
import type { Solvency } from '@runnel/contract/solvency'
import type { Handlers } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { figuresNow, keptFigures } from './figures.ts'

export { addUp } from './figures.ts'

/** For the finished pages: the figures, `off` where the owner hides them, and null before they were ever added up. */
export const shownFigures = async (
  db: Read,
  settings: Pick<Settings, 'solvency_public'>,
): Promise<Solvency | 'off' | null> => (settings.solvency_public ? ((await keptFigures(db)) ?? null) : 'off')

/** What the site owes and holds, for everybody to see. */
export const solvency: Handlers<Contract['solvency']> = {
  figures: async (_input, { db, settings, now }) => {
    if (!settings.solvency_public) {
      refuse('notFound', 'SOLVENCY_OFF', say('owner.solvency.siteDoesntPublishSolvency'))
    }
    // A site that has just begun has not added them up yet.
    return (await keptFigures(db)) ?? figuresNow(db, settings, now)
  },
}
