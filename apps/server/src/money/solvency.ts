import { sql } from 'kysely'

import type { Read, Tx } from '#kernel/db.ts'
import { type Balances, heldInEscrow, owedToUsers } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { type Flow, flowsInAll } from '#money/flow.ts'

/** What the books say of the site's debts, all of one moment. */
export interface Debts extends Balances {
  readonly inFlight: Units
  readonly escrow: Units
  /** All that ever left for the outside world. */
  readonly paidEver: Units
}

/** From here on the transaction sees one moment only: money that moves meanwhile is neither lost nor doubled. */
export const ofOneMoment = async (tx: Tx): Promise<void> => {
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx)
}

/** What the site owes, added up from the books. */
export const debtsOf = async (db: Read): Promise<Debts> => {
  const owned = await owedToUsers(db)
  const escrow = await heldInEscrow(db)
  const flows = await flowsInAll(db)
  const into = (prefix: string): Units => Math.max(0, sum(flows.filter(({ account }) => account.startsWith(prefix))))
  return { ...owned, escrow, inFlight: into('payout:'), paidEver: into('external:payout:') }
}

const sum = (flows: readonly Pick<Flow, 'debited' | 'credited'>[]): Units =>
  flows.reduce((total, { debited, credited }) => total + credited - debited, 0)
