import { manual } from '#adapters/payout/manual.ts'
import type { PayoutProcessors } from '#adapters/payout/payout.ts'
import { createSandbox } from '#adapters/payout/sandbox.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'

/**
 * The processors of this site. The sandbox pays nobody, so a production site does not have it: its methods close
 * there instead of taking people's balance for nothing. The demonstration is made of nothing else.
 */
export const openPayouts = (site: {
  db: Db
  clock: Clock
  isProduction: boolean
  isDemo: boolean
}): PayoutProcessors => {
  const { db, clock, isProduction, isDemo } = site
  return isProduction && !isDemo ? { manual } : { manual, sandbox: createSandbox({ db, clock }) }
}
