import { openSession, type Session } from '@runnel/server/src/kernel/postgres/session.ts'
import { sha256 } from '@runnel/server/src/kernel/secrets.ts'
import { seededId, seededToken } from '@runnel/server/src/test/claims.ts'

/** How large a made-up site is. */
export interface Size {
  /** Makes of them what comes next in tens. */
  readonly users: number
  /** About ten of every user. */
  readonly transfers: number
}

/** Whose pages are measured: the same two people with the same history, however large the site around them is. */
export const people = {
  ordinary: { index: 0, token: seededToken(0) },
  heavy: { index: 1, token: seededToken(1) },
} as const

const DAYS = 30
/** A user is here every tenth day. */
const EVERY = 10
const CHUNK = 100_000
/** What the heavy user has beside what everybody has: movements a day, and people who came by the link. */
const HEAVY_TRANSFERS = 60
const HEAVY_PEOPLE = 200
const ORDINARY_PEOPLE = 5

const ID = `('00000000-0000-7000-8000-' || (100000000000 + u))::uuid`
/** Differs from user to user, so that boards have an order, and is often equal, so that they have ties. */
const AMOUNT = '(10 + (u * 7919) % 997)'

/**
 * Fills a migrated database with a month of a site: users with what they earned by claims, the ledger of that, and who
 * referred whom. Rows are those that the server writes, put in without asking it: it would take days.
 */
export const seedSite = async (url: string, size: Size, now: Date): Promise<void> => {
  const session = await openSession({ url, name: 'runnel bench' })
  try {
    await session.query(
      "SET statement_timeout = 0; SET synchronous_commit = off; SET work_mem = '256MB'; SET runnel.ledger = 'on'",
    )
    // Made once at the end, an index costs a fraction of what it costs row by row.
    await session.query('DROP INDEX transfers_credit; DROP INDEX transfers_debit')
    const rounds = Math.max(1, Math.round(size.transfers / size.users / (DAYS / EVERY)))
    for (let from = 0; from < size.users; from += CHUNK) await seedUsers(session, { from, rounds, size, now })
    for (let day = 0; day < DAYS; day++) await seedDay(session, { day, rounds, size, now })
    await seedHeavy(session, now)
    await session.query(`
      CREATE INDEX transfers_debit ON transfers (debit, id) WHERE debit_after IS NOT NULL;
      CREATE INDEX transfers_credit ON transfers (credit, id) WHERE credit_after IS NOT NULL`)
    for (const { index, token } of Object.values(people)) await signIn(session, { index, token, now })
    await seedRest(session, now)
    await session.query('VACUUM ANALYZE')
  } finally {
    await session.close()
  }
}

/** Everybody came by somebody whose number is a tenth of theirs, but those who came by the two that are measured. */
const seedUsers = async (
  session: Session,
  { from, rounds, size, now }: { from: number; rounds: number; size: Size; now: Date },
): Promise<void> => {
  // What all their days bring: every balance is the sum of its transfers from the start.
  const claims = rounds * (DAYS / EVERY)
  const until = Math.min(from + CHUNK, size.users) - 1
  await session.query(
    `INSERT INTO users (id, username, email, email_key, email_verified_at, joined_at, last_seen_at, level, total_earned,
       exp, referrer_id)
     SELECT ${ID}, 'user' || u, u || '@example.com', u || '@example.com', $1, $1::timestamptz - interval '40 days'
         + u * interval '40 days' / $2, $1, 1 + u % 20, ${AMOUNT} * $5::integer, 10 * $5::integer,
       CASE WHEN u BETWEEN 200 AND 199 + ${HEAVY_PEOPLE} THEN '${seededId(people.heavy.index)}'::uuid
         WHEN u BETWEEN 400 AND 399 + ${ORDINARY_PEOPLE} THEN '${seededId(people.ordinary.index)}'::uuid
         WHEN u >= 1000 AND u % 3 = 0 THEN ('00000000-0000-7000-8000-' || (100000000000 + u / 10))::uuid END
     FROM generate_series($3::bigint, $4::bigint) u`,
    [now, size.users, from, until, claims],
  )
  await session.query(
    `INSERT INTO accounts (name, owner, balance, opened_at)
     SELECT kind || ':' || ${ID}, ${ID}, CASE kind WHEN 'main' THEN ${AMOUNT} * $4::integer ELSE 0 END, $1
     FROM generate_series($2::bigint, $3::bigint) u, unnest(ARRAY['main', 'deposit', 'held']) kind
     WHERE kind = 'main' OR u < 2`,
    [now, from, until, claims],
  )
}

interface Day {
  readonly day: number
  readonly rounds: number
  readonly size: Size
  readonly now: Date
}

