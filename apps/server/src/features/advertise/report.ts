import type { Contract } from '@runnel/contract'
import type { Answer } from '@runnel/contract/route'
import { sql } from 'kysely'
import { dayOf, later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'
import { escrowMovements } from '#money/escrow.ts'
import { throwCampaignNotFound } from './row-locks.ts'
import { campaignColumns, campaignViews } from './view.ts'

type Report = Answer<Contract['advertise']['report']>

const DAYS = 30
const COUNTRIES = 20
const MOVEMENTS = 50

/** A campaign of this user, deleted ones too: its money stays a fact that its owner can read. */
export const findOwn = async (db: Read, { id, userId }: { id: string; userId: string }) => {
  const row = await db
    .selectFrom('campaigns')
    .select(campaignColumns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? throwCampaignNotFound()
}

/** All that a campaign's owner can know of it. */
export const reportOf = async (
  db: Read,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<Report> => {
  const own = await findOwn(db, { id, userId })
  const since = dayOf(later(now, -(DAYS - 1) * 86_400))
  const [[campaign], counted, reports, movements] = await Promise.all([
    campaignViews(db, [own]),
    countViews(db, { id, since }),
    reportReasons(db, id),
    movementsOf(db, { campaignId: id, ownerId: userId }),
  ])
  const part = (name: Counted['part']) => counted.filter((row) => row.part === name)
  const sum = (field: 'opened' | 'paid' | 'returned') => part('device').reduce((all, row) => all + row[field], 0)
  const hours = new Map(part('hour').map(({ name, paid }) => [Number(name), paid]))
  return {
    campaign: campaign ?? throwCampaignNotFound(),
    opened: sum('opened'),
    paid: sum('paid'),
    returned: sum('returned'),
    days: part('day').map(({ name, opened, paid }) => ({ day: name, opened, paid })),
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, paid: hours.get(hour) ?? 0 })),
    countries: part('country').sort(mostFirst).slice(0, COUNTRIES),
    devices: part('device').sort(mostFirst),
    reports,
    movements,
  }
}

interface Counted {
  readonly part: 'day' | 'hour' | 'country' | 'device'
  readonly name: string
  readonly opened: number
  readonly paid: number
  readonly returned: number
}

const mostFirst = (one: Counted, other: Counted): number => other.paid - one.paid || other.opened - one.opened

/** Goes through the views once, into few groups, and adds these up in four ways. */
const countViews = async (db: Read, { id, since }: { id: string; since: string }): Promise<Counted[]> => {
  const { rows } = await sql<Counted>`
    WITH groups AS MATERIALIZED (
      SELECT date_trunc('hour', opened_at AT TIME ZONE 'UTC') AS hour, coalesce(country, '??') AS country, device,
        count(*)::bigint AS opened,
        count(*) FILTER (WHERE status = 'paid')::bigint AS paid,
        count(*) FILTER (WHERE status = 'returned')::bigint AS returned
      FROM ptc_views WHERE campaign_id = ${id} GROUP BY 1, 2, 3
    ), recent AS (SELECT * FROM groups WHERE hour >= ${since}::date)
    SELECT 'day' AS part, hour::date::text AS name, sum(opened)::bigint AS opened, sum(paid)::bigint AS paid,
      sum(returned)::bigint AS returned FROM recent GROUP BY hour::date
    UNION ALL SELECT 'hour', extract(hour FROM hour)::integer::text, sum(opened)::bigint, sum(paid)::bigint,
      sum(returned)::bigint FROM recent GROUP BY extract(hour FROM hour)
    UNION ALL SELECT 'country', country, sum(opened)::bigint, sum(paid)::bigint, sum(returned)::bigint
      FROM groups GROUP BY country
    UNION ALL SELECT 'device', device, sum(opened)::bigint, sum(paid)::bigint, sum(returned)::bigint
      FROM groups GROUP BY device
    ORDER BY 1, 2`.execute(asExecutor(db))
  return rows
}

const reportReasons = (db: Read, id: string) =>
  db
    .selectFrom('ptc_reports')
    .select(({ fn }) => ['reason', fn.countAll<number>().as('count')])
    .where('campaign_id', '=', id)
    .groupBy('reason')
    .orderBy('count', 'desc')
    .orderBy('reason')
    .execute()

const movementsOf = async (db: Read, owned: { campaignId: string; ownerId: string }): Promise<Report['movements']> => {
  const movements = await escrowMovements(db, { ...owned, limit: MOVEMENTS })
  const returned = movements.flatMap(({ kind, ref }) => (kind === 'ptc-return' && ref !== null ? [ref] : []))
  const reasons = await returnReasons(db, returned)
  return movements.map(({ id, kind, amount, ref, reason, at }) => ({
    _id: id,
    kind,
    amount,
    reason: reason ?? reasons.get(ref ?? '') ?? null,
    createdAt: at.toISOString(),
  }))
}

const returnReasons = async (db: Read, viewIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> => {
  if (viewIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('ptc_views')
    .select(['id', 'return_reason as reason'])
    .where('id', 'in', [...viewIds])
    .execute()
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}
