import { sql } from 'kysely'
import { later } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db.ts'
import { TIE_MEMBERS_MAX } from './risk-signals.ts'

/** What happened between two moments. */
export interface TimeRange {
  readonly since: Date
  readonly until: Date
}

/** Days of claims that are kept for the rules about pace and moving together. */
export const CLAIM_DAYS = 14

/**
 * Takes down where accounts were seen and when they claimed, out of what the guard has recorded anyway. A challenge is
 * over when it has expired, so that each is read exactly once.
 */
export const recordSightings = async (tx: Tx, { since, until }: TimeRange): Promise<void> => {
  await sql`
    INSERT INTO network_users AS n (net, user_id, first_seen_at, last_seen_at)
      SELECT net, user_id, min(at), max(at) FROM (
        SELECT ip_net AS net, user_id, issued_at AS at FROM challenges
          WHERE expires_at >= ${since} AND expires_at < ${until} AND user_id IS NOT NULL
        UNION ALL SELECT ip_net, user_id, last_seen_at FROM sessions
          WHERE last_seen_at >= ${since} AND last_seen_at < ${until}
        UNION ALL SELECT ip_net, user_id, last_seen_at FROM device_users
          WHERE last_seen_at >= ${since} AND last_seen_at < ${until}) seen
      WHERE net <> 'unknown' GROUP BY net, user_id ORDER BY net, user_id
    ON CONFLICT (net, user_id) DO UPDATE SET last_seen_at = greatest(n.last_seen_at, EXCLUDED.last_seen_at)`.execute(tx)
  await sql`
    INSERT INTO claim_days AS c (user_id, day, tenths, solve_ms)
      SELECT user_id, (used_at AT TIME ZONE 'UTC')::date,
        coalesce(array_agg((floor(extract(epoch FROM used_at) * 10)::bigint % 864000)::integer ORDER BY used_at)
          FILTER (WHERE family <> 'image'), '{}'),
        coalesce(array_agg((extract(epoch FROM used_at - issued_at) * 1000)::integer ORDER BY used_at)
          FILTER (WHERE family IN ('order', 'image')), '{}')
      FROM challenges WHERE expires_at >= ${since} AND expires_at < ${until} AND user_id IS NOT NULL
        AND action = 'faucet' AND family IN ('order', 'none', 'free', 'image', 'pow') AND outcome = 'right'
      GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (user_id, day) DO UPDATE SET tenths = c.tenths || EXCLUDED.tenths,
      solve_ms = c.solve_ms || EXCLUDED.solve_ms`.execute(tx)
}

/** The share of a network in the budget of the faucet doubles with so many more people of these kinds. */
const TRUSTED_PER_SHARE = 4
const PRINTS_PER_SHARE = 8
/** What browsers say of themselves costs a program nothing, so that it counts for no more than this. */
const PRINT_SHARES_MAX = 4
const RECENT_DAYS = 30
/** Days with claims after which the print of somebody counts. */
const ACTIVE_DAYS = 3

/**
 * Counts anew the networks and devices that somebody was seen in since then. A network is the more common the more
 * accounts of level Trusted it has, and the more different browsers of people who keep claiming (ANTIBOT.md 10).
 */
export const countSharedNetworksAndDevices = async (tx: Tx, { since }: Pick<TimeRange, 'since'>): Promise<void> => {
  const recent = later(since, -RECENT_DAYS * 86_400)
  await sql`
    INSERT INTO networks AS n (net, accounts, devices, highest_score, first_seen_at, last_seen_at, commonness)
      SELECT u.net, count(*), (SELECT count(DISTINCT d.device_id) FROM device_users d WHERE d.ip_net = u.net),
        coalesce(max(s.score), 0), min(u.first_seen_at), max(u.last_seen_at),
        greatest(1, count(*) FILTER (WHERE p.trust_level >= 2 AND u.last_seen_at >= ${recent})::real
            / ${TRUSTED_PER_SHARE},
          least(${PRINT_SHARES_MAX}, (SELECT count(DISTINCT d.print)
            FROM device_users o JOIN devices d ON d.id = o.device_id
            WHERE o.ip_net = u.net AND o.last_seen_at >= ${recent}
              AND (SELECT count(*) FROM claim_days c WHERE c.user_id = o.user_id) >= ${ACTIVE_DAYS})::real
            / ${PRINTS_PER_SHARE}))
      FROM network_users u JOIN users p ON p.id = u.user_id LEFT JOIN suspects s ON s.user_id = u.user_id
      WHERE u.net IN (SELECT net FROM network_users WHERE last_seen_at >= ${since}) GROUP BY u.net ORDER BY u.net
    ON CONFLICT (net) DO UPDATE SET accounts = EXCLUDED.accounts, devices = EXCLUDED.devices,
      highest_score = EXCLUDED.highest_score, last_seen_at = EXCLUDED.last_seen_at,
      commonness = EXCLUDED.commonness`.execute(tx)
  await sql`
    UPDATE devices d SET accounts = c.accounts, highest_score = c.score, last_seen_at = c.seen
      FROM (SELECT u.device_id, count(*) AS accounts, coalesce(max(s.score), 0) AS score, max(u.last_seen_at) AS seen
        FROM device_users u LEFT JOIN suspects s ON s.user_id = u.user_id
        WHERE u.device_id IN (SELECT device_id FROM device_users WHERE last_seen_at >= ${since}) GROUP BY u.device_id) c
      WHERE d.id = c.device_id`.execute(tx)
}

/** Who was seen in this time, and who shares a device with one of them. */
export const usersSeenIn = async (tx: Tx, { since, until }: TimeRange): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    WITH seen AS (SELECT DISTINCT user_id FROM network_users WHERE last_seen_at >= ${since} AND last_seen_at < ${until})
    SELECT user_id AS id FROM seen
    UNION SELECT o.user_id FROM seen JOIN device_users m ON m.user_id = seen.user_id
      JOIN devices d ON d.id = m.device_id AND d.accounts BETWEEN 2 AND ${TIE_MEMBERS_MAX}
      JOIN device_users o ON o.device_id = m.device_id
    ORDER BY id`.execute(tx)
  return rows.map(({ id }) => id)
}
