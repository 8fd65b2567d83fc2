import type { Contract } from '@runnel/contract'
import type { CsvFile } from '@runnel/contract/admin/export'
import type { AdminNetwork } from '@runnel/contract/admin/network-device'
import type { Input } from '@runnel/contract/route'
import { type RawBuilder, sql } from 'kysely'
import { accountsOf, inTenths, iso } from '#features/suspect/suspect.ts'
import { hostingMatcher, hostingOperatorOf } from '#guard/hosting/hosting-networks.ts'
import { countryOf, matchedNetwork } from '#guard/network.ts'
import { RARE_NET_ACCOUNTS } from '#guard/suspicion/risk-signals.ts'
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
type Query = Input<Routes['networksCsv']>['query']

/** Networks, by the accounts that were seen in them. */
export const networks: Pick<Handlers<Routes>, 'networks' | 'networksCsv' | 'releaseNetworks'> = {
  networks: async ({ query }, { db, settings, now }) => {
    const { rows } = await sql<Row>`SELECT ${columns} ${matching(query)} ORDER BY ${order(query)}
      LIMIT ${query.limit} OFFSET ${offsetOf(query)}`.execute(asExecutor(db))
    return {
      items: await viewsOf(db, { rows, hosting: settings.risk_hosting_networks }, now),
      count: await countUpTo(db, sql`(SELECT 1 ${matching(query)})`),
      thresholds: await placeThresholds(db, 'networks'),
    }
  },

  networksCsv: ({ query }, { db, settings, now }) =>
    networkFile(db, { query, hosting: settings.risk_hosting_networks, now }),

  releaseNetworks: async ({ body }, context) => {
    const done = await releaseNets(context, { nets: [...new Set(body.subs)], note: body.note ?? '' })
    const msg = done === 1 ? say('owner.suspect.networkReleased') : say('owner.suspect.networksReleased', { done })
    return { done, skipped: new Set(body.subs).size - done, msg }
  },
}

interface Row {
  readonly net: string
  readonly accounts: number
  readonly devices: number
  readonly score: number
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
  readonly releasedAt: Date | null
  readonly releasedBy: string | null
}

const columns = sql`n.net, n.accounts, n.devices, n.highest_score AS score, n.first_seen_at AS "firstSeenAt",
  n.last_seen_at AS "lastSeenAt", n.released_at AS "releasedAt",
  (SELECT r.username FROM users r WHERE r.id = n.released_by) AS "releasedBy"`

const keys = { accounts: sql`n.accounts`, score: sql`n.highest_score`, seen: sql`n.last_seen_at` } as const
const types = { accounts: sql`integer`, score: sql`real`, seen: sql`timestamptz` } as const

const order = ({ sort = 'accounts' }: Query): RawBuilder<unknown> => inOrder(keys[sort], sql`n.net`)

/** A search finds a network of one account too; the list as it opens shows what is shared. */
const matching = ({ net, username, minAccounts, released }: Query): RawBuilder<unknown> => {
  const isSearch = (net ?? '') !== '' || (username ?? '') !== ''
  const wanted: RawBuilder<unknown>[] = [sql`n.accounts >= ${minAccounts ?? (isSearch ? 1 : 2)}`]
  if (net !== undefined && net !== '') {
    const start = matchedNetwork(net)
    wanted.push(/^[0-9a-f.:/]+$/.test(start) ? sql`n.net LIKE ${`${start}%`}` : sql`false`)
  }
  if (username !== undefined && username !== '') {
    // As an array these are found once and first, whatever order the list has.
    wanted.push(sql`n.net = ANY (ARRAY(SELECT DISTINCT nu.net FROM network_users nu JOIN users u ON u.id = nu.user_id
      WHERE ${usernameStartsWith(sql`u.username`, username)}))`)
  }
  if (released !== undefined)
    wanted.push(released === 'true' ? sql`n.released_at IS NOT NULL` : sql`n.released_at IS NULL`)
  return sql`FROM networks n WHERE ${sql.join(wanted, sql` AND `)}`
}

const USERS_SHOWN = 10

interface NetworkViewInput {
  readonly rows: readonly Row[]
  readonly hosting: string
}

