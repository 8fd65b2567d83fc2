import type { Contract } from '@runnel/contract'
import type { CsvFile } from '@runnel/contract/admin/export'
import type { AdminDevice } from '@runnel/contract/admin/network-device'
import type { Input } from '@runnel/contract/route'
import { type RawBuilder, sql } from 'kysely'
import { accountsOf, inTenths, iso } from '#features/suspect/suspect.ts'
import { auditAll, byCaller } from '#kernel/audit.ts'
import type { Handlers, WriteContext } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { usernameStartsWith } from '#kernel/prefix-match.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import { say } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import { inOrder, placeThresholds } from './network-device-order.ts'

type Routes = Contract['admin']
type Query = Input<Routes['devicesCsv']>['query']

/** Devices, by the accounts on them. */
export const devices: Pick<Handlers<Routes>, 'devices' | 'devicesCsv' | 'releaseDevices'> = {
  devices: async ({ query }, { db, now }) => {
    const { rows } = await sql<Row>`SELECT ${columns} ${matching(query)} ORDER BY ${order(query)}
      LIMIT ${query.limit} OFFSET ${offsetOf(query)}`.execute(asExecutor(db))
    return {
      items: await viewsOf(db, rows, now),
      totalItems: await countUpTo(db, sql`(SELECT 1 ${matching(query)})`),
      thresholds: await placeThresholds(db, 'devices'),
    }
  },

  devicesCsv: ({ query }, { db, now }) => deviceFile(db, query, now),

  releaseDevices: async ({ body }, context) => {
    const done = await releaseAll(context, { ids: [...new Set(body.ids)], note: body.note ?? '' })
    const msg = done === 1 ? say('owner.suspect.deviceReleased') : say('owner.suspect.devicesReleased', { done })
    return { done, skipped: new Set(body.ids).size - done, msg }
  },
}

interface Row {
  readonly id: string
  readonly accounts: number
  readonly score: number
  readonly print: string | null
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
  readonly releasedAt: Date | null
  readonly releasedBy: string | null
}

const columns = sql`d.id, d.accounts, d.highest_score AS score, d.print, d.first_seen_at AS "firstSeenAt",
  coalesce(d.last_seen_at, d.first_seen_at) AS "lastSeenAt", d.released_at AS "releasedAt",
  (SELECT r.username FROM users r WHERE r.id = d.released_by) AS "releasedBy"`

const keys = { accounts: sql`d.accounts`, score: sql`d.highest_score`, seen: sql`d.last_seen_at` } as const
const types = { accounts: sql`integer`, score: sql`real`, seen: sql`timestamptz` } as const

const order = ({ sort = 'accounts' }: Query): RawBuilder<unknown> => inOrder(keys[sort], sql`d.id`)

/** The list as it opens shows what is shared; a search finds a device of one account too. */
const matching = ({ id, username, minAccounts, released }: Query): RawBuilder<unknown> => {
  const isSearch = id !== undefined || (username ?? '') !== ''
  const least = minAccounts ?? (isSearch ? 0 : 2)
  const wanted: RawBuilder<unknown>[] = [sql`d.accounts >= ${least}`]
  // Said apart, so that the index over shared devices is used whatever number was asked for.
  if (least > 1) wanted.push(sql`d.accounts > 1`)
  if (id !== undefined) wanted.push(sql`d.id = ${id}`)
  if (username !== undefined && username !== '') {
    // As an array these are found once and first, whatever order the list has.
    wanted.push(sql`d.id = ANY (ARRAY(SELECT DISTINCT du.device_id FROM device_users du
      JOIN users u ON u.id = du.user_id WHERE ${usernameStartsWith(sql`u.username`, username)}))`)
  }
  if (released !== undefined)
    wanted.push(released === 'true' ? sql`d.released_at IS NOT NULL` : sql`d.released_at IS NULL`)
  return sql`FROM devices d WHERE ${sql.join(wanted, sql` AND `)}`
}

const USERS_SHOWN = 10
const ALIKE_SHOWN = 20

interface Use {
  readonly device: string
  readonly user: string
  readonly net: string
  readonly agent: string
}

const viewsOf = async (db: Read, rows: readonly Row[], now: Date): Promise<AdminDevice[]> => {
  const ids = rows.map(({ id }) => id)
  const [uses, alike] = await Promise.all([usesOf(db, ids), alikeOf(db, ids)])
  const accounts = await accountsOf(db, [...new Set([...uses.values()].flat().map(({ user }) => user))], now)
  return rows.map((row) => {
    const mine = uses.get(row.id) ?? []
    const others = alike.get(row.id) ?? []
    return {
      _id: row.id,
      firstSeenAt: row.firstSeenAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      accounts: row.accounts,
      highestScore: inTenths(row.score),
      releasedAt: iso(row.releasedAt),
      releasedBy: row.releasedBy,
      users: accounts.filter(({ _id }) => mine.some(({ user }) => user === _id)).slice(0, USERS_SHOWN),
      components: componentsOf(row, mine, others),
      alike: others.map(({ device, net, username, userId }) => ({ _id: device, net, username, userId })),
    }
  })
}

