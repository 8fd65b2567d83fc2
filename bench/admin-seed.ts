import { checkAddress } from '@runnel/server/src/features/withdraw/address.ts'
import { openSession, type Session } from '@runnel/server/src/kernel/postgres/session.ts'
import { sha256 } from '@runnel/server/src/kernel/secrets.ts'
import { seededId, seededToken } from '@runnel/server/src/test/claims.ts'
import { AGO, idOf, METHODS, ROWS, USER } from './admin-parts.ts'
import { furtherTables, ofOne, setUp } from './admin-rows.ts'
import { samples } from './admin-samples.ts'

/** Whose eyes the lists are read with. */
export const adminToken = seededToken(0)

const CHUNK = 250_000

/** As the server compares it: many were paid to there. */
const sharedAddress = checkAddress('DOGE', [samples.texts['address'] ?? ''].flat()[0] ?? '')?.key ?? ''

export interface SeedOptions {
  readonly url: string
  readonly users: number
  readonly now: Date
}

/**
 * A site of many users with what its owner's lists show. Rows are put in as the server writes them, without asking it
 * and without its triggers: it would take days.
 */
export const seedAdmin = async ({ url, users, now }: SeedOptions): Promise<void> => {
  const session = await openSession({ url, name: 'runnel bench' })
  const run = (text: string, count: number, from = 0): Promise<unknown> =>
    session.query(
      text
        .replaceAll(':now', `'${now.toISOString()}'::timestamptz`)
        .replaceAll(':from', String(from))
        .replaceAll(':to', String(from + count - 1))
        .replaceAll(':users', String(users)),
    )
  try {
    await session.query(
      `SET statement_timeout = 0; SET synchronous_commit = off; SET work_mem = '256MB'; SET session_replication_role
        = replica`,
    )
    const indexes = await dropIndexes(session)
    for (let from = 0; from < users; from += CHUNK) {
      for (const text of perUser) await run(text, Math.min(CHUNK, users - from), from)
    }
    for (const [text, share] of [...sideTables, ...furtherTables])
      await run(text, Math.max(1, Math.round(users * share)))
    for (const text of ofOne) await run(text, 1)
    for (const text of setUp) await run(text, 1)
    await session.query(
      `INSERT INTO sessions (id, token_hash, user_id, user_agent, ip_net, created_at, last_seen_at, expires_at)
       VALUES ($1, $2, $1, 'bench', '127.0.0.0/24', $3, $3, $3::timestamptz + interval '1 day')`,
      [seededId(0), sha256(adminToken), now],
    )
    for (const definition of indexes) await session.query(definition)
    await session.query('SET session_replication_role = DEFAULT')
    await session.query('VACUUM ANALYZE')
  } finally {
    await session.close()
  }
}

