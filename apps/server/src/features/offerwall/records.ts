import type { Contract } from '@runnel/contract'
import { PostbackVerdict } from '@runnel/contract/admin-offerwall'
import type { Input, Result } from '@runnel/contract/route'
import { sql } from 'kysely'
import * as z from 'zod/mini'

import { dayOf, later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { refuseField } from '#kernel/refusal.ts'
import { asExecutor } from '#money/accounts.ts'

type Routes = Contract['admin']

/** A page of the calls of walls, newest first. */
export const postbackPage = async (
  db: Read,
  { wallId, verdict, txId, page, limit }: Input<Routes['postbacks']>['query'],
): Promise<Result<Routes['postbacks']>> => {
  const matching = db
    .selectFrom('postbacks')
    .$if(wallId !== undefined, (query) => query.where('postbacks.wall_id', '=', wallId ?? ''))
    .$if(verdict !== undefined, (query) => query.where('postbacks.verdict', '=', verdict ?? ''))
    .$if(txId !== undefined, (query) => query.where('postbacks.tx_id', '=', txId ?? ''))
  const [rows, counted] = await Promise.all([
    matching
      .innerJoin('offerwalls', 'offerwalls.id', 'postbacks.wall_id')
      .leftJoin('users', 'users.id', 'postbacks.user_id')
      .selectAll('postbacks')
      .select(['offerwalls.name as wall', 'users.username'])
      .orderBy('postbacks.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  const items = rows.map((row) => ({
    _id: row.id,
    wall: row.wall,
    at: row.at.toISOString(),
    method: row.method,
    query: row.url,
    body: row.body,
    network: row.ip_net,
    verdict: z.parse(PostbackVerdict, row.verdict),
    detail: row.detail,
    username: row.username,
    txId: row.tx_id,
    amount: row.amount,
  }))
  return { items, totalItems: counted.count }
}

/** A page of what walls took back, newest first. */
export const chargeBackPage = async (
  db: Read,
  { wallId, username, page, limit }: Input<Routes['chargeBacks']>['query'],
): Promise<Result<Routes['chargeBacks']>> => {
  const matching = db
    .selectFrom('offers')
    .innerJoin('users', 'users.id', 'offers.user_id')
    .innerJoin('offerwalls', 'offerwalls.id', 'offers.wall_id')
    .where('offers.status', '=', 'charged-back')
    .$if(wallId !== undefined, (query) => query.where('offers.wall_id', '=', wallId ?? ''))
    .$if(username !== undefined, (query) => query.where('users.username', 'like', startingWith(username ?? '')))
  const [rows, counted] = await Promise.all([
    matching
      .selectAll('offers')
      .select(['users.username', 'offerwalls.name as wall'])
      .orderBy('offers.charged_back_at', 'desc')
      .orderBy('offers.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  const items = rows.map((row) => ({
    _id: row.id,
    wall: row.wall,
    user: { _id: row.user_id, username: row.username },
    offer: row.offer,
    txId: row.tx_id,
    amount: row.amount,
    taken: row.taken ?? 0,
    debt: row.debt ?? 0,
    reason: row.charge_reason ?? '',
    creditedAt: row.created_at.toISOString(),
    at: (row.charged_back_at ?? row.created_at).toISOString(),
  }))
  return { items, totalItems: counted.count }
}

/** A pattern for what starts with a text; its own signs mean only themselves. */
const startingWith = (text: string): string => `${text.trim().replace(/[\\%_]/g, String.raw`\$&`)}%`

const DAY_SECONDS = 86_400
const DAYS = 30
const DAYS_MAX = 400

type Statistic = Routes['wallStatistic']

/** Credits, charge-backs, revenue and margin by wall and UTC day, newest first. */
export const wallStatistic = async (
  db: Read,
  { from, to, now }: Input<Statistic>['query'] & { now: Date },
): Promise<Result<Statistic>> => {
  const last = to ?? dayOf(now)
  const first = from ?? dayOf(later(new Date(`${last}T00:00:00.000Z`), -(DAYS - 1) * DAY_SECONDS))
  const start = new Date(`${first}T00:00:00.000Z`)
  const end = later(new Date(`${last}T00:00:00.000Z`), DAY_SECONDS)
  if (start >= end) refuseField('from', 'BAD_PERIOD', 'The first day must not be after the last.')
  if (end > later(start, DAYS_MAX * DAY_SECONDS)) {
    refuseField('from', 'PERIOD_TOO_LONG', `At most ${DAYS_MAX} days can be shown at once.`)
  }
  const { rows } = await sql<StatisticRow>`
    WITH moves AS (
      SELECT wall_id, (created_at AT TIME ZONE 'UTC')::date AS day, 1 AS credits, amount AS credited,
        0 AS charge_backs, 0::bigint AS charged_back, revenue
      FROM offers WHERE created_at >= ${start} AND created_at < ${end}
      UNION ALL
      SELECT wall_id, (charged_back_at AT TIME ZONE 'UTC')::date, 0, 0, 1, taken + debt,
        -- A part that was taken back takes as large a part of the revenue.
        -ceil(revenue::numeric * (taken + debt) / amount)::bigint
      FROM offers WHERE status = 'charged-back' AND charged_back_at >= ${start} AND charged_back_at < ${end})
    SELECT m.wall_id AS "wallId", w.name AS wall, m.day, sum(m.credits)::int AS credits,
      sum(m.credited)::bigint AS credited, sum(m.charge_backs)::int AS "chargeBacks",
      sum(m.charged_back)::bigint AS "chargedBack", sum(m.revenue)::bigint AS revenue
    FROM moves m JOIN offerwalls w ON w.id = m.wall_id
    GROUP BY m.wall_id, w.name, w.position, m.day
    ORDER BY m.day DESC, w.position, m.wall_id`.execute(asExecutor(db))
  return { items: rows.map((row) => ({ ...row, margin: row.revenue - row.credited + row.chargedBack })) }
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
