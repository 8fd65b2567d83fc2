import { type RawBuilder, sql } from 'kysely'
import { later } from '#kernel/clock.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert } from '#kernel/refusal.ts'
import { asExecutor } from '#money/accounts.ts'
import { proveAllowances, type WrongAllowance, wrongBefore } from '#money/allowance/prove-allowances.ts'
import {
  addToClosed,
  closePeriods,
  partOfNight,
  periodsToProve,
  provePeriods,
  proveSums,
} from '#money/proof-periods.ts'

export interface Mismatch {
  readonly account: string
  readonly balance: number
  readonly sum: number
}

export interface Books {
  readonly balanced: boolean
  readonly accounts: number
  readonly transfers: number
  readonly mismatches: readonly Mismatch[]
}

const NAMED_AT_MOST = 20

/**
 * Reconciles the ledger from the transfers alone: every materialised balance is the sum of its transfers, no transfer
 * names an unknown account, all accounts together sum to zero, payouts in flight equal the open withdrawals, a
 * campaign's escrow is exactly what its unsold views cost, a task's is reward and fee of every place that is neither
 * paid nor given back, less the rewards that already lie with workers, and what a user has on hold is their offers and
 * such rewards. And the places of a task that are held or paid are its submissions that say so, who is in debt has
 * nothing on the main and the deposit balance, and owes what became a debt less what was repaid. And what is counted
 * for the allowance of each account is what its transfers say (`proveAllowances`).
 */
export const auditBooks = async (db: Read): Promise<Books> =>
  withMismatches(await audit(db, 'everything'), await proveAllowances(db, 'all'))

type Reach = 'everything' | 'since the last proof' | 'since the last proof, and debts'

const changesOf = (when: RawBuilder<unknown>) => sql`
  SELECT credit AS account, amount AS change FROM transfers WHERE ${when}
  UNION ALL SELECT debit, -amount FROM transfers WHERE ${when}`

/** What moved each account: all its transfers, or those that came after what was proved of it, on top of that. */
const moves = (reach: Reach): RawBuilder<unknown> =>
  reach === 'everything'
    ? changesOf(sql`true`)
    : sql`SELECT account, sum AS change FROM account_proofs
        UNION ALL ${changesOf(sql`at >= (SELECT until FROM books_proved)`)}`