const viewsOf = async (db: Read, { rows, hosting }: NetworkViewInput, now: Date): Promise<AdminNetwork[]> => {
  const users = await usersIn(
    db,
    rows.map(({ net }) => net),
  )
  const accounts = await accountsOf(db, [...new Set([...users.values()].flat())], now)
  const isHosting = hostingMatcher(hosting)
  return rows.map((row) => ({
    net: row.net,
    country: countryOf(row.net.split('/')[0] ?? ''),
    operator: hostingOperatorOf(row.net),
    isHosting: isHosting(row.net),
    accounts: row.accounts,
    devices: row.devices,
    isRare: row.accounts <= RARE_NET_ACCOUNTS,
    highestScore: inTenths(row.score),
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    releasedAt: iso(row.releasedAt),
    releasedBy: row.releasedBy,
    users: accounts.filter(({ _id }) => users.get(row.net)?.includes(_id)),
  }))
}

const usersIn = async (db: Read, nets: readonly string[]): Promise<Map<string, string[]>> => {
  const { rows } = await sql<{ net: string; id: string }>`
    SELECT l.net, f.user_id AS id FROM unnest(${[...nets]}::text[]) AS l(net) CROSS JOIN LATERAL (
      SELECT u.user_id FROM (SELECT user_id FROM network_users WHERE net = l.net LIMIT 1000) u
      LEFT JOIN suspects s ON s.user_id = u.user_id
      ORDER BY s.score DESC NULLS LAST, u.user_id LIMIT ${USERS_SHOWN}) f`.execute(asExecutor(db))
  const grouped = Map.groupBy(rows, ({ net }) => net)
  return new Map([...grouped].map(([net, some]) => [net, some.map(({ id }) => id)]))
}

const networkFile = (
  db: Read,
  { query, hosting, now }: { query: Query; hosting: string; now: Date },
): Promise<CsvFile> => {
  const key = keys[query.sort ?? 'accounts']
  const type = types[query.sort ?? 'accounts']
  return csvOf<AdminNetwork & { readonly key: string }>({
    name: 'networks',
    now,
    columns: {
      network: (one) => one.net,
      country: (one) => one.country,
      accounts: (one) => one.accounts,
      devices: (one) => one.devices,
      highest_score: (one) => one.highestScore,
      rare: (one) => one.isRare,
      hosting: (one) => one.isHosting,
      first_seen_at: (one) => one.firstSeenAt,
      last_seen_at: (one) => one.lastSeenAt,
      released_at: (one) => one.releasedAt,
      users: (one) => one.users.map(({ username }) => username).join(' '),
    },
    next: async (last, limit) => {
      // As text it is whole: a `Date` is cut to milliseconds.
      const behind = last === undefined ? sql`` : sql`AND (${key}, n.net) < (${last.key}::${type}, ${last.net})`
      const { rows } = await sql<Row & { readonly key: string }>`SELECT ${columns}, ${key}::text AS key
        ${matching(query)} ${behind}
        ORDER BY ${order(query)} LIMIT ${limit}`.execute(asExecutor(db))
      const views = await viewsOf(db, { rows, hosting }, now)
      return rows.flatMap((row, index) => (views[index] === undefined ? [] : [{ ...views[index], key: row.key }]))
    },
  })
}

/** Releases networks, also ones that nobody was seen in yet; marks and ties that came from them are taken back. */
const releaseNets = async (
  context: WriteContext,
  { nets, note }: { nets: readonly string[]; note: string },
): Promise<number> => {
  const { tx, now } = context
  const by = byCaller(context)
  const { rows } = await sql<{ net: string }>`
    UPDATE networks SET released_at = ${now}, released_by = ${by.actor}, note = ${note}
    WHERE net = ANY (${[...nets]}::text[]) AND released_at IS NULL RETURNING net`.execute(tx)
  const done = rows.map(({ net }) => net).toSorted()
  for (const net of done) {
    const starts = [`print-shared:${net}:`, `hosting:${net}`]
    await sql`DELETE FROM risk_marks WHERE starts_with(reason, ${starts[0]}) OR reason = ${starts[1]}`.execute(tx)
    await sql`DELETE FROM ties WHERE kind = 'network' AND starts_with(key, ${`${net}:`})`.execute(tx)
  }
  await auditAll(
    tx,
    done.map((target) => ({ ...by, action: 'network.release', target, before: undefined, after: { note } })),
  )
  return done.length
}
