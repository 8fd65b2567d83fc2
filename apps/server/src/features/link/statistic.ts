import type { Contract } from '@runnel/contract'
import type { CsvFile } from '@runnel/contract/admin/export'
import type { Answer, Input } from '@runnel/contract/route'
import { sql } from 'kysely'
import { dayOf, later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { csvOfAll } from '#kernel/reads/csv.ts'
import { staleWhileRevalidate } from '#kernel/reads/stale-while-revalidate.ts'
import { refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'

type Route = Contract['link']['statistic']

const USUAL_DAYS = 30
const DAYS_AT_MOST = 92
const DAY_SECONDS = 86_400

/** Visits by the day on which they were opened, newest day first; a provider that was removed keeps its past. */
export const linkStatistic = async (
  db: Read,
  { from, to }: Input<Route>['query'],
  now: Date,
): Promise<Answer<Route>> => {
  const last = to ?? dayOf(now)
  const first = from ?? dayOf(later(midnight(last), -(USUAL_DAYS - 1) * DAY_SECONDS))
  if (first > last) refuseField('to', 'DAYS_REVERSED', say('owner.link.endDateMustAfter'))
  if (later(midnight(first), DAYS_AT_MOST * DAY_SECONDS) <= midnight(last)) {
    refuseField('from', 'TOO_MANY_DAYS', say('owner.link.choosePeriodMostDays', { days: DAYS_AT_MOST }))
  }
  return { items: await visitsOf(db, first, last) }
}

const visitsOf = staleWhileRevalidate(
  async (db: Read, first: string, last: string): Promise<Answer<Route>['items']> => {
    const { rows } = await sql<Answer<Route>['items'][number]>`
    SELECT p.id AS _id, p.name, (v.opened_at AT TIME ZONE 'UTC')::date AS day,
      count(*) AS opened,
      count(*) FILTER (WHERE v.status = 'paid') AS completed,
      count(*) FILTER (WHERE v.status = 'held') AS held,
      count(*) FILTER (WHERE v.status = 'refused') AS refused,
      round(avg(v.seconds) FILTER (WHERE v.status = 'paid'))::integer AS "avgDuration",
      coalesce(sum(v.reward) FILTER (WHERE v.status = 'paid'), 0)::bigint AS cost
    FROM link_visits v JOIN link_providers p ON p.id = v.provider_id
    WHERE v.opened_at >= ${midnight(first)} AND v.opened_at < ${later(midnight(last), DAY_SECONDS)}
      AND v.status NOT IN ('opening', 'failed')
    GROUP BY p.id, day ORDER BY day DESC, p.position, p.id`.execute(asExecutor(db))
    return [...rows]
  },
  (first, last) => `${first} ${last}`,
)

/** The same figures as a file. */
export const linkStatisticFile = async (db: Read, query: Input<Route>['query'], now: Date): Promise<CsvFile> => {
  const { items } = await linkStatistic(db, query, now)
  return csvOfAll(items, {
    name: 'shortlink-days',
    now,
    columns: {
      day: (row) => row.day,
      provider: (row) => row.name,
      opened: (row) => row.opened,
      completed: (row) => row.completed,
      held: (row) => row.held,
      refused: (row) => row.refused,
      average_seconds: (row) => row.avgDuration,
      cost_units: (row) => row.cost,
    },
  })
}

const midnight = (day: string): Date => new Date(`${day}T00:00:00.000Z`)