const audit = async (db: Read, reach: Reach): Promise<Books> => {
  const { rows } = await sql<Mismatch>`
    WITH moved AS (
      SELECT account, sum(change)::bigint AS sum FROM (${moves(reach)}) changes GROUP BY account
    ), in_flight AS (
      SELECT 'payout:' || method_id AS account, sum(amount)::bigint AS sum FROM withdrawals
      WHERE status IN ('review', 'approved', 'sending', 'unknown') GROUP BY method_id
    ), unsold AS (
      SELECT 'escrow:' || id AS account,
        CASE WHEN status IN ('pending', 'active', 'paused') THEN views_left * price ELSE 0 END AS sum FROM campaigns
    ), work AS (
      SELECT t.id, t.held, t.accepted, (t.places - t.accepted - t.returned) * (t.reward + t.fee) AS worth,
        count(s.id) FILTER (WHERE s.holds_place) AS holding,
        count(s.id) FILTER (WHERE s.status = 'accepted' AND NOT s.holds_place) AS paid,
        coalesce(sum(s.reward) FILTER (WHERE s.on_hold), 0)::bigint AS lent
      FROM tasks t LEFT JOIN task_submissions s ON s.task_id = t.id GROUP BY t.id
    ), on_hold AS (
      SELECT account, sum(amount)::bigint AS sum FROM (
        SELECT 'held:' || user_id AS account, amount FROM offers WHERE status = 'held'
        UNION ALL SELECT 'held:' || user_id, reward FROM task_submissions WHERE on_hold) waiting
      GROUP BY account
    )
    SELECT a.name AS account, a.balance, coalesce(m.sum, 0)::bigint AS sum
      FROM accounts a LEFT JOIN moved m ON m.account = a.name
      WHERE a.balance IS NOT NULL AND a.balance <> coalesce(m.sum, 0)
    UNION ALL SELECT m.account || ' (unknown)', 0, m.sum FROM moved m
      WHERE NOT EXISTS (SELECT 1 FROM accounts a WHERE a.name = m.account)
    UNION ALL SELECT a.name || ' (withdrawals)', coalesce(f.sum, 0), coalesce(m.sum, 0)
      FROM accounts a LEFT JOIN moved m ON m.account = a.name LEFT JOIN in_flight f ON f.account = a.name
      WHERE a.name LIKE 'payout:%' AND coalesce(f.sum, 0) <> coalesce(m.sum, 0)
    UNION ALL SELECT u.account || ' (views)', coalesce(a.balance, 0), u.sum
      FROM unsold u LEFT JOIN accounts a ON a.name = u.account WHERE coalesce(a.balance, 0) <> u.sum
    UNION ALL SELECT 'escrow:' || w.id || ' (work)', coalesce(a.balance, 0), w.worth - w.lent
      FROM work w LEFT JOIN accounts a ON a.name = 'escrow:' || w.id WHERE coalesce(a.balance, 0) <> w.worth - w.lent
    UNION ALL SELECT 'escrow:' || id || ' (places held)', held, holding FROM work WHERE held <> holding
    UNION ALL SELECT 'escrow:' || id || ' (places paid)', accepted, paid FROM work WHERE accepted <> paid
    UNION ALL SELECT a.name || ' (on hold)', a.balance, coalesce(o.sum, 0)
      FROM accounts a LEFT JOIN on_hold o ON o.account = a.name
      WHERE a.name LIKE 'held:%' AND a.balance <> coalesce(o.sum, 0)
    UNION ALL SELECT a.name || ' (in debt)', a.balance + d.balance, -a.debt
      FROM accounts a JOIN accounts d ON d.name = 'deposit:' || a.owner
      WHERE a.debt > 0 AND a.balance + d.balance > 0
    ${reach === 'since the last proof' ? sql`` : debts}
    UNION ALL SELECT 'all accounts', 0, total FROM (SELECT coalesce(sum(sum), 0)::bigint AS total FROM moved) t
      WHERE total <> 0
    ORDER BY 1 LIMIT ${NAMED_AT_MOST}`.execute(asExecutor(db))
  const counted = await sql<{ accounts: number; transfers: number }>`
    SELECT (SELECT count(*) FROM accounts) AS accounts, ${counts(reach)} AS transfers`.execute(asExecutor(db))
  const [found] = counted.rows
  assert(found !== undefined, 'a count gives one row')
  return { balanced: rows.length === 0, ...found, mismatches: rows }
}

/** What each user owes is what was written down as debts less what was repaid; held against all of it once a night. */
const debts = sql`
    UNION ALL SELECT a.name || ' (debt)', a.debt, o.owed - o.repaid FROM (
      SELECT d.user_id, sum(d.amount)::bigint AS owed, (SELECT coalesce(sum(t.amount), 0)::bigint FROM transfers t
        WHERE t.debit IN ('main:' || d.user_id, 'deposit:' || d.user_id) AND t.debit_after IS NOT NULL
          AND t.kind = 'debt-repay') AS repaid
      FROM debts d GROUP BY d.user_id) o JOIN accounts a ON a.name = 'main:' || o.user_id
      WHERE a.debt <> o.owed - o.repaid`

const counts = (reach: Reach): RawBuilder<unknown> =>
  reach === 'everything'
    ? sql`(SELECT count(*) FROM transfers)`
    : sql`(SELECT b.transfers + (SELECT count(*) FROM transfers t WHERE t.at >= b.until) FROM books_proved b)`

/** How much of the past a proof reads again. */
type Depth = 'new' | 'new, and some in turn' | 'all'

