import type { WithdrawalCase } from '@runnel/contract/admin/withdrawal'
import { sql } from 'kysely'
import { withdrawalsOf } from '#features/withdraw/owner/withdrawals.ts'
import { publicMailHosts } from '#guard/suspicion/public-mail-hosts.ts'
import { sharedDestinationsSql } from '#guard/suspicion/shared-destination.ts'
import { type Cluster, clustersOf, type SharedThing, type TieName } from '#guard/suspicion/tie-score.ts'
import type { Read } from '#kernel/db.ts'
import { sayCode, type Words } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'

/** So many that wait are looked at together, the oldest first; the rest comes when these are decided. */
const WAITING_MAX = 500
const CASES_MAX = 20
/** One decision reaches so many at most; what is left of a case is the next one. */
const DECIDED_AT_ONCE = 100

/**
 * Withdrawals in review of accounts that are tied to each other, a case for each cluster, the largest sum first. What
 * families, schools and carriers share ties nobody (ANTIBOT.md 4.2), so that no decision about one of them reaches
 * another.
 */
export const withdrawalCases = async (db: Read, now: Date): Promise<WithdrawalCase[]> => {
  const waiting = await db
    .selectFrom('withdrawals')
    .select(['id', 'user_id as userId', 'amount'])
    .where('status', '=', 'review')
    .orderBy('id')
    .limit(WAITING_MAX)
    .execute()
  const users = [...new Set(waiting.map(({ userId }) => userId))]
  if (users.length < 2) return []
  const clusters = clustersOf(await sharedThings(db, users))
  const cases = clusters
    .map((cluster) => ({
      cluster,
      mine: waiting.filter(({ userId }) => cluster.users.includes(userId)).slice(0, DECIDED_AT_ONCE),
    }))
    .map((one) => ({ ...one, amount: one.mine.reduce((sum, { amount }) => sum + amount, 0) }))
    .toSorted((a, b) => b.amount - a.amount)
    .slice(0, CASES_MAX)
  const ids = cases.flatMap(({ mine }) => mine.map(({ id }) => id))
  const [rows, revenues] = await Promise.all([withdrawalsOf(db, ids, now), revenuesOf(db, users)])
  return cases.map(({ cluster, mine, amount }) => ({
    accounts: cluster.users.length,
    amount,
    revenue: Math.max(
      0,
      cluster.users.reduce((sum, id) => sum + (revenues.get(id) ?? 0), 0),
    ),
    ties: sentencesOf(cluster),
    withdrawals: rows.filter(({ _id }) => mine.some(({ id }) => id === _id)),
  }))
}

/** What the site has from what these accounts earned: what their withdrawals are covered by. */
const revenuesOf = async (db: Read, users: readonly string[]): Promise<Map<string, Units>> => {
  const { rows } = await sql<{ userId: string; revenue: Units }>`
    SELECT user_id AS "userId", sum(revenue)::bigint AS revenue FROM day_counters
    WHERE user_id = ANY (${users}::uuid[]) GROUP BY user_id`.execute(asExecutor(db))
  return new Map(rows.map(({ userId, revenue }) => [userId, revenue]))
}

/** Mail hosts that so many accounts use, or twice as many as wait here, are not somebody's own. */
const OWN_DOMAIN_ACCOUNTS = 200
/** Registered so near each other, in one network. */
const JOINED_SECONDS = 3_600

/**
 * What at least two of these accounts share. What a person has released is left out, as are mail hosts with many
 * accounts.
 */
