import type { Owed } from '@runnel/contract/solvency'
import { sql } from 'kysely'
import type { Read, Tx } from '#kernel/db.ts'
import { type Balances, heldInEscrow, owedToUsers } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { type DailyTotal, flowsInAll } from '#money/daily-totals.ts'

/**
 * The sums that more than one page shows. Each has one name and one definition, here: home, the solvency page, the
 * overview and the statistics add up nothing of their own.
 */

type Moved = Pick<DailyTotal, 'account' | 'debited' | 'credited'>

/** Owed: balances, what is on hold, withdrawals under way, and escrow. */
export const owedOf = (
  owned: Balances,
  { escrow, inAll }: { readonly escrow: Units; readonly inAll: readonly Moved[] },
): Owed => {
  const { main, deposit, held } = owned
  const inFlight = Math.max(0, -net(inAll, startsWith('payout:')))
  return { main, deposit, held, inFlight, escrow, total: main + deposit + held + inFlight + escrow }
}

/** By how much `owed.total` rose: what the site and the world outside gave, since one's loss is the other's gain. */
export const owedRise = (flows: readonly Moved[]): Units =>
  net(flows, (account) => account.startsWith('house:') || account.startsWith('external:'))

/** Paid out: what reached wallets, so the amounts of paid withdrawals without their fees. */
export const paidOutIn = (flows: readonly Moved[]): Units => Math.max(0, -net(flows, startsWith('external:payout:')))

/** The same of rows of `withdrawals`, where days are not enough: by method, by account, in the last hours. */
export const paidOutSum = sql<Units>`coalesce(sum(amount - fee) FILTER (WHERE status = 'paid'), 0)::bigint`

/** Earned: what rewards brought users, less what was taken back of them. A sum of rewards does not fall below zero. */
export const earnedIn = (flows: readonly Moved[]): Units => Math.max(0, net(flows, paysRewards))

/** Deposited: what came in from outside before fees. */
export const depositedIn = (flows: readonly Moved[]): Units => Math.max(0, net(flows, startsWith('external:deposit:')))

/** What left these accounts, less what came in. */
export const net = (flows: readonly Moved[], counts: (account: string) => boolean): Units =>
  flows.filter(({ account }) => counts(account)).reduce((sum, { debited, credited }) => sum + debited - credited, 0)

const startsWith =
  (prefix: string) =>
  (account: string): boolean =>
    account.startsWith(prefix)

/** House accounts that pay rewards, and escrows; fees are income, and adjustments are corrections. */
const paysRewards = (account: string): boolean =>
  account === 'escrow' || (account.startsWith('house:') && account !== 'house:fee' && account !== 'house:adjustment')

/** From here on the transaction sees one moment only: money that moves meanwhile is neither lost nor doubled. */
export const ofOneMoment = async (tx: Tx): Promise<void> => {
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx)
}

/** What the site owes and has ever paid out, from the ledger as they are now. */
export const publicSums = async (db: Read): Promise<{ readonly owed: Owed; readonly paidOut: Units }> => {
  const owned = await owedToUsers(db)
  const escrow = await heldInEscrow(db)
  const inAll = await flowsInAll(db)
  return { owed: owedOf(owned, { escrow, inAll }), paidOut: paidOutIn(inAll) }
}
