import { randomBytes } from 'node:crypto'
import { linkToken } from '@runnel/server/src/features/link/token.ts'
import { deviceCookie } from '@runnel/server/src/guard/device.ts'
import { newId } from '@runnel/server/src/kernel/id.ts'
import { type Secrets, sha256 } from '@runnel/server/src/kernel/secrets.ts'
import { seededId, seededToken, seedPeople } from '@runnel/server/src/test/claims.ts'
import { type BenchAction, networkOf, wire } from './request-rate.ts'

const PROVIDER = '00000000-0000-7000-b000-100000000000'
const REWARD = 120
const VT_BYTES = 16
/** How long ago the visits began: as long as people need. */
const VISIT_SECONDS = 40

const secretOf = (index: number): string => `bench_link_secret_${index}`
const deviceOf = (index: number): string => seededId(index).replace('-8000-', '-c000-')

/** A shortlink whose visit comes back: session, the visit, its proof and its time, the reward, durable commit. */
export const links: BenchAction = {
  name: 'links',
  counts: { 1: 8_000, 16: 20_000, 64: 20_000 },
  prepare: async (db) => {
    const now = new Date()
    await db.write((tx) =>
      tx
        .insertInto('link_providers')
        .values({
          id: PROVIDER,
          name: 'Bench',
          api: 'adlinkfly',
          api_url: 'https://short.example.com/api',
          api_key_sealed: '',
          reward: REWARD,
          max_view: 3,
          priority: 0,
          min_seconds: 6,
          expected_seconds: VISIT_SECONDS,
          countries: [],
          enabled: true,
          median_seconds: null,
          floor_seconds: null,
          out_until: null,
          last_error: null,
          removed_at: null,
          created_at: now,
        })
        .execute(),
    )
  },
  seed: async ({ db, secrets }, { from, count }, address) => {
    const now = new Date()
    const { ids } = await seedPeople(db, now, { from, count })
    const indices = ids.map((_, position) => from + position)
    const vts = ids.map(() => randomBytes(VT_BYTES))
    const tokens = vts.map((vt, position) =>
      linkToken(vt, { secret: secretOf(from + position), userId: ids[position] ?? '' }),
    )
    await db.raw(
      `INSERT INTO link_visits (id, provider_id, user_id, secret_hash, vt, reward, device_id, ip_net, country, status,
         opened_at, expires_at, proof_hash)
       SELECT v.id, $7, v.user_id, v.hash, v.vt, $8, v.device, '127.0.0.0/24', NULL, 'open',
         $9::timestamptz - make_interval(secs => $10), $9::timestamptz + interval '1 hour', v.proof
       FROM unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[], $5::uuid[], $6::bytea[])
         AS v (id, user_id, hash, vt, device, proof)`,
      [
        ids.map(() => newId()),
        ids,
        indices.map((index) => sha256(secretOf(index))),
        vts,
        indices.map(deviceOf),
        tokens.map((token) => sha256(token)),
        PROVIDER,
        REWARD,
        now,
        VISIT_SECONDS,
      ],
    )
    return indices.map((index, position) =>
      wire({
        address,
        path: '/api/link/verify',
        headers: { ...browserOf(secrets, index), 'x-link-token': tokens[position] ?? '' },
        body: { secret: secretOf(index) },
      }),
    )
  },
}

const browserOf = (secrets: Secrets, index: number): Record<string, string> => ({
  authorization: `Bearer ${seededToken(index)}`,
  cookie: `did=${deviceCookie(secrets, deviceOf(index))}`,
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  'x-forwarded-for': networkOf(index),
})
