import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerMac, sealChallenge } from '#guard/check/challenge-envelope.ts'
import { dayOf } from '#kernel/clock.ts'
import { connect, type Db } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { createLog } from '#kernel/log.ts'
import { createSecrets } from '#kernel/secrets.ts'
import { expectBalanced } from '#test/books.ts'
import { seedPeople } from '#test/claims.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { letChallengesPileUp } from '#test/features/gifts.ts'
import { type ServerProcess, startServer } from '#test/server-process.ts'

interface Someone {
  readonly id: string
  readonly token: string
  readonly hash: Buffer
}

/** What the site gives away, asked of two real processes at once. */
describe('two nodes that give', () => {
  const secretKey = randomBytes(32).toString('hex')
  const secrets = createSecrets(secretKey)
  let database: TestDatabase
  let db: Db
  let nodes: ServerProcess[] = []
  let dataDir: string
  let seeded = 0

  beforeAll(async () => {
    database = await createTestDatabase()
    dataDir = mkdtempSync(join(tmpdir(), 'runnel-gifts-'))
    db = connect({ url: database.url, size: 5, log: createLog('silent') })
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY: secretKey }
    nodes = await Promise.all([startServer(env), startServer(env)])
  })

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await db.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const people = async (count: number): Promise<Someone[]> => {
    const { ids, tokens, hashes } = await seedPeople(db, new Date(), { from: seeded + 1, count })
    seeded += count
    return ids.map((id, index) => ({ id, token: tokens[index] ?? '', hash: hashes[index] ?? Buffer.alloc(0) }))
  }

  const post = async (who: Someone, index: number, { path, body }: { path: string; body?: unknown }) => {
    const response = await fetch(`${nodes[index % nodes.length]?.address ?? ''}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${who.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { code } = (await response.json()) as { code?: string }
    return response.status === 200 ? 'paid' : `${response.status} ${code}`
  }

  const paid = async (kind: string): Promise<unknown> => {
    const rows = await db.raw('SELECT credit, amount::int AS amount FROM transfers WHERE kind = $1 ORDER BY credit', [
      kind,
    ])
    return rows
  }

  /** All others were refused: as taken already, or as more calls than a user may make in a minute. */
  const expectOnce = (outcomes: readonly string[], taken: string): void => {
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(1)
    expect(new Set(outcomes).difference(new Set(['paid', taken, '429 TOO_MANY']))).toEqual(new Set())
    expect(outcomes).toContain(taken)
  }

  /** Solved captchas of one session, which the site itself would never let pile up. */
  const solved = async ({ id: userId, hash }: Someone, count: number): Promise<object[]> => {
    await letChallengesPileUp(db, userId)
    const now = new Date()
    const expires = new Date(Math.floor(now.getTime() / 1_000 + 120) * 1_000)
    const ids = Array.from({ length: count }, () => newId())
    const picks = ['pictureAAAA', 'pictureBBBB']
    await db.raw(
      `INSERT INTO challenges (id, user_id, bound_to, action, family, option_ids, answer_mac, pow_level, captcha_too,
         issued_at, expires_at, ip_net)
       SELECT id, $1, $2, 'bonus', 'image', $3, mac, 0, false, $4, $5, '127.0.0.0/24'
       FROM unnest($6::uuid[], $7::bytea[]) AS c (id, mac)`,
      [userId, hash.subarray(0, 8), picks, now, expires, ids, ids.map((id) => answerMac(secrets, id, picks))],
    )
    const s = hash.subarray(0, 8).toString('hex')
    return ids.map((id) => {
      const payload = { c: id, u: userId, a: 'bonus', s, p: 'image', e: expires.getTime() / 1_000 }
      return { captcha: { id: sealChallenge(secrets, payload, now), picks } }
    })
  }

  test('the bonus of a day, claimed 200 times at once with 200 solved captchas, is paid once', async () => {
    const [person] = await people(1)
    if (person === undefined) throw new Error('nobody was seeded')
    const today = dayOf(new Date())
    const done = `INSERT INTO day_counters (user_id, day, source, count, earned) VALUES ($1, $2, 'faucet', 30, 900)`
    await db.raw(done, [person.id, today])
    const bodies = await solved(person, 200)
    const send = (body: object, index: number) => post(person, index, { path: '/api/bonus/1', body })
    expectOnce(await Promise.all(bodies.map(send)), '409 BONUS_CLAIMED')
    expect(await paid('bonus')).toEqual([{ credit: `main:${person.id}`, amount: 50 }])
    await expectBalanced(db.read)
  })

  test('a challenge, claimed 200 times at once, is paid once', async () => {
    const [person] = await people(1)
    if (person === undefined) throw new Error('nobody was seeded')
    const done = `INSERT INTO day_counters (user_id, day, source, count, earned) VALUES ($1, $2, 'faucet', 30, 900)`
    await db.raw(done, [person.id, dayOf(new Date())])
    const [challenge] = await db.raw(
      `SELECT id, reward::int AS reward FROM earn_challenges WHERE kind = 'faucet' AND period = 'daily' LIMIT 1`,
    )
    const path = `/api/challenge/${String(challenge?.['id'])}/claim`
    const calls = Array.from({ length: 200 }, (_, index) => post(person, index, { path }))
    expectOnce(await Promise.all(calls), '409 CHALLENGE_CLAIMED')
    expect(await paid('challenge')).toEqual([{ credit: `main:${person.id}`, amount: challenge?.['reward'] }])
    await expectBalanced(db.read)
  })

  test('a code, redeemed 200 times at once by one user, pays once; by 200 users, as often as it allows', async () => {
    const [owner] = await people(1)
    const coupon = `INSERT INTO coupons (id, code, name, reward, uses_max, min_level, verified_only, enabled,
      created_by, created_at) VALUES ($1, $2, 'Test', 70, $3, 1, false, true, $4, now())`
    await db.raw(coupon, [newId(), 'ONCE-A-USER', 1_000, owner?.id])
    await db.raw(coupon, [newId(), 'SEVENTEEN', 17, owner?.id])
    const [person] = await people(1)
    if (person === undefined) throw new Error('nobody was seeded')
    const path = '/api/coupon/check'
    const once = (_: unknown, index: number) => post(person, index, { path, body: { code: 'once-a-user' } })
    expectOnce(await Promise.all(Array.from({ length: 200 }, once)), '409 COUPON_USED')
    expect(await paid('coupon')).toEqual([{ credit: `main:${person.id}`, amount: 70 }])

    const crowd = await people(200)
    const each = (who: Someone, index: number) => post(who, index, { path, body: { code: 'seventeen' } })
    const outcomes = await Promise.all(crowd.map(each))
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(17)
    expect(outcomes.filter((outcome) => outcome === '409 COUPON_USED_UP')).toHaveLength(183)
    const [row] = await db.raw(`SELECT uses, cost::int AS cost FROM coupons WHERE code = 'SEVENTEEN'`)
    expect(row).toEqual({ uses: 17, cost: 17 * 70 })
    await expectBalanced(db.read)
  })
})