/** What is recorded of a device, and in how many of those beside it the same was seen. */
const componentsOf = (row: Row, mine: readonly Use[], others: readonly Alike[]): AdminDevice['components'] => {
  const agents = [...new Set(mine.map(({ agent }) => agent))]
  const nets = [...new Set(mine.map(({ net }) => net))]
  const count = (same: (other: Alike) => boolean): number => new Set(others.filter(same).map((one) => one.device)).size
  return [
    ...(row.print === null ? [] : [{ name: 'print', value: row.print, sharedBy: count(() => true) }]),
    ...agents.map((value) => ({ name: 'user-agent', value, sharedBy: count(({ agent }) => agent === value) })),
    ...nets.map((value) => ({ name: 'network', value, sharedBy: count(({ net }) => net === value) })),
  ]
}

const usesOf = async (db: Read, ids: readonly string[]): Promise<Map<string, Use[]>> => {
  const { rows } = await sql<Use>`
    SELECT l.id AS device, f.* FROM unnest(${[...ids]}::uuid[]) AS l(id) CROSS JOIN LATERAL (
      SELECT u.user_id AS user, u.ip_net AS net, u.user_agent AS agent FROM device_users u
      LEFT JOIN suspects s ON s.user_id = u.user_id WHERE u.device_id = l.id
      ORDER BY s.score DESC NULLS LAST, u.user_id LIMIT 100) f`.execute(asExecutor(db))
  return Map.groupBy(rows, ({ device }) => device)
}

interface Alike {
  readonly of: string
  readonly device: string
  readonly net: string
  readonly agent: string
  readonly username: string
  readonly userId: string
}

/** Devices with the same print in a network of the same device. */
const alikeOf = async (db: Read, ids: readonly string[]): Promise<Map<string, Alike[]>> => {
  const { rows } = await sql<Alike>`
    SELECT l.id AS of, f.* FROM unnest(${[...ids]}::uuid[]) AS l(id) JOIN devices d ON d.id = l.id
    CROSS JOIN LATERAL (
      SELECT o.device_id AS device, o.ip_net AS net, o.user_agent AS agent, u.username, u.id AS "userId"
      FROM (SELECT DISTINCT ip_net FROM device_users WHERE device_id = d.id AND ip_net <> 'unknown') m
      JOIN device_users o ON o.ip_net = m.ip_net AND o.device_id <> d.id
      JOIN devices od ON od.id = o.device_id AND od.print = d.print
      JOIN users u ON u.id = o.user_id LIMIT ${ALIKE_SHOWN}) f WHERE d.print IS NOT NULL`.execute(asExecutor(db))
  return Map.groupBy(rows, ({ of }) => of)
}

const deviceFile = (db: Read, query: Query, now: Date): Promise<CsvFile> => {
  const key = keys[query.sort ?? 'accounts']
  const type = types[query.sort ?? 'accounts']
  return csvOf<AdminDevice & { readonly key: string }>({
    name: 'devices',
    now,
    columns: {
      device: (one) => one._id,
      accounts: (one) => one.accounts,
      highest_score: (one) => one.highestScore,
      first_seen_at: (one) => one.firstSeenAt,
      last_seen_at: (one) => one.lastSeenAt,
      released_at: (one) => one.releasedAt,
      users: (one) => one.users.map(({ username }) => username).join(' '),
      alike: (one) => one.alike.length,
    },
    next: async (last, limit) => {
      // As text it is whole: a `Date` is cut to milliseconds.
      const behind = last === undefined ? sql`` : sql`AND (${key}, d.id) < (${last.key}::${type}, ${last._id})`
      const { rows } = await sql<Row & { readonly key: string }>`SELECT ${columns}, ${key}::text AS key
        ${matching(query)} ${behind}
        ORDER BY ${order(query)} LIMIT ${limit}`.execute(asExecutor(db))
      const views = await viewsOf(db, rows, now)
      return rows.flatMap((row, index) => (views[index] === undefined ? [] : [{ ...views[index], key: row.key }]))
    },
  })
}

/** Releases devices; marks and ties that came from them are taken back. */
const releaseAll = async (
  context: WriteContext,
  { ids, note }: { ids: readonly string[]; note: string },
): Promise<number> => {
  const { tx, now } = context
  const by = byCaller(context)
  const { rows } = await sql<{ id: string }>`
    UPDATE devices SET released_at = ${now}, released_by = ${by.actor}, note = ${note}
    WHERE id = ANY (${[...ids]}::uuid[]) AND released_at IS NULL RETURNING id`.execute(tx)
  const done = rows.map(({ id }) => id).toSorted()
  const reasons = done.map((id) => `device-shared:${id}`)
  await sql`DELETE FROM risk_marks WHERE reason = ANY (${reasons}::text[])`.execute(tx)
  await sql`DELETE FROM ties WHERE kind = 'device' AND key = ANY (${done}::text[])`.execute(tx)
  // Who was on it no longer looks like the others because of it.
  await sql`DELETE FROM risk_marks WHERE starts_with(reason, 'print-shared:')
    AND user_id IN (SELECT user_id FROM device_users WHERE device_id = ANY (${done}::uuid[]))`.execute(tx)
  await auditAll(
    tx,
    done.map((target) => ({ ...by, action: 'device.release', target, before: undefined, after: { note } })),
  )
  return done.length
}
