import { presets } from '@runnel/server/src/features/offerwall/preset/presets.ts'
import { AGO, idOf, METHODS, ROWS, USER } from './admin-parts.ts'

const SOURCES = `(ARRAY['faucet', 'bonus', 'challenge', 'coupon', 'link', 'offerwall', 'referral', 'leaderboard',
  'ptc', 'task',
  'payout'])`
/** Ids of transfers stand in the order of time. */
const TRANSFER = `(lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || lpad(to_hex(u), 20, '0'))::uuid`

/** What there is beside people, with its rows as a share of the users. */
export const furtherTables: readonly (readonly [text: string, share: number])[] = [
  // The ledger of the last day and a half, and what is rolled up of the days before.
  [
    `INSERT INTO transfers (id, key, kind, debit, credit, amount, credit_after, at)
     SELECT ${TRANSFER}, 'faucet:' || u, 'faucet', 'house:faucet', 'main:' || ${idOf('u % :users')}, 30, 30, at
     FROM (SELECT u, ${AGO('1.5 * (1.0 - u::numeric / :to)')} AS at FROM ${ROWS}) rows`,
    1,
  ],
  [
    `INSERT INTO account_days (account, day, debited, credited)
     SELECT account, (${AGO('(u + 1)')})::date, 1000000, 10000
     FROM generate_series(0, 400) u, unnest(ARRAY['house:faucet', 'house:bonus', 'house:link', 'house:fee',
       'house:referral']) account
     WHERE :from = 0`,
    0,
  ],
  [
    `INSERT INTO day_stats (day, counted_at, figures)
     SELECT (${AGO('u')})::date, :now, '{"registrations": 900, "logins": 5000}' FROM generate_series(0, 400) u`,
    0,
  ],
  [
    `INSERT INTO task_update_requests (id, task_id, changes, status, created_at)
     SELECT ${USER}, ${USER}, '{"title": "Another"}', 'open', ${AGO('1')} FROM ${ROWS} WHERE u % 6 < 3 AND u % 50 =
       1`,
    0.05,
  ],
  [
    `INSERT INTO pending_acts (id, kind, user_id, ref, amount, payload, reason, proposed_by, proposed_at,
      expires_at, state,
       decided_by, decided_at)
     SELECT ${USER}, 'user.adjust', ${USER}, NULL, 500, '{"account": "main", "amount": 500, "asDebt": false}',
       'Asked for.',
       ${idOf('3')}, ${AGO('2')}, :now + (u % 3 - 1) * interval '1 day', s,
       CASE WHEN s <> 'pending' THEN ${idOf('0')} END, CASE WHEN s <> 'pending' THEN :now END
     FROM (SELECT u, (ARRAY['pending', 'accepted', 'denied', 'expired', 'failed'])[1 + u % 5] AS s FROM ${ROWS})
       rows`,
    0.02,
  ],
  [
    `INSERT INTO imports (id, source, by_user, state, send_mails, mails_per_minute, rows, progress, started_at,
      finished_at)
     SELECT ${USER}, 'older-site', ${idOf('0')}, 'done', false, 100, 5000, 5000, ${AGO('u')}, ${AGO('u')} FROM
       ${ROWS}`,
    0.005,
  ],
  [
    `INSERT INTO outflow_trips (id, source, cause, state, stops_payouts, measured, "limit", why, at, resumed_at,
      resumed_by)
     SELECT ${USER}, ${SOURCES}[1 + u % 11], 'hour-amount', s, false, 500, 400, 'Above its limit.', ${AGO('u % 300')},
       CASE s WHEN 'resumed' THEN :now END, CASE s WHEN 'resumed' THEN ${idOf('0')} END
     FROM (SELECT u, CASE WHEN u % 2 = 0 THEN 'resumed' ELSE 'dry' END AS s FROM ${ROWS}) rows`,
    0.02,
  ],
  [`UPDATE networks SET released_at = :now, released_by = ${idOf('0')} WHERE right(net, 6) = '9.0/24'`, 0],
  // Groups of browsers that look the same, of accounts on one device, and of one address.
  [
    `INSERT INTO ties (kind, key, user_id, at)
     SELECT kind, 'k' || u / size, ${idOf('u * 7')}, ${AGO('u % 30')}
     FROM ${ROWS}, (VALUES ('network', 200), ('device', 3), ('payout', 7)) kinds (kind, size)`,
    0.1,
  ],
  [
    `INSERT INTO score_points (user_id, day, score)
     SELECT ${idOf('u * 7')}, (${AGO('d')})::date, 10 + u % 90 FROM ${ROWS}, generate_series(0, 9) d`,
    0.1,
  ],
  [
    `UPDATE devices SET released_at = :now, released_by = ${idOf('0')} WHERE id IN (SELECT ${idOf('u * 1000')} FROM
      ${ROWS})`,
    0.001,
  ],
  [
    `INSERT INTO outflow_trips (id, source, cause, state, stops_payouts, measured, "limit", why, at)
     SELECT ${idOf('900000000')}, 'coupon', 'hour-amount', 'open', false, 500, 400, 'Above its limit.', :now`,
    0,
  ],
]

/** The one whose pages are opened has a long history. */
export const ofOne: readonly string[] = [
  `INSERT INTO transfers (id, key, kind, debit, credit, amount, credit_after, at)
   SELECT ${TRANSFER}, 'faucet:of-one:' || u, 'faucet', 'house:faucet', 'main:' || ${idOf('7')}, 30, 30 * u, at
   FROM (SELECT u, ${AGO('300.0 * (1 - u / 20000.0)')} AS at FROM generate_series(1, 20000) u) rows`,
]

/** What there is a handful of. */
export const setUp = [
  `INSERT INTO withdraw_methods (id, currency, name, processor, minimum, maximum, fee, rate, rate_at, decimals,
    enabled, created_at)
   SELECT ${USER}, (ARRAY['DOGE', 'LTC', 'BTC', 'TRX'])[1 + u], 'Coin ' || u, 'manual', 1000, 100000000, 10, 10000,
     :now, 8, true, :now
   FROM generate_series(0, ${METHODS - 1}) u`,
  `INSERT INTO link_providers (id, name, api, api_url, api_key_sealed, reward, max_view, priority, min_seconds,
    expected_seconds,
     countries, enabled, created_at)
   SELECT ${USER}, 'Link ' || u, 'adlinkfly', 'https://short.example', '', 50 + u, 2, u, 5, 20 + u, '{}', true, :now
   FROM generate_series(0, 9) u`,
  `INSERT INTO offerwalls (id, preset, slug, name, conditions, frame_url, keys, secret_sealed, allowed_ips,
    refuse_other_ips,
     units_per_amount, share_basis_points, max_reward, hold_above, hold_days, countries, min_level, rules, enabled,
       created_at)
   SELECT ${USER}, 'generic', 'wall' || u, 'Wall ' || u, '', 'https://wall.example', '{}', '', '{}', false, 1000,
     5000, 100000, 1000, 7,
     '{}', 1, '${JSON.stringify(presets[0]?.rules)}', true, :now FROM generate_series(0, 2) u`,
  `INSERT INTO news (id, title, markdown, pinned, published_at, created_at)
   SELECT ${USER}, 'News ' || u, 'About **this** and that.', u = 1, ${AGO('u')}, ${AGO('u')} FROM generate_series(0,
     5000) u`,
]
