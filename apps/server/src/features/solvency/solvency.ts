import type { Contract } from '@runnel/contract'

import type { Handlers } from '#kernel/context.ts'
import { refuse } from '#kernel/refusal.ts'

import { keptFigures } from './figures.ts'

export { addUp } from './figures.ts'

/** What the site owes and holds, for everybody to see. */
export const solvency: Handlers<Contract['solvency']> = {
  figures: async (_input, { db, settings }) => {
    if (!settings.solvency_public) {
      refuse('notFound', 'SOLVENCY_OFF', 'The owner of this site does not show what it owes and holds.')
    }
    const kept = await keptFigures(db)
    if (kept !== undefined) return kept
    return refuse(
      'busy',
      'SOLVENCY_SOON',
      'The figures are being added up for the first time. Look again in a minute.',
      {
        retryAfter: 60,
      },
    )
  },
}
