/** A row as the server writes it, of each table that grows with what users do; `n` counts them. */
const ID = `('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`
const USER = `('00000000-0000-7000-8000-' || (100000000000 + n % $1::integer))::uuid`
const AT = `'2026-01-01'::timestamptz + n * interval '1 second'`
const DAY = `'2026-01-01'::date + n / $1::integer`
const NET = `'203.0.' || n % 250 || '.0/24'`
const HASH = `sha256(n::text::bytea)`
const AGENT = `'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'`

/** Rows that others refer to; made first, one of each. */
export const parents = [
  `INSERT INTO link_providers (id, name, api, api_url, api_key_sealed, reward, max_view, priority, min_seconds,
     expected_seconds, countries, enabled, created_at) VALUES ('00000000-0000-7000-8000-000000000001', 'A link',
     'common', 'https://short.example/api', '', 1, 1, 0, 1, 10, '{}', true, now())`,
  `INSERT INTO campaigns (id, user_id, kind, title, description, url, timer, price, reward, views, views_left,
     countries, min_level, device, interval_seconds, status, reports_since, created_at, updated_at)
   SELECT ${ID}, '00000000-0000-7000-8000-100000000000', 'iframe', 'An ad', '', 'https://ad.example', 5, 2, 1, 1, 0,
     '{}', 1, 'any', 60, 'completed', now(), now(), now() FROM generate_series(1, 100) n`,
  `INSERT INTO offerwalls (id, preset, slug, name, conditions, frame_url, keys, secret_sealed, allowed_ips,
     refuse_other_ips, units_per_amount, share_basis_points, max_reward, hold_above, hold_days, countries, min_level,
     rules, enabled, created_at) VALUES ('00000000-0000-7000-8000-000000000001', 'own', 'wall', 'A wall', '',
     'https://wall.example', '{}', '', '{}', false, 1, 5000, 1, 1, 1, '{}', 1, '{}', true, now())`,
]

const CAMPAIGN = `('00000000-0000-7000-8000-' || lpad((1 + n % 100)::text, 12, '0'))::uuid`
/** Another for each round through the users. */
const NEXT_CAMPAIGN = `('00000000-0000-7000-8000-' || lpad((1 + n / $1::integer)::text, 12, '0'))::uuid`
const ONE = `'00000000-0000-7000-8000-000000000001'::uuid`

