import { createHmac } from 'node:crypto'
import { conductMessage, CONDUCT_MAC_LENGTH, durationText, proofMessage } from '@runnel/contract/check/proof'
import { createBrowserChallenge } from '#guard/check/browser-challenge.ts'
import {
  answerMac,
  CHALLENGE_SECONDS,
  instrumentKey,
  proofKey,
  sealChallenge,
} from '#guard/check/challenge-envelope.ts'
import type { Db } from '#kernel/db.ts'
import { type Secrets, sha256 } from '#kernel/secrets.ts'

/** A claim that an honest page could send: the session, the solved challenge and its proof. */
export interface ReadyClaim {
  readonly userId: string
  readonly token: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly antibot: { readonly id: string; readonly order: readonly string[] } }
}

/** Ids that SQL can make as well, so that a benchmark in SQL can walk over the same users. */
const BASE = 100_000_000_000
export const seededId = (index: number): string => `00000000-0000-7000-8000-${BASE + index}`
export const seededToken = (index: number): string => `${'runnel_bench_session_token'.padEnd(31, '_')}${BASE + index}`
const ORDER = ['optionAAAAA', 'optionBBBBB', 'optionCCCCC'] as const
/** How long before now the challenges were issued: long enough to have been solved by hand. */
const SOLVED_AFTER_SECONDS = 8

/**
 * Makes `count` users who are signed in and have solved a challenge, in a few statements. `from` is the first index.
 * The rows are what registering, signing in and `GET /api/antibot` leave behind.
 */
export const seedClaims = async (
  { db, secrets, now }: { db: Db; secrets: Secrets; now: Date },
  { from, count }: { from: number; count: number },
): Promise<ReadyClaim[]> => {
  const { ids, tokens, hashes } = await seedPeople(db, now, { from, count })
  const issued = new Date(now.getTime() - SOLVED_AFTER_SECONDS * 1_000)
  const expires = new Date(issued.getTime() + CHALLENGE_SECONDS * 1_000)
  await db.raw(
    `INSERT INTO challenges (id, user_id, bound_to, action, family, option_ids, answer_mac, pow_level, captcha_too,
       issued_at, expires_at, ip_net)
     SELECT id, id, substr(hash, 1, 8), 'faucet', 'order', $5, mac, 0, false, $3, $4, '127.0.0.0/24'
     FROM unnest($1::uuid[], $2::bytea[], $6::bytea[]) AS c (id, hash, mac)`,
    [ids, hashes, issued, expires, [...ORDER], ids.map((id) => answerMac(secrets, id, ORDER))],
  )
  return ids.map((id, position) => readyClaim(secrets, { id, token: tokens[position] ?? '', expires }))
}

/** Makes `count` users who are signed in, in a few statements. */
export const seedPeople = async (
  db: Db,
  now: Date,
  { from, count }: { from: number; count: number },
): Promise<{ ids: string[]; tokens: string[]; hashes: Buffer[] }> => {
  const indices = Array.from({ length: count }, (_, offset) => from + offset)
  const ids = indices.map(seededId)
  const tokens = indices.map(seededToken)
  const hashes = tokens.map((token) => sha256(token))
  await db.raw(
    `INSERT INTO users (id, username, email, email_key, email_verified_at, joined_at, last_seen_at)
     SELECT id, 'u' || right(id::text, 12), id || '@example.com', id || '@example.com', $2, $2, $2
     FROM unnest($1::uuid[]) id`,
    [ids, now],
  )
  await db.raw(
    `INSERT INTO accounts (name, owner, balance, opened_at) SELECT kind || ':' || id, id, 0, $2
     FROM unnest($1::uuid[]) id, unnest(ARRAY['main', 'deposit', 'held']) kind`,
    [ids, now],
  )
  await db.raw(
    `INSERT INTO sessions (id, token_hash, user_id, user_agent, ip_net, created_at, last_seen_at, expires_at)
     SELECT id, hash, id, 'bench', '127.0.0.0/24', $3, $3, $3::timestamptz + interval '1 day'
     FROM unnest($1::uuid[], $2::bytea[]) AS s (id, hash)`,
    [ids, hashes, now],
  )
  return { ids, tokens, hashes }
}

const readyClaim = (secrets: Secrets, made: { id: string; token: string; expires: Date }): ReadyClaim => {
  const { id, token, expires } = made
  const s = sha256(token).subarray(0, 8).toString('hex')
  const payload = { c: id, u: id, a: 'faucet', s, p: 'order', e: expires.getTime() / 1_000 }
  const envelope = sealChallenge(secrets, payload, new Date())
  const key = proofKey(secrets, payload)
  const mac = (text: string): string => createHmac('sha256', key).update(text).digest('base64url')
  const instrument = createBrowserChallenge(instrumentKey(secrets), id).value
  const bd = Buffer.from(JSON.stringify({ v: 1, m: 0, c: 'seed', i: instrument })).toString('base64url')
  const bd2 = `0.${mac(conductMessage(0, envelope)).slice(0, CONDUCT_MAC_LENGTH)}`
  const duration = durationText({ start: 1_500, finish: 3_000, gaps: [700, 800] })
  return {
    userId: id,
    token,
    headers: {
      authorization: `Bearer ${token}`,
      'accept-language': 'en',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      'x-key': mac(proofMessage({ id: envelope, order: ORDER, duration, bd, bd2 })),
      'x-duration': duration,
      'x-bd': bd,
      'x-bd2': bd2,
    },
    body: { antibot: { id: envelope, order: ORDER } },
  }
}