/**
 * Proves the ledger and keeps the finding. Transfers are facts, which the database refuses to change, so that an hourly
 * proof holds each balance against the sum that was proved and what came since. Each night a part of the past is read
 * again (`proof-periods.ts`), and all of it when an admin asks. A finding is made sure by adding up everything.
 */
const prove = async (tx: Tx, now: Date, depth: Depth): Promise<Books> => {
  // Two proofs at once would both add what came since the last one. No claim waits for this.
  await sql`SELECT pg_advisory_xact_lock(hashtext('books proof'))`.execute(tx)
  const proved = await tx.selectFrom('books_proved').select('until').executeTakeFirst()
  if (proved === undefined) return beginAnew(tx, now)
  const changed = await provePast(tx, now, depth)
  const [sums, quick] = [
    depth === 'new' ? [] : await proveSums(tx, now, allOrPart(depth)),
    await audit(tx, reach(depth)),
  ]
  const wrong = await proveSomeAllowances(tx, now, depth)
  if (sums.length === 0 && wrong.length === 0 && quick.balanced) {
    const books = withMismatches(quick, changed)
    await storeFinding(tx, books, now)
    if (proved.until < later(now, -LATE_SECONDS)) await extendProvenSums(tx, now)
    return books
  }
  return changed.length > 0 || wrong.length > 0 ? auditFully(tx, now, changed) : beginAnew(tx, now)
}

/** The proof of every hour. */
export const proveHourly = (tx: Tx, now: Date): Promise<Books> => prove(tx, now, 'new')
/** The proof of every night: what is new, and some of the past in turn. */
export const proveNightly = (tx: Tx, now: Date): Promise<Books> => prove(tx, now, 'new, and some in turn')
/** The proof from the first transfer on. */
export const proveFully = (tx: Tx, now: Date): Promise<Books> => prove(tx, now, 'all')

const reach = (depth: Depth): Reach => (depth === 'new' ? 'since the last proof' : 'since the last proof, and debts')
const allOrPart = (depth: Depth) => (depth === 'all' ? 'all parts' : 'one part')

/** Those of the night, and in every proof those that the last one found wrong, until they are right again. */
const proveSomeAllowances = async (tx: Tx, now: Date, depth: Depth): Promise<WrongAllowance[]> => {
  if (depth === 'all') return proveAllowances(tx, 'all')
  const ids = wrongBefore((await lastReconciliation(tx))?.mismatches ?? [])
  if (depth === 'new' && ids.length === 0) return []
  return proveAllowances(tx, { part: depth === 'new' ? null : partOfNight(now), ids })
}

const withMismatches = (books: Books, more: readonly Mismatch[]): Books => {
  const mismatches = [...more, ...books.mismatches].slice(0, NAMED_AT_MOST)
  return { ...books, balanced: mismatches.length === 0, mismatches }
}

/** Closes the periods that are due, and reads closed ones again; returns where they differ from what was kept. */
const provePast = async (tx: Tx, now: Date, depth: Depth): Promise<Mismatch[]> => {
  if (depth === 'new') return provePeriods(tx, await periodsToProve(tx, 'changed'), now)
  const due = await periodsToProve(tx, depth === 'all' ? 'all' : 'in turn')
  const changed = await provePeriods(tx, due, now)
  const proved = await tx.selectFrom('books_proved').select('until').executeTakeFirstOrThrow()
  await addToClosed(tx, await closePeriods(tx, { until: proved.until, now }))
  return changed
}

/** Adds up everything beside what was found in closed periods, which stays known until they are as they were. */
const auditFully = async (tx: Tx, now: Date, changed: readonly Mismatch[]): Promise<Books> => {
  const books = withMismatches(await auditBooks(tx), changed)
  await storeFinding(tx, books, now)
  return books
}

