import type { Contract } from '@runnel/contract'
import type { CsvFile } from '@runnel/contract/admin/export'
import type { Input, Result } from '@runnel/contract/route'
import { sql } from 'kysely'
import { dayOf, later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { csvOfAll } from '#kernel/reads/csv.ts'
import { staleWhileRevalidate } from '#kernel/reads/stale-while-revalidate.ts'
import { refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'

const DAY_SECONDS = 86_400
const DAYS = 30
const DAYS_MAX = 400

type Statistic = Contract['admin']['wallStatistic']

/** Credits, charge-backs, revenue and margin by wall and UTC day, newest first. */
export const wallStatistic = async (
  db: Read,
  { from, to, now }: Input<Statistic>['query'] & { now: Date },
): Promise<Result<Statistic>> => {
  const last = to ?? dayOf(now)
  const first = from ?? dayOf(later(new Date(`${last}T00:00:00.000Z`), -(DAYS - 1) * DAY_SECONDS))
  const start = new Date(`${first}T00:00:00.000Z`)
  const end = later(new Date(`${last}T00:00:00.000Z`), DAY_SECONDS)
  if (start >= end) refuseField('from', 'BAD_PERIOD', say('owner.offerwall.startDateMustBefore'))
  if (end > later(start, DAYS_MAX * DAY_SECONDS)) {
    refuseField('from', 'PERIOD_TOO_LONG', say('owner.offerwall.choosePeriodMostDays', { days: DAYS_MAX }))
  }
  const rows = await movesOf(db, start, end)
  return { items: rows.map((row) => ({ ...row, margin: row.revenue - row.credited + row.chargedBack })) }
}

const movesOf = staleWhileRevalidate(
  async (db: Read, start: Date, end: Date): Promise<readonly StatisticRow[]> => {
    const { rows } = await sql<StatisticRow>`
    WITH moves AS (
      SELECT wall_id, (created_at AT TIME ZONE 'UTC')::date AS day, 1 AS credits, amount AS credited,
        0 AS charge_backs, 0::bigint AS charged_back, revenue
      FROM offers WHERE created_at >= ${start} AND created_at < ${end}
      UNION ALL
      SELECT b.wall_id, (b.at AT TIME ZONE 'UTC')::date, 0, 0, 1, b.taken + b.debt,
        -- A part that was taken back takes as large a part of the revenue.
        -ceil(o.revenue::numeric * (b.taken + b.debt) / o.amount)::bigint
      FROM offer_charge_backs b JOIN offers o ON o.id = b.offer_id WHERE b.at >= ${start} AND b.at < ${end})
    SELECT m.wall_id AS "wallId", w.name AS wall, m.day, sum(m.credits)::int AS credits,
      sum(m.credited)::bigint AS credited, sum(m.charge_backs)::int AS "chargeBacks",
      sum(m.charged_back)::bigint AS "chargedBack", sum(m.revenue)::bigint AS revenue
    FROM moves m JOIN offerwalls w ON w.id = m.wall_id
    GROUP BY m.wall_id, w.name, w.position, m.day
    ORDER BY m.day DESC, w.position, m.wall_id`.execute(asExecutor(db))
    return rows
  },
  (start, end) => `${start.toISOString()} ${end.toISOString()}`,
)

/** The same figures as a file. */
export const wallStatisticFile = async (
  db: Read,
  query: Input<Statistic>['query'] & { now: Date },
): Promise<CsvFile> => {
  const { items } = await wallStatistic(db, query)
  return csvOfAll(items, {
    name: 'offerwall-days',
    now: query.now,
    columns: {
      day: (row) => row.day,
      wall: (row) => row.wall,
      credits: (row) => row.credits,
      credited_units: (row) => row.credited,
      charge_backs: (row) => row.chargeBacks,
      charged_back_units: (row) => row.chargedBack,
      revenue_units: (row) => row.revenue,
      margin_units: (row) => row.margin,
    },
  })
}

interface StatisticRow {
  wallId: string
  wall: string
  day: string
  credits: number
  credited: number
  chargeBacks: number
  chargedBack: number
  revenue: number
}