/** Takes away what only makes reading faster, and gives how to make it again: once at the end costs a fraction. */
const dropIndexes = async (session: Session): Promise<string[]> => {
  const rows = await session.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND NOT i.indisunique`,
  )
  for (const { name } of rows) await session.query(`DROP INDEX ${name}`)
  return rows.map(({ definition }) => definition)
}

/** What every user has. One in a hundred is locked, one in five never verified the address. */
const perUser = [
  `INSERT INTO users (id, username, email, email_key, email_verified_at, role, joined_at, last_seen_at, level, exp,
     total_earned, faucet_claim, referrer_id, locked_at, lock_reason, deleted_at, cooldown_until, cooldown_reason)
   SELECT ${USER}, 'user' || u, 'user' || u || '@example.com', 'user' || u || '@example.com',
     CASE WHEN u % 5 > 0 THEN ${AGO('1')} END,
     CASE WHEN u = 0 THEN 'admin' WHEN u % 50000 = 3 THEN 'moderator' ELSE 'user' END,
     ${AGO('400.0 * (:users - u) / :users')}, ${AGO('30.0 * (u * 7919 % :users) / :users')}, 1 + u % 20, 100 * (u %
       500),
     37 * (u * 7919 % 99991), u % 900, CASE WHEN u >= 1000 AND u % 3 = 0 THEN ${idOf('u / 10')} WHEN u % 50 = 1 THEN
       ${idOf('7')} END,
     CASE WHEN u % 100 = 99 THEN ${AGO('3')} END, CASE WHEN u % 100 = 99 THEN 'Several accounts.' END,
     CASE WHEN u % 1000 = 99 THEN ${AGO('2')} END,
     CASE WHEN u % 1000 = 1 THEN :now + interval '1 hour' END, CASE WHEN u % 1000 = 1 THEN 'Too fast.' END FROM
       ${ROWS}`,
  `INSERT INTO accounts (name, owner, balance, opened_at)
   SELECT kind || ':' || ${USER}, ${USER}, CASE kind WHEN 'main' THEN 11 * (u * 104729 % 99991) ELSE 0 END, :now
   FROM ${ROWS}, unnest(ARRAY['main', 'deposit']) kind`,
  `INSERT INTO user_figures (user_id, balance, earned)
   SELECT ${USER}, 11 * (u * 104729 % 99991), 37 * (u * 7919 % 99991) FROM ${ROWS}`,
  `INSERT INTO sessions (id, token_hash, user_id, user_agent, ip_net, country, created_at, last_seen_at, expires_at)
   SELECT ${USER}, decode(md5(u::text) || md5('b' || u), 'hex'), ${USER}, 'Mozilla/5.0 (Linux; Android 14)',
     '10.' || u / 65536 % 256 || '.' || u / 256 % 256 || '.0/24', (ARRAY['DE', 'IN', 'BR', 'US', 'NG'])[1 + u % 5],
     ${AGO('10')}, ${AGO('30.0 * (u * 7919 % :users) / :users')}, :now + interval '20 days'
   FROM ${ROWS} WHERE u > 0`,
  `INSERT INTO devices (id, first_seen_at, accounts, highest_score, last_seen_at, print)
   SELECT ${USER}, ${AGO('100')}, CASE WHEN u % 50 = 0 THEN 2 + u % 7 ELSE 1 END, u % 97, ${AGO('u % 60')}, md5((u %
     5000)::text)
   FROM ${ROWS}`,
  `INSERT INTO device_users (device_id, user_id, ip_net, user_agent, first_seen_at, last_seen_at)
   SELECT ${idOf('CASE WHEN u % 50 < 3 THEN u - u % 50 ELSE u END')}, ${USER},
     '10.' || u / 65536 % 256 || '.' || u / 256 % 256 || '.0/24', 'Mozilla/5.0 (Linux; Android 14)', ${AGO('100')},
     ${AGO('u % 60')} FROM ${ROWS}`,
  `INSERT INTO network_users (net, user_id, first_seen_at, last_seen_at)
   SELECT '10.' || u / 65536 % 256 || '.' || u / 256 % 256 || '.0/24', ${USER}, ${AGO('100')}, ${AGO('u % 60')} FROM
     ${ROWS}`,
]

/** Further tables, each with its rows as a share of the users. */
const sideTables: readonly (readonly [text: string, share: number])[] = [
  [
    `INSERT INTO networks (net, accounts, devices, highest_score, first_seen_at, last_seen_at)
     SELECT '10.' || u / 256 % 256 || '.' || u % 256 || '.0/24', 256, 250, u % 97, ${AGO('100')}, ${AGO('u % 60')}
     FROM ${ROWS} ON CONFLICT DO NOTHING`,
    1 / 256,
  ],
  [
    `INSERT INTO risk_marks (id, user_id, family, reason, points, detail, at)
     SELECT gen_random_uuid(), ${idOf('u * 7')}, (ARRAY['place', 'payout', 'pace', 'traps', 'network'])[1 + u % 5],
       (ARRAY['shared-device', 'shared-address', 'quick-solver', 'forged', 'hosting'])[1 + u % 5], 10 + u % 70,
       'Seen with others.', ${AGO('u % 40')} FROM ${ROWS}`,
    0.1,
  ],
  [
    `INSERT INTO suspects (user_id, score, own, families, reasons, tied, at, changed_at)
     SELECT ${idOf('u * 7')}, 10 + u % 90, 10 + u % 90, ARRAY[(ARRAY['place', 'payout', 'pace', 'traps', 'network',
       'answers', 'sync', 'client', 'links', 'ptc', 'referral'])
         [1 + u % 11], (ARRAY['cluster', 'place'])[1 + u % 2]], 2,
       u % 9, :now, ${AGO('u % 40')} FROM ${ROWS}`,
    0.1,
  ],
  [
    `INSERT INTO measures (id, user_id, kind, since, until, reason)
     SELECT ${USER}, ${USER}, (ARRAY['challenge', 'reward', 'review', 'lock', 'cooldown'])[1 + u % 5], ${AGO('2')},
       :now + interval '5 days',
       'Seen with others.' FROM ${ROWS}`,
    0.02,
  ],
  [
    `INSERT INTO appeals (id, user_id, message, created_at, answered_at, answered_by, verdict, answer)
     SELECT ${USER}, ${USER}, 'It was not me.', ${AGO('u % 30')}, CASE WHEN u % 9 > 0 THEN :now END,
       CASE WHEN u % 9 > 0 THEN ${idOf('0')} END, CASE WHEN u % 9 > 0 THEN (ARRAY['keep', 'release', 'shorten'])[1 +
         u % 3] END, CASE WHEN u % 9 > 0 THEN 'No.' END
     FROM ${ROWS}`,
    0.02,
  ],
  [
    `INSERT INTO trap_hits (id, at, user_id, ip_net, device_id, trap, sample)
     SELECT ${USER}, ${AGO('30.0 * (u % 997) / 997')}, CASE WHEN u % 3 > 0 THEN ${idOf('u % 20000')} END,
       '10.0.' || u % 256 || '.0/24', ${USER}, (ARRAY['forged', 'hidden-field', 'decoy-address', 'replayed',
         'robots-address', 'decoy-secret',
         'canary-coupon', 'coupon-guesses', 'bad-key', 'hidden-option', 'trap-order'])[1 + u % 11],
       '{"agent": "curl"}' FROM ${ROWS}`,
    0.3,
  ],
  [
    `INSERT INTO withdrawals (id, user_id, method_id, currency, processor, address, address_key, amount, fee, rate,
      receives,
       status, reason, review_reasons, tx_id, created_at, updated_at, paid_at)
     SELECT ${USER}, ${idOf('u % (:users / 2)')}, ${idOf(`u % ${METHODS}`)}, (ARRAY['DOGE', 'LTC', 'BTC', 'TRX'])[1
       + u % 4],
       'manual', 'D' || u, address, 10000 + u % 5000, 100, 10000, 1 + u % 5, s,
       CASE WHEN s IN ('rejected', 'failed', 'unknown') THEN 'Because.' END, '{}', CASE s WHEN 'paid' THEN
         md5(u::text) END,
       ${AGO('400.0 * (:users - u) / :users')}, :now, CASE s WHEN 'paid' THEN
         ${AGO('399.0 * (:users - u) / :users')} END
     FROM (SELECT u, CASE WHEN u % 20000 = 49 THEN 'sending' WHEN u % 50 >= 10 THEN 'paid' ELSE (ARRAY['paid',
       'paid', 'paid',
       'paid', 'paid', 'rejected', 'failed', 'unknown', 'review', 'approved'])[1 + u % 10] END AS s,
       CASE WHEN u % 1000 = 7 THEN '${sharedAddress}' ELSE 'doge:' || u END AS address FROM ${ROWS}) rows`,
    1,
  ],
  [
    `INSERT INTO contact_messages (id, user_id, email, subject, message, created_at, answered_at, closed)
     SELECT ${USER}, ${USER}, 'user' || u || '@example.com', 'Question ' || u, 'How does it work?', ${AGO('u % 300')},
       CASE WHEN u % 20 > 0 THEN :now END, u % 20 = 1 FROM ${ROWS}`,
    0.1,
  ],
  [
    `INSERT INTO audit (id, at, actor, action, target, ip_net)
     SELECT ${USER}, ${AGO('300.0 * (:to - u) / (:to + 1)')}, ${idOf('0')},
       (ARRAY['user.ban', 'user.edit', 'setting.save', 'withdrawal.approve', 'campaign.approve'])[1 + u % 5],
       ${USER}::text, '10.0.0.0/24' FROM ${ROWS}`,
    0.3,
  ],
  [
    `INSERT INTO campaigns (id, user_id, kind, title, description, url, timer, price, reward, views, views_left,
      countries,
       min_level, device, interval_seconds, status, reason, reports_since, created_at, updated_at)
     SELECT ${USER}, ${USER}, 'iframe', 'Ad ' || u, 'Look at this.', 'https://example.com/' || u, 10, 50, 35, 1000,
       500, '{}', 1,
       'any', 86400, s, CASE s WHEN 'rejected' THEN 'No.' END, :now, ${AGO('u % 300')}, :now
     FROM (SELECT u, (ARRAY['active', 'paused', 'completed', 'rejected', 'pending', 'deleted'])[1 + u % 6] AS s FROM
       ${ROWS}) rows`,
    0.05,
  ],
  [
    `INSERT INTO tasks (id, user_id, category_id, title, instructions, proofs, reward, fee, places, accepted,
      returned, min_level,
       countries, minutes_to_finish, hours_to_review, status, reason, created_at, updated_at)
     SELECT ${USER}, ${USER}, (SELECT id FROM task_categories ORDER BY id LIMIT 1), 'Task ' || u, 'Do this.', '[]',
       500, 50, 10,
       CASE WHEN s IN ('completed', 'rejected', 'deleted') THEN 10 ELSE 0 END, 0, 1, '{}', 60, 72, s,
       CASE s WHEN 'rejected' THEN 'No.' END, ${AGO('u % 300')}, :now
     FROM (SELECT u, (ARRAY['active', 'paused', 'completed', 'pending', 'rejected', 'deleted'])[1 + u % 6] AS s FROM
       ${ROWS}) rows`,
    0.05,
  ],
  [
    `INSERT INTO task_submissions (id, task_id, owner_id, user_id, status, reward, fee, reason, started_at, sent_at,
      reviewed_at,
       reviewed_by, disputed_at, judged, judged_at, holds_place, device_id)
     SELECT ${USER}, ${idOf('u % (:users / 20)')}, ${idOf('u % (:users / 20)')}, ${USER}, s, 500, 50, 'Not enough.',
       ${AGO('9')},
       ${AGO('9')}, ${AGO('8')}, 'owner', CASE WHEN s = 'disputed' OR u % 40 = 5 THEN ${AGO('8.0 * u / :to')} END,
       CASE WHEN u % 40 = 5 THEN 'denied' END, CASE WHEN u % 40 = 5 THEN ${AGO('8.0 * u / :to')} END, s =
         'disputed', ${USER}
     FROM (SELECT u, CASE WHEN u % 100 = 1 THEN 'disputed' ELSE 'denied' END AS s FROM ${ROWS}) rows`,
    0.5,
  ],
  [
    `INSERT INTO coupons (id, code, batch_id, name, reward, uses_max, uses, cost, valid_until, min_level,
      verified_only, enabled,
       created_by, created_at)
     SELECT ${USER}, 'CODE-' || u, CASE WHEN u > 1 THEN ${idOf('u % 50')} END, 'Code ' || u, 100, 5000, u % 5 / 4 *
       5000, 100,
       CASE WHEN u % 7 = 0 THEN ${AGO('1')} END, 1, false, u % 3 > 0, ${idOf('0')}, ${AGO('u % 90')} FROM ${ROWS}`,
    0.05,
  ],
  [
    `INSERT INTO coupon_uses (coupon_id, user_id, reward, device_id, at)
     SELECT ${idOf('1')}, ${USER}, 100, ${USER}, ${AGO('u % 30')} FROM ${ROWS}`,
    0.1,
  ],
  [
    `INSERT INTO postbacks (id, wall_id, at, method, url, body, headers, ip_net, verdict, detail, user_id, tx_id,
      amount)
     SELECT ${USER}, ${idOf('u % 3')}, ${AGO('60.0 * (u % 997) / 997')}, 'GET', '/api/postback/cpx?a=' || u, '',
       '{}', '10.0.0.0/24',
       (ARRAY['credited', 'held', 'charged-back', 'charged-back-first', 'duplicate', 'ignored', 'bad-signature',
         'bad-source',
         'unknown-user', 'bad-amount', 'unreadable', 'wall-off'])[1 + u % 12], 'As told.', ${USER}, 'tx' || u, 400
           FROM ${ROWS}`,
    0.3,
  ],
  [
    `INSERT INTO offers (id, wall_id, tx_id, user_id, offer, amount, revenue, status, created_at, credited_at,
      charged_back_at,
       charge_reason, taken, debt)
     SELECT ${USER}, ${idOf('u % 3')}, 'tx' || u, ${USER}, 'Survey', 400, 600, s, ${AGO('60.0 * (u % 997) / 997')},
       :now,
       CASE s WHEN 'charged-back' THEN ${AGO('30.0 * u / :to')} END, CASE s WHEN 'charged-back' THEN 'Refunded.'
         END, 400, 0
     FROM (SELECT u, CASE WHEN u % 20 = 0 THEN 'charged-back' ELSE 'credited' END AS s FROM ${ROWS}) rows`,
    0.3,
  ],
  [
    `INSERT INTO link_visits (id, provider_id, user_id, secret_hash, vt, reward, device_id, ip_net, status,
      opened_at, expires_at,
       arrived_at, seconds, reason)
     SELECT ${USER}, ${idOf('u % 10')}, ${USER}, decode(md5(u::text), 'hex'), 'x', 50, ${USER}, '10.0.0.0/24', s,
       ${AGO('u % 60')}, :now,
       ${AGO('u % 60')}, 5, CASE s WHEN 'held' THEN 'Far faster than others.' END
     FROM (SELECT u, CASE WHEN u % 50 = 0 THEN 'held' ELSE 'paid' END AS s FROM ${ROWS}) rows`,
    0.5,
  ],
  [
    `INSERT INTO day_counters (user_id, day, source, count, earned)
     SELECT ${USER}, (:now - d * interval '1 day')::date, 'faucet', 5, 150 FROM ${ROWS}, generate_series(0, 9) d`,
    0.3,
  ],
]
