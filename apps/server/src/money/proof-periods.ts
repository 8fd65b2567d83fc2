import { type RawBuilder, sql } from 'kysely'
import { dayOf } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db.ts'
import type { Mismatch } from '#money/reconcile.ts'

/** A period ends with its UTC month, or before that with the day on which it reaches so many transfers. */
const PERIOD_TRANSFERS = 10_000_000
/** Every closed period is proved again within so many nights, and so is every part of the accounts. */
export const ROTATION_NIGHTS = 32

const DAY_MS = 86_400_000

interface Span {
  readonly since: Date | '-infinity'
  readonly until: Date
}

/** Every column counts. PostgreSQL keeps these hashes the same, since hash partitions rely on them. */
const rowHash = sql`hash_record_extended(ROW(id, key, kind, debit, credit, amount, debit_after, credit_after, ref, meta,
  reverses, at), 0)`

/** The transfers of a span, read once and grouped: few rows, out of which sums, count and checksum are made. */
const movedBetween = (
  when: RawBuilder<unknown>,
  checksum: RawBuilder<unknown> = sql`, sum(${rowHash}) AS checksum`,
) => sql`
  moved AS MATERIALIZED (
    SELECT debit, credit, sum(amount)::bigint AS amount, count(*) AS n${checksum}
    FROM transfers WHERE ${when} GROUP BY debit, credit),
  found AS (
    SELECT account, sum(change)::bigint AS sum FROM (
      SELECT credit AS account, amount AS change FROM moved UNION ALL SELECT debit, -amount FROM moved) changes
    GROUP BY account)`

const within = ({ since, until }: Span) => sql`at >= ${since}::timestamptz AND at < ${until}`

/** Closes every period that ended before `until`, at which nothing older can still come. Returns their numbers. */
export const closePeriods = async (
  tx: Tx,
  { until, now, most = PERIOD_TRANSFERS }: { readonly until: Date; readonly now: Date; readonly most?: number },
): Promise<number[]> => {
  const closed: number[] = []
  for (;;) {
    const span = await nextSpan(tx, until, most)
    if (span === undefined) return closed
    closed.push(await closePeriod(tx, span, now))
  }
}

const nextSpan = async (tx: Tx, until: Date, most: number): Promise<Span | undefined> => {
  const { rows } = await sql<{ since: Date | null; first: Date | null }>`
    SELECT max(until) AS since, coalesce(max(until), (SELECT min(at) FROM transfers)) AS first
    FROM proof_periods`.execute(tx)
  const { since = null, first = null } = rows[0] ?? {}
  if (first === null) return undefined
  const monthEnd = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1)
  let count = 0
  for (let end = Date.parse(dayOf(first)) + DAY_MS; end <= until.getTime(); end += DAY_MS) {
    const day = within({ since: new Date(end - DAY_MS), until: new Date(end) })
    const counted = await sql<{ n: number }>`SELECT count(*) AS n FROM transfers WHERE ${day}`.execute(tx)
    count += counted.rows[0]?.n ?? 0
    if (count >= most || end === monthEnd) return { since: since ?? '-infinity', until: new Date(end) }
  }
  return undefined
}

