import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { freePort } from '#kernel/processes/free-port.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { arrives } from '#test/waiting.ts'
import { eachHost, withDatabase } from './hosts.ts'
import { openSession, sqlState } from './session.ts'

let database: TestDatabase
const nowhere = mkdtempSync(join(tmpdir(), 'runnel-nowhere-'))

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(async () => {
  await database.drop()
  rmSync(nowhere, { recursive: true, force: true })
})

/** The test database behind a server that is away. */
const second = (): string => {
  const { searchParams, port } = new URL(database.url)
  const [path = ''] = database.url.split('?')
  const folder = searchParams.get('host')
  return folder === null
    ? database.url.replace('@', '@127.0.0.1:1,')
    : `${path}?host=${nowhere},${encodeURIComponent(folder)}&port=5432,${port === '' ? '5432' : port}`
}

describe('of several servers', () => {
  test('the one that is there is found by sessions and pools, and again after a connection broke', async () => {
    expect(eachHost(second())).toHaveLength(2)
    const session = await openSession({ url: second() })
    const db = connect({ url: second(), size: 2, log: createLog('silent') })
    expect(await db.raw('SELECT current_database() AS name')).toEqual([
      { name: new URL(database.url).pathname.slice(1) },
    ])
    await session.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`)
    await session.close()
    // Whoever was in the middle of it may be told so once; the next is served.
    await db.raw('SELECT 1').catch(() => undefined)
    expect(await db.raw('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await db.close()
  })

  test('what only the owner can put right is told, not that another is away', async () => {
    const missing = openSession({ url: withDatabase(second(), 'no_such_database') }).then(() => 'open', sqlState)
    expect(await missing).toBe('3D000')
  })

  test('none that answers is an error in time, and work without one is refused', async () => {
    const url = `postgres://u:p@127.0.0.1:${await freePort()},127.0.0.1:${await freePort()}/x`
    await expect(arrives('the refusal', openSession({ url }))).rejects.toThrow('ECONNREFUSED')
    const db = connect({ url, size: 1, log: createLog('silent') })
    await expect(db.raw('SELECT 1')).rejects.toMatchObject({ failure: { code: 'DATABASE_AWAY', retryAfter: 10 } })
    await db.close()
  })
})