/** Audits the ledger from the first transfer on, and begins the proved sums anew. */
const beginAnew = async (tx: Tx, now: Date): Promise<Books> => {
  const changed = await provePeriods(tx, await periodsToProve(tx, 'all'), now)
  if (changed.length > 0) return auditFully(tx, now, changed)
  await closePeriods(tx, { until: later(now, -LATE_SECONDS), now })
  await sql`DELETE FROM account_proofs`.execute(tx)
  await sql`DELETE FROM books_proved`.execute(tx)
  await sql`INSERT INTO account_proofs (account, sum, closed)
    SELECT account, sum(sum), sum(sum) FROM proof_sums GROUP BY account`.execute(tx)
  await sql`INSERT INTO books_proved (until, transfers)
    SELECT coalesce(max(until), '-infinity'), coalesce(sum(transfers), 0) FROM proof_periods`.execute(tx)
  await extendProvenSums(tx, now)
  // One snapshot: money that moves meanwhile must not look like a mismatch.
  const books = await audit(tx, 'since the last proof, and debts')
  await storeFinding(tx, books, now)
  return books
}

/** A transfer bears the time at which its transaction began: after so long it has been committed, or never will be. */
const LATE_SECONDS = 3_600

/** Adds to the proved sums what is old enough that nothing older can still come. */
const extendProvenSums = async (tx: Tx, now: Date): Promise<void> => {
  const until = later(now, -LATE_SECONDS)
  const old = sql`at >= (SELECT until FROM books_proved) AND at < ${until}`
  await sql`
    INSERT INTO account_proofs AS p (account, sum)
      SELECT account, sum(change)::bigint FROM (${changesOf(old)}) changes GROUP BY account ORDER BY account
    ON CONFLICT (account) DO UPDATE SET sum = p.sum + EXCLUDED.sum`.execute(tx)
  await sql`
    UPDATE books_proved SET until = ${until},
      transfers = transfers + (SELECT count(*) FROM transfers WHERE ${old})`.execute(tx)
}

const storeFinding = async (tx: Tx, books: Books, now: Date): Promise<void> => {
  await tx
    .insertInto('reconciliations')
    .values({
      id: newId(),
      at: now,
      balanced: books.balanced,
      accounts: books.accounts,
      transfers: books.transfers,
      mismatches: JSON.stringify(books.mismatches),
    })
    .execute()
}

/** The last finding, or null before the first. */
export const lastReconciliation = async (db: Read): Promise<(Books & { readonly at: Date }) | null> => {
  const row = await db
    .selectFrom('reconciliations')
    .select(['at', 'balanced', 'accounts', 'transfers', 'mismatches'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  // Only `reconcile` writes this column, and it writes mismatches.
  return { ...row, mismatches: row.mismatches as Mismatch[] }
}

/** The books in a few figures: two databases with the same ones hold the same money, to the unit. */
export interface BooksTotals {
  readonly accounts: number
  readonly transfers: number
  /** Sums of what accounts hold, owe and have moved, as text: they may be larger than a safe integer. */
  readonly balances: string
  readonly debts: string
  readonly moved: string
  /** Of each account with its balance and debt, in any order. */
  readonly checksum: string
  readonly balanced: boolean
}

/** Adds up the books and proves them from the first transfer on. */
export const totalsOf = async (db: Read): Promise<BooksTotals> => {
  const { rows } = await sql<Omit<BooksTotals, 'balanced'>>`
    SELECT a.*, t.* FROM (
      SELECT count(*) AS accounts, coalesce(sum(balance), 0)::text AS balances, coalesce(sum(debt), 0)::text AS debts,
        coalesce(sum(('x' || left(md5(concat_ws(' ', name, owner, coalesce(balance::text, '-'), debt)), 15))::bit(60)
          ::bigint), 0)::text AS checksum
      FROM accounts) a, (SELECT count(*) AS transfers, coalesce(sum(amount), 0)::text AS moved FROM transfers) t
    `.execute(asExecutor(db))
  const { balanced } = await auditBooks(db)
  const [row] = rows
  if (row === undefined) throw new Error('sums give one row')
  return { ...row, balanced }
}
