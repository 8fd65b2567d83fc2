import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Db } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { withReplica } from '#kernel/reads/replica.ts'
import { seedPeople } from '#test/claims.ts'
import { createTestDatabase } from '#test/database.ts'
import { type ServerProcess, startServer } from '#test/server-process.ts'
import { until } from '#test/waiting.ts'
import { type PostgresPair, startPair } from './postgres-pair.ts'

/** Reads from a server of its own, without Runnel. */
const ask = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe('a standby beside the primary', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-replica-'))
  let pair: PostgresPair
  let node: ServerProcess
  let primary: Db
  let admin: Record<string, string>

  beforeAll(async () => {
    pair = await startPair({ synchronous: false })
    node = await startServer({
      DATABASE_URL: pair.url,
      DATABASE_READ_URL: pair.standbyUrl,
      DATA_DIR: dataDir,
      SECRET_KEY: randomBytes(32).toString('hex'),
    })
    primary = connect({ url: pair.url, size: 2, log: createLog('silent') })
    const { ids, tokens } = await seedPeople(primary, new Date(), { from: 1, count: 1 })
    await primary.raw(`UPDATE users SET role = 'admin' WHERE id = $1`, ids)
    admin = { authorization: `Bearer ${tokens[0]}` }
  })

  afterAll(async () => {
    await node.stop()
    await primary.close()
    await pair.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const get = async (path: string): Promise<{ status: number; text: string }> => {
    const response = await fetch(`${node.address}/api/${path}`, { headers: admin })
    return { status: response.status, text: await response.text() }
  }
  /** The last statement of each connection of the node to the standby. */
  const lastOnStandby = async (): Promise<string> => {
    const rows = await ask(
      pair.standbyUrl,
      `SELECT query FROM pg_stat_activity WHERE datname = 'runnel' AND backend_type = 'client backend'
         AND pid <> pg_backend_pid() AND query NOT LIKE '%pg_last_wal_replay_lsn%'`,
    )
    return rows.map(({ query }) => String(query)).join('\n')
  }
  const replicaOf = (url: string, lagSeconds?: number) => {
    const db = connect({ url: pair.url, size: 2, log: createLog('silent') })
    return withReplica(db, {
      url,
      log: createLog('silent'),
      checkMs: 0,
      retryMs: 0,
      ...(lagSeconds !== undefined && { lagSeconds }),
    })
  }

  test('answers reports and files, and nothing that is acted on', async () => {
    expect((await get('user/list')).status).toBe(200)
    expect(await lastOnStandby()).not.toContain('FROM accounts')
    const file = await get('user/list.csv')
    expect(file.status, file.text).toBe(200)
    expect(file.text.split('\n').length).toBeGreaterThan(1)
    expect(await lastOnStandby()).toContain('FROM accounts')
    expect((await get('admin/stats/log')).status).toBe(200)
  })

  test('is left while it is behind, and used again once it has caught up', async () => {
    const db = replicaOf(pair.standbyUrl, 0)
    try {
      expect(await sql`SELECT pg_is_in_recovery() AS is`.execute((await db.replica()) as never)).toMatchObject({
        rows: [{ is: true }],
      })
      await ask(pair.standbyUrl, 'SELECT pg_wal_replay_pause()')
      await primary.raw(`UPDATE users SET last_seen_at = now()`)
      await expect.poll(() => db.replica()).toBeUndefined()
      await ask(pair.standbyUrl, 'SELECT pg_wal_replay_resume()')
      await expect.poll(() => db.replica()).toBeDefined()
    } finally {
      await db.close()
    }
  })

  test('must be a standby of this database, and one that answers', async () => {
    const other = await createTestDatabase()
    const nowhere = 'postgres://u:p@127.0.0.1:1/runnel'
    const itself = pair.url.replace(/,[^/]*/, '')
    for (const url of [other.url, nowhere, itself]) {
      const db = replicaOf(url)
      expect(await db.replica(), url).toBeUndefined()
      expect(await db.raw('SELECT 1 AS one')).toEqual([{ one: 1 }])
      await db.close()
    }
    await other.drop()
  })

  test('that dies between the check and the answer is replaced by the primary', async () => {
    expect((await get('admin/stats/log')).status).toBe(200)
    await pair.stopStandby()
    const isNoticed = async (): Promise<boolean> => {
      expect((await get('admin/stats/log')).status).toBe(200)
      return node.printed().includes('the replica is not used')
    }
    await until('the node to notice that its replica is gone', isNoticed, { log: node.printed })
    expect((await get('admin/stats/log')).status).toBe(200)
  })
})