const closePeriod = async (tx: Tx, span: Span, now: Date): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    WITH ${movedBetween(within(span))},
    period AS (
      INSERT INTO proof_periods (id, since, until, transfers, checksum, proved_at)
        SELECT (SELECT coalesce(max(id), 0) + 1 FROM proof_periods), ${span.since}::timestamptz, ${span.until},
          coalesce(sum(n), 0), coalesce(sum(checksum), 0), ${now} FROM moved
        RETURNING id),
    sums AS (
      INSERT INTO proof_sums (period, part, account, sum)
        SELECT period.id, proof_part(account), account, sum FROM found, period ORDER BY 2, 3)
    SELECT id FROM period`.execute(tx)
  return rows[0]?.id ?? 0
}

/** Of each account, what the given periods moved becomes part of what rests on closed periods. */
export const addToClosed = async (tx: Tx, periods: readonly number[]): Promise<void> => {
  if (periods.length === 0) return
  await sql`
    UPDATE account_proofs p SET closed = p.closed + s.sum FROM (
      SELECT account, sum(sum)::bigint AS sum FROM proof_sums WHERE period = ANY (${[...periods]}::integer[])
      GROUP BY account) s WHERE s.account = p.account`.execute(tx)
}

/** Which periods a proof reads again: those in which something was found, and besides some in turn or all. */
export const periodsToProve = async (tx: Tx, which: 'changed' | 'in turn' | 'all'): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM (SELECT id, is_changed, row_number() OVER (ORDER BY is_changed, proved_at, id) AS place,
        ceil(count(*) OVER () / ${ROTATION_NIGHTS}::numeric) AS share FROM proof_periods) p
    WHERE is_changed ${which === 'changed' ? sql`` : which === 'all' ? sql`OR true` : sql`OR place <= share`}
    ORDER BY id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Holds closed periods against the transfers as they are now, and keeps which of them differ. */
export const provePeriods = async (tx: Tx, ids: readonly number[], now: Date): Promise<Mismatch[]> => {
  const found: Mismatch[] = []
  for (const id of ids) {
    const mismatches = await provePeriod(tx, id)
    const isChanged = mismatches.length > 0
    await sql`UPDATE proof_periods SET proved_at = ${now}, is_changed = ${isChanged} WHERE id = ${id}`.execute(tx)
    found.push(...mismatches)
  }
  return found
}

const NAMED_OF_PERIOD = 20

const provePeriod = async (tx: Tx, id: number): Promise<Mismatch[]> => {
  const when = sql`at >= (SELECT since FROM proof_periods WHERE id = ${id})
    AND at < (SELECT until FROM proof_periods WHERE id = ${id})`
  // A checksum is far too long for a number; its last digits show that two differ.
  const { rows } = await sql<Mismatch>`
    WITH ${movedBetween(when)},
    kept AS (SELECT account, sum FROM proof_sums WHERE period = ${id}),
    period AS (SELECT *, ' (' || CASE WHEN isfinite(since) THEN to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD')
      ELSE 'first' END || ' to ' || to_char(until AT TIME ZONE 'UTC' - interval '1 day', 'YYYY-MM-DD') || ')' AS days
      FROM proof_periods WHERE id = ${id}),
    rows_now AS (SELECT coalesce(sum(n), 0)::bigint AS n, coalesce(sum(checksum), 0) AS checksum FROM moved)
    SELECT 'transfers' || days AS account, transfers AS balance, n AS sum FROM period, rows_now WHERE transfers <> n
    UNION ALL SELECT 'checksum of transfers' || p.days, abs(p.checksum % 1000000000)::bigint,
      abs(r.checksum % 1000000000)::bigint FROM period p, rows_now r WHERE p.checksum <> r.checksum
    UNION ALL (SELECT account || (SELECT days FROM period), coalesce(k.sum, 0), coalesce(f.sum, 0)
      FROM kept k FULL JOIN found f USING (account) WHERE coalesce(k.sum, 0) <> coalesce(f.sum, 0)
      ORDER BY account LIMIT ${NAMED_OF_PERIOD})`.execute(tx)
  return [...rows]
}

/** Which part of the accounts the night of this moment adds up. */
export const partOfNight = (now: Date): number => Math.floor(now.getTime() / DAY_MS) % ROTATION_NIGHTS

/**
 * Holds the proved sums against what they come from: closed periods, and all transfers since the last of them. Of what
 * rests on closed periods one part of the accounts is added up over all periods, another each night.
 */
export const proveSums = async (tx: Tx, now: Date, reach: 'one part' | 'all parts'): Promise<Mismatch[]> => {
  const part = partOfNight(now)
  const only = (column: RawBuilder<unknown>) =>
    reach === 'one part' ? sql`WHERE ${column} = ${part}::smallint` : sql``
  const { rows } = await sql<Mismatch>`
    WITH ${movedBetween(
      sql`at >= (SELECT coalesce(max(until), '-infinity') FROM proof_periods)
      AND at < (SELECT until FROM books_proved)`,
      sql``,
    )},
    closed AS (SELECT account, sum(sum)::bigint AS sum FROM proof_sums ${only(sql`part`)} GROUP BY account),
    resting AS (SELECT account, closed AS sum FROM account_proofs ${only(sql`proof_part(account)`)})
    SELECT account || ' (open period)' AS account, coalesce(p.sum - p.closed, 0) AS balance, coalesce(f.sum, 0) AS sum
      FROM account_proofs p FULL JOIN found f USING (account) WHERE coalesce(p.sum - p.closed, 0) <> coalesce(f.sum, 0)
    UNION ALL SELECT account || ' (closed periods)', coalesce(r.sum, 0), coalesce(c.sum, 0)
      FROM resting r FULL JOIN closed c USING (account) WHERE coalesce(r.sum, 0) <> coalesce(c.sum, 0)
    LIMIT ${NAMED_OF_PERIOD}`.execute(tx)
  return [...rows]
}
