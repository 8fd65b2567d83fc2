import type { Contract } from '@runnel/contract'
import type { CsvFile } from '@runnel/contract/admin/export'
import type { TrapHit } from '@runnel/contract/admin/trap'
import type { Answer, Input } from '@runnel/contract/route'
import { type RawBuilder, sql } from 'kysely'
import { daysOf, lastDays, type Range } from '#features/statistic/statistic.ts'
import { inTenths } from '#features/suspect/suspect.ts'
import { countryOf, matchedNetwork } from '#guard/network.ts'
import { traps as trapPoints } from '#guard/trap.ts'
import { later } from '#kernel/clock.ts'
import type { Handlers } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { belongsToUserStartingWith } from '#kernel/prefix-match.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import { staleWhileRevalidate } from '#kernel/reads/stale-while-revalidate.ts'
import { asExecutor } from '#money/accounts.ts'

type Routes = Contract['admin']
type Filter = Input<Routes['trapsCsv']>['query']

/** What hit the traps. Nobody deletes from this log: it forgets by itself. */
export const traps: Pick<Handlers<Routes>, 'traps' | 'trapsCsv'> = {
  traps: async ({ query: { page, limit, ...filter } }, { db, now }) => {
    const [{ rows }, totalItems, kinds, days] = await Promise.all([
      sql<Row>`SELECT ${columns} ${matching(filter)} ORDER BY t.id DESC
        LIMIT ${limit} OFFSET ${offsetOf({ page, limit })}`.execute(asExecutor(db)),
      countUpTo(db, sql`(SELECT 1 FROM trap_hits t WHERE ${wantedBy(filter)})`),
      kindsOf(db, now),
      hitsByDay(db, { ...filter, ...lastDays(filter, now) }),
    ])
    return { items: rows.map(viewOf), totalItems, kinds, days }
  },

  trapsCsv: ({ query }, { db, now }) => trapFile(db, query, now),
}

interface Row {
  readonly id: string
  readonly at: Date
  readonly userId: string | null
  readonly username: string | null
  readonly score: number
  readonly net: string
  readonly device: string | null
  readonly trap: string
  readonly sample: Readonly<Record<string, unknown>>
}

const columns = sql`t.id, t.at, t.user_id AS "userId", u.username, coalesce(s.score, 0) AS score, t.ip_net AS net,
  t.device_id AS device, t.trap, t.sample`

/** Ids are made in the order of time, so that days are found among them too. */
const wantedBy = ({ username, userId, net, device, kind, from, to }: Filter): RawBuilder<unknown> => {
  const wanted: RawBuilder<unknown>[] = [sql`true`]
  if (userId !== undefined) wanted.push(sql`t.user_id = ${userId}`)
  if (username !== undefined && username.trim() !== '') wanted.push(belongsToUserStartingWith(sql`t.user_id`, username))
  if (net !== undefined && net !== '') wanted.push(sql`t.ip_net = ${matchedNetwork(net)}`)
  if (device !== undefined) wanted.push(sql`t.device_id = ${device}`)
  if (kind !== undefined) wanted.push(sql`t.trap = ${kind}`)
  if (from !== undefined) wanted.push(sql`t.at >= ${from}::date::timestamp AT TIME ZONE 'UTC'`)
  if (to !== undefined) wanted.push(sql`t.at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'`)
  return sql.join(wanted, sql` AND `)
}

const matching = (query: Filter): RawBuilder<unknown> =>
  sql`FROM trap_hits t LEFT JOIN users u ON u.id = t.user_id LEFT JOIN suspects s ON s.user_id = t.user_id
    WHERE ${wantedBy(query)}`

const viewOf = (row: Row): TrapHit => ({
  _id: row.id,
  at: row.at.toISOString(),
  user:
    row.userId === null || row.username === null
      ? null
      : { _id: row.userId, username: row.username, score: inTenths(row.score) },
  net: row.net,
  country: countryOf(row.net.split('/')[0] ?? ''),
  device: row.device,
  trap: row.trap,
  points: new Map<string, number>(Object.entries(trapPoints)).get(row.trap) ?? 0,
  sample: Object.fromEntries(Object.entries(row.sample).map(([name, value]) => [name, String(value)])),
})

const DAYS_COUNTED = 30
const HITS_COUNTED = 100_000

interface KindRow {
  readonly kind: string
  readonly hits: number
  readonly users: number
}

const countKinds = async (db: Read, now: Date): Promise<KindRow[]> => {
  const { rows } = await sql<KindRow>`
    SELECT trap AS kind, count(*)::integer AS hits, count(DISTINCT user_id)::integer AS users
    FROM (SELECT trap, user_id FROM trap_hits WHERE at >= ${later(now, -DAYS_COUNTED * 86_400)}
      ORDER BY at DESC LIMIT ${HITS_COUNTED}) recent
    GROUP BY trap ORDER BY hits DESC, kind`.execute(asExecutor(db))
  return [...rows]
}

const kindsOf = staleWhileRevalidate(countKinds, () => '')

type TrapDay = Answer<Routes['traps']>['days'][number]

/** Counts the newest; a day that was not counted to its beginning, and those before it, would look too quiet. */
const hitsByDay = staleWhileRevalidate(
  async (db: Read, filter: Filter & Range): Promise<TrapDay[]> => {
    const { rows } = await sql<TrapDay>`
      SELECT (at AT TIME ZONE 'UTC')::date::text AS day, count(user_id)::integer AS "byAccounts",
        (count(*) - count(user_id))::integer AS "byGuests"
      FROM (SELECT t.at, t.user_id FROM trap_hits t WHERE ${wantedBy(filter)}
        ORDER BY ${newestBy(filter)} DESC LIMIT ${HITS_COUNTED}) counted
      GROUP BY 1 ORDER BY 1`.execute(asExecutor(db))
    const [oldest] = rows
    const counted = rows.reduce((sum, { byAccounts, byGuests }) => sum + byAccounts + byGuests, 0)
    const isWhole = counted < HITS_COUNTED || oldest === undefined
    return daysOf(filter)
      .filter((day) => isWhole || day > oldest.day)
      .map((day) => rows.find((row) => row.day === day) ?? { day, byAccounts: 0, byGuests: 0 })
  },
  (filter) => JSON.stringify(filter),
)

/** The index that has the newest first: days have one of their own, and the others go on with the id. */
const newestBy = ({ from: _from, to: _to, ...others }: Filter): RawBuilder<unknown> =>
  Object.values(others).some((value) => value !== undefined && value !== '') ? sql`t.id` : sql`t.at`

const trapFile = (db: Read, query: Filter, now: Date): Promise<CsvFile> =>
  csvOf<TrapHit>({
    name: 'traps',
    now,
    columns: {
      at: (hit) => hit.at,
      trap: (hit) => hit.trap,
      points: (hit) => hit.points,
      username: (hit) => hit.user?.username,
      score: (hit) => hit.user?.score,
      network: (hit) => hit.net,
      country: (hit) => hit.country,
      device: (hit) => hit.device,
      sample: (hit) => JSON.stringify(hit.sample),
      id: (hit) => hit._id,
    },
    next: async (last, limit) => {
      const behind = last === undefined ? sql`` : sql`AND t.id < ${last._id}`
      const { rows } = await sql<Row>`SELECT ${columns} ${matching(query)} ${behind}
        ORDER BY t.id DESC LIMIT ${limit}`.execute(asExecutor(db))
      return rows.map(viewOf)
    },
  })