/** The claims of a day in the order of time: those who are here today claim round by round. */
const seedDay = async (session: Session, { day, rounds, size, now }: Day): Promise<void> => {
  const { midnight, seconds } = spanOf(day, now)
  const here = Math.floor(size.users / EVERY)
  await session.query(
    `INSERT INTO transfers (id, key, kind, debit, credit, amount, credit_after, ref, at)
     SELECT id, 'faucet:' || id, 'faucet', 'house:faucet', 'main:' || ${ID}, ${AMOUNT},
       ${AMOUNT} * ($1::bigint * $2::bigint + round + 1), 'bench', at
     FROM (
       SELECT u, round, at, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0')
         || lpad(to_hex($3::bigint * 100000000 + round * $4::bigint + k), 20, '0'))::uuid AS id
       FROM (
         SELECT k * ${EVERY} + $3::bigint % ${EVERY} AS u, round, k,
           $5::timestamptz
             + make_interval(secs => $6::float8 * (round * $4::bigint + k) / ($2::bigint * $4::bigint)) AS at
         FROM generate_series(0, $2::bigint - 1) round, generate_series(0, $4::bigint - 1) k
       ) claims
     ) claims`,
    [Math.floor(day / EVERY), rounds, day, here, midnight, seconds],
  )
  await session.query(
    `INSERT INTO day_counters (user_id, day, source, count, earned)
     SELECT ${ID}, $3::date, 'faucet', $2::integer, ${AMOUNT} * $2::integer
     FROM (SELECT k * ${EVERY} + $1::bigint % ${EVERY} AS u FROM generate_series(0, $4::bigint - 1) k) here`,
    [day, rounds, midnight.toISOString().slice(0, 10), here],
  )
}

const DAY_MS = 86_400_000

/** When a day of the month begins, and how many of its seconds have passed: the last one is today. */
const spanOf = (day: number, now: Date): { midnight: Date; seconds: number } => {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const midnight = new Date(today - (DAYS - 1 - day) * DAY_MS)
  return { midnight, seconds: Math.min(DAY_MS, now.getTime() - midnight.getTime()) / 1_000 }
}

/** What the heavy user has more than others: many movements every day. */
const seedHeavy = async (session: Session, now: Date): Promise<void> => {
  const name = `main:${seededId(people.heavy.index)}`
  for (let day = 0; day < DAYS; day++) {
    const { midnight, seconds } = spanOf(day, now)
    await session.query(
      `INSERT INTO transfers (id, key, kind, debit, credit, amount, credit_after, ref, at)
       SELECT id, 'link:' || id, 'link', 'house:link', $1, 60, 60 * ($2::bigint * ${HEAVY_TRANSFERS} + n), 'bench', at
       FROM (SELECT n, at, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0')
           || lpad(to_hex($2::bigint * 100000000 + n), 20, 'f'))::uuid AS id
         FROM (SELECT n, $3::timestamptz + make_interval(secs => $4::float8 * n / ${HEAVY_TRANSFERS + 1}) AS at
           FROM generate_series(1, ${HEAVY_TRANSFERS}) n) moments) moved`,
      [name, day, midnight, seconds],
    )
    await session.query(
      `INSERT INTO day_counters (user_id, day, source, count, earned)
       VALUES ($1, $2, 'link', ${HEAVY_TRANSFERS}, ${HEAVY_TRANSFERS * 60})`,
      [seededId(people.heavy.index), midnight.toISOString().slice(0, 10)],
    )
  }
  const amount = DAYS * HEAVY_TRANSFERS * 60
  await session.query('UPDATE accounts SET balance = balance + $2 WHERE name = $1', [name, amount])
  const earned = 'UPDATE users SET total_earned = total_earned + $2 WHERE id = $1'
  await session.query(earned, [seededId(people.heavy.index), amount])
}

const signIn = async (
  session: Session,
  { index, token, now }: { index: number; token: string; now: Date },
): Promise<void> => {
  await session.query(
    `INSERT INTO sessions (id, token_hash, user_id, user_agent, ip_net, created_at, last_seen_at, expires_at)
     VALUES ($1, $2, $1, 'bench', '127.0.0.0/24', $3, $3, $3::timestamptz + interval '1 day')`,
    [seededId(index), sha256(token), now],
  )
  // A month of settled commissions, as the settlement leaves it behind.
  await session.query(
    `INSERT INTO referral_sums (referrer_id, day, commission, withheld)
     SELECT $1, $2::date - n, 40 + n, 0 FROM generate_series(1, ${DAYS}) n`,
    [seededId(index), now],
  )
}

/** What there is on any site: some news, and some links to visit. */
const seedRest = async (session: Session, now: Date): Promise<void> => {
  await session.query(
    `INSERT INTO news (id, title, markdown, pinned, published_at, created_at)
     SELECT gen_random_uuid(), 'News ' || n, 'About **this** and that.', n = 1, $1::timestamptz - n * interval '1 day',
       $1::timestamptz - n * interval '1 day' FROM generate_series(1, 20) n`,
    [now],
  )
  await session.query(
    `INSERT INTO link_providers (id, name, api, api_url, api_key_sealed, reward, max_view, priority, min_seconds,
       expected_seconds, countries, enabled, created_at)
     SELECT gen_random_uuid(), 'Link ' || n, 'common', 'https://short.example', '', 50 + n, 2, n, 5, 20 + n, '{}', true,
       $1 FROM generate_series(1, 10) n`,
    [now],
  )
}
