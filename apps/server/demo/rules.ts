import { createShortener } from '#adapters/shortlink/shortener.ts'
import { admin } from '#features/admin/admin.ts'
import { createSecrets } from '#kernel/secrets.ts'

import type { Stage } from './stage.ts'

/** What the owner of the made-up site can do, as the server itself would give it. */
export const ownersRules = ({ settings, clock }: Stage) =>
  admin({
    settings,
    processors: ['manual', 'sandbox'],
    // The owner sets up no way to pay in during this month.
    deposits: {},
    shortener: createShortener({ isProduction: false, isDemo: true }),
    // Nothing that is kept in this month is secret.
    secrets: createSecrets('the made-up month'),
    publicUrl: 'http://localhost',
    clock: clock.now,
  })
