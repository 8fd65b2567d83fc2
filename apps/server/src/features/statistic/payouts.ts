import type { Contract } from '@runnel/contract'
import type { PayoutFigures } from '@runnel/contract/admin/statistic'
import type { Answer } from '@runnel/contract/route'
import { sql } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { staleWhileRevalidate } from '#kernel/reads/stale-while-revalidate.ts'
import { asExecutor } from '#money/accounts.ts'
import { paidOutSum } from '#money/sums.ts'
import { daysOf, type Range } from './range.ts'

type Statistic = Answer<Contract['admin']['withdrawalStatistic']>
type Figures = PayoutFigures

const REASONS_MAX = 20

interface GroupRow extends Figures {
  /** Which columns this row is not of, as bits: day, method, currency, processor. */
  readonly of: number
  readonly day: string | null
  readonly methodId: string | null
  readonly currency: string | null
  readonly processor: string | null
}

// What GROUPING says of each set below.
const groups = { totals: 15, day: 7, method: 8, currency: 13, processor: 14 } as const

const within = ({ from, to }: Range) => sql`
  created_at >= ${from}::date::timestamp AT TIME ZONE 'UTC'
  AND created_at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'`

/** Withdrawals that were asked for in a range, added up in every way at once: one look at each row. */
const grouped = async (db: Read, range: Range): Promise<GroupRow[]> => {
  const { rows } = await sql<GroupRow>`
    SELECT grouping(day, method_id, currency, processor) AS of, day, method_id AS "methodId", currency, processor,
      count(*) AS count, coalesce(sum(amount), 0)::bigint AS amount, coalesce(round(avg(amount)), 0)::bigint AS average,
      count(*) FILTER (WHERE status = 'paid') AS paid,
      ${paidOutSum} AS "paidAmount",
      coalesce(sum(fee) FILTER (WHERE status = 'paid'), 0)::bigint AS fee,
      count(*) FILTER (WHERE status = 'rejected') AS rejected,
      count(*) FILTER (WHERE status = 'failed') AS failed,
      count(*) FILTER (WHERE status = 'unknown') AS unknown,
      count(*) FILTER (WHERE status IN ('review', 'approved', 'sending')) AS waiting,
      (percentile_disc(0.5) WITHIN GROUP (ORDER BY seconds))::integer AS "medianSeconds",
      (percentile_disc(0.95) WITHIN GROUP (ORDER BY seconds))::integer AS "p95Seconds"
    FROM (SELECT *, (created_at AT TIME ZONE 'UTC')::date AS day,
        CASE WHEN status = 'paid' THEN ceil(greatest(0, extract(epoch FROM paid_at - created_at))) END AS seconds
      FROM withdrawals WHERE ${within(range)}) w
    GROUP BY GROUPING SETS ((), (day), (method_id, currency, processor), (currency), (processor))`.execute(
    asExecutor(db),
  )
  return rows
}

const reasonsIn = async (db: Read, range: Range): Promise<Statistic['reasons']> => {
  const { rows } = await sql<Statistic['reasons'][number]>`
    SELECT status, reason, count(*) AS count FROM withdrawals
    WHERE status IN ('rejected', 'failed', 'unknown') AND ${within(range)}
    GROUP BY status, reason ORDER BY count DESC, status, reason LIMIT ${REASONS_MAX}`.execute(asExecutor(db))
  return rows
}

/** Withdrawals of a range by day, method, currency and processor. */
export const withdrawalStatistic = staleWhileRevalidate(
  async (db: Read, range: Range, now: Date): Promise<Statistic> => {
    const [rows, reasons, names] = await Promise.all([
      grouped(db, range),
      reasonsIn(db, range),
      db.selectFrom('withdraw_methods').select(['id', 'name']).execute(),
    ])
    const of = (group: number): GroupRow[] => rows.filter((row) => row.of === group)
    const byAmount = (a: Figures, b: Figures): number => b.amount - a.amount
    const days = of(groups.day)
    return {
      ...range,
      totals: figuresOf(of(groups.totals)[0]),
      days: daysOf(range).map((day) => ({ day, ...figuresOf(days.find((row) => row.day === day)) })),
      methods: of(groups.method)
        .toSorted(byAmount)
        .map((row) => ({
          methodId: row.methodId ?? '',
          method: names.find(({ id }) => id === row.methodId)?.name ?? '',
          currency: row.currency ?? '',
          processor: row.processor ?? '',
          ...figuresOf(row),
        })),
      currencies: of(groups.currency)
        .toSorted(byAmount)
        .map((row) => ({ currency: row.currency ?? '', ...figuresOf(row) })),
      processors: of(groups.processor)
        .toSorted(byAmount)
        .map((row) => ({ processor: row.processor ?? '', ...figuresOf(row) })),
      reasons,
      at: now.toISOString(),
    }
  },
  ({ from, to }) => `${from} ${to}`,
)

const none: Figures = {
  count: 0,
  amount: 0,
  average: 0,
  paid: 0,
  paidAmount: 0,
  fee: 0,
  rejected: 0,
  failed: 0,
  unknown: 0,
  waiting: 0,
  medianSeconds: null,
  p95Seconds: null,
}

const figuresOf = (row: GroupRow | undefined): Figures => {
  if (row === undefined) return none
  const { of: _of, day: _day, methodId: _method, currency: _currency, processor: _processor, ...figures } = row
  return figures
}