/** The columns that are filled, and with what. */
export const rows: Readonly<Record<string, readonly [columns: string, values: string]>> = {
  challenges: [
    `id, user_id, bound_to, action, family, recipe, answer_mac, option_ids, pow_level, captcha_too, issued_at,
     expires_at, used_at, outcome, ip_net, device_id`,
    `${ID}, ${USER}, substr(${HASH}, 1, 8), 'faucet', 'order', repeat('r', 60), ${HASH},
     ARRAY['optionAAAAA', 'optionBBBBB', 'optionCCCCC'], 0, false, ${AT}, ${AT}, ${AT}, 'right', ${NET}, ${ID}`,
  ],
  idempotency_keys: [
    'user_id, key, route, answer, created_at',
    `${USER}, gen_random_uuid()::text, 'faucet.claim', jsonb_build_object('reward', 30, 'balance', n, 'level', 3,
      'exp', n, 'nextClaimAt', ${AT}, 'msg', 'You claimed 30 units.'), ${AT}`,
  ],
  sessions: [
    'id, token_hash, user_id, device_id, user_agent, ip_net, country, created_at, last_seen_at, expires_at',
    `${ID}, ${HASH}, ${USER}, ${ID}, ${AGENT}, ${NET}, 'DE', ${AT}, ${AT}, ${AT}`,
  ],
  notifications: [
    'id, user_id, kind, "values", created_at',
    `${ID}, ${USER}, 'link-paid', '{"link": "A link", "amount": 30}', ${AT}`,
  ],
  day_counters: ['user_id, day, source, count, earned', `${USER}, ${DAY}, 'faucet', 20, 600`],
  claim_days: [
    'user_id, day, tenths, solve_ms',
    `${USER}, ${DAY}, (SELECT array_agg(s) FROM generate_series(1, 20) s), array_fill(4000, ARRAY[20])`,
  ],
  devices: ['id, first_seen_at, print', `${ID}, ${AT}, encode(${HASH}, 'hex')`],
  device_users: [
    'device_id, user_id, ip_net, user_agent, first_seen_at, last_seen_at',
    `${ID}, ${USER}, ${NET}, ${AGENT}, ${AT}, ${AT}`,
  ],
  network_users: ['net, user_id, first_seen_at, last_seen_at', `n || ${NET}, ${USER}, ${AT}, ${AT}`],
  ptc_views: [
    `id, campaign_id, user_id, status, price, reward, timer, beat_seconds, country, device, device_id, ip_net,
     opened_at, expires_at, beats, watched_ms, beat_at, paid_at`,
    `${ID}, ${CAMPAIGN}, ${USER}, 'paid', 2, 1, 5, 1, 'DE', 'mobile', ${ID}, ${NET}, ${AT}, ${AT}, 5, 5000, ${AT},
     ${AT}`,
  ],
  ptc_claims: ['user_id, campaign_id, claimed_at, available_at', `${USER}, ${NEXT_CAMPAIGN}, ${AT}, ${AT}`],
  link_visits: [
    `id, provider_id, user_id, secret_hash, vt, reward, device_id, ip_net, country, status, opened_at, expires_at,
     arrived_at, seconds`,
    `${ID}, ${ONE}, ${USER}, ${HASH}, substr(${HASH}, 1, 16), 60, ${ID}, ${NET}, 'DE', 'paid', ${AT}, ${AT}, ${AT}, 20`,
  ],
  bonus_claims: [
    'user_id, date, day, streak, reward, grace, device_id, at',
    `${USER}, ${DAY}, 1, 1, 50, false, gen_random_uuid(), ${AT}`,
  ],
  referral_days: ['referrer_id, referred_id, day, earned, commission', `${USER}, ${USER}, ${DAY}, 600, 60`],
  referral_sums: ['referrer_id, day, commission', `${USER}, ${DAY}, 60`],
  postbacks: [
    'id, wall_id, at, method, url, body, headers, ip_net, verdict, detail, user_id, tx_id, amount',
    `${ID}, ${ONE}, ${AT}, 'GET', 'https://site.example/api/postback/wall?user=abc&tx=' || n || repeat('x', 120), '',
     '{}', ${NET}, 'credited', '', ${USER}, n::text, 100`,
  ],
  offers: [
    'id, wall_id, tx_id, user_id, offer, amount, revenue, status, created_at, credited_at',
    `${ID}, ${ONE}, n::text, ${USER}, 'An offer of some length', 100, 200, 'credited', ${AT}, ${AT}`,
  ],
  board_scores: ['board, start, user_id, value', `'month', ${DAY}, ${USER}, n`],
  audit: [
    'id, at, actor, action, target, before, after, ip_net',
    `${ID}, ${AT}, ${USER}, 'user.adjust', 'user:' || ${USER}, '{"balance": 1}', '{"balance": 2}', ${NET}`,
  ],
  risk_marks: [
    'id, user_id, family, reason, points, detail, at',
    `${ID}, ${USER}, 'client', 'reason-' || n, 10, 'Asks for the reward of an ad before half of its time.', ${AT}`,
  ],
  mail_tokens: [
    'secret_hash, user_id, purpose, email, created_at, expires_at',
    `${HASH}, ${USER}, 'verify', 'somebody@example.com', ${AT}, ${AT}`,
  ],
  rate_limits: ['key, points, expire', `'faucet:user:' || gen_random_uuid(), 1, 1`],
}