const sharedThings = async (db: Read, users: readonly string[]): Promise<SharedThing[]> => {
  const ids = sql`${users}::uuid[]`
  const { rows } = await sql<SharedThing>`
    WITH domains AS (
      SELECT split_part(email_key, '@', 2) AS key, array_agg(id) AS users FROM users
      WHERE id = ANY (${ids}) AND split_part(email_key, '@', 2) <> ALL (${[...publicMailHosts]}::text[])
      GROUP BY 1 HAVING count(*) > 1),
    joined AS (
      SELECT n.net, u.id, u.joined_at, n.first_seen_at, count(*) OVER (PARTITION BY n.net ORDER BY u.joined_at
        RANGE BETWEEN ${`${JOINED_SECONDS} seconds`}::interval PRECEDING
          AND ${`${JOINED_SECONDS} seconds`}::interval FOLLOWING) AS near
      FROM network_users n JOIN users u ON u.id = n.user_id WHERE u.id = ANY (${ids}))
    SELECT 'device' AS name, u.device_id::text AS key, max(d.accounts) AS accounts, array_agg(u.user_id) AS users
      FROM device_users u JOIN devices d ON d.id = u.device_id
      WHERE u.user_id = ANY (${ids}) AND d.released_at IS NULL GROUP BY u.device_id HAVING count(*) > 1
    UNION ALL SELECT 'network', n.net, max(w.accounts), array_agg(n.user_id)
      FROM network_users n JOIN networks w ON w.net = n.net
      WHERE n.user_id = ANY (${ids}) AND w.released_at IS NULL GROUP BY n.net HAVING count(*) > 1
    UNION ALL SELECT 'joined', j.net, count(*)::integer, array_agg(j.id)
      FROM joined j WHERE j.near > 1 GROUP BY j.net HAVING count(*) > 1
    UNION ALL SELECT CASE t.kind WHEN 'timing' THEN 'timing' ELSE 'print' END, t.key,
        (SELECT count(*)::integer FROM ties a WHERE a.kind = t.kind AND a.key = t.key), array_agg(t.user_id)
      FROM ties t WHERE t.user_id = ANY (${ids}) AND t.kind IN ('timing', 'network')
      GROUP BY t.kind, t.key HAVING count(*) > 1
    UNION ALL SELECT 'destination', w.address, max(w.accounts), array_agg(w.user_id)
      FROM (${sharedDestinationsSql(users)}) w WHERE NOT EXISTS (SELECT FROM pardons p
        WHERE p.user_id = w.user_id AND p.reason = 'address-shared:' || w.address)
      GROUP BY w.address HAVING count(*) > 1
    UNION ALL SELECT 'referrer', r.referrer_id::text, (SELECT count(*)::integer FROM (SELECT FROM users a
        WHERE a.referrer_id = r.referrer_id LIMIT 10000) all_of), array_agg(r.id)
      FROM (SELECT u.id, u.referrer_id FROM users u WHERE u.id = ANY (${ids}) AND u.referrer_id IS NOT NULL
        UNION SELECT u.referrer_id, u.referrer_id FROM users u
          WHERE u.id = ANY (${ids}) AND u.referrer_id = ANY (${ids})) r
      GROUP BY r.referrer_id HAVING count(*) > 1
    UNION ALL SELECT 'domain', d.key, 0, d.users FROM domains d
      WHERE (SELECT count(*) FROM (SELECT FROM users u WHERE split_part(u.email_key, '@', 2) = d.key
        LIMIT ${OWN_DOMAIN_ACCOUNTS}) of_it) < least(${OWN_DOMAIN_ACCOUNTS}, 1 + 2 * cardinality(d.users))`.execute(
    asExecutor(db),
  )
  return rows
}

const sentencesOf = ({ things, users }: Cluster): Words[] => {
  const told = new Map<TieName, Words>()
  for (const { name, accounts, users: sharing } of things) {
    if (told.has(name)) continue
    told.set(name, sayCode(ties[name], { some: sharing.length, all: users.length, accounts }))
  }
  return [...told.values()]
}

const ties = {
  destination: 'owner.withdraw.tieDestination',
  device: 'owner.withdraw.tieDevice',
  print: 'owner.withdraw.tieFingerprint',
  network: 'owner.withdraw.tieNetwork',
  joined: 'owner.withdraw.tieJoined',
  timing: 'owner.withdraw.tieTiming',
  domain: 'owner.withdraw.tieDomain',
  referrer: 'owner.withdraw.tieReferrer',
} as const satisfies Record<TieName, string>
