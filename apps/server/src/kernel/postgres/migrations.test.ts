import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, createEmptyDatabase, createTestDatabase } from '#test/database.ts'
import { runMigrations } from './migrations.ts'
import { openSession } from './session.ts'

let database: TestDatabase
let dir: string

beforeEach(async () => {
  database = await createEmptyDatabase()
  dir = await mkdtemp(join(tmpdir(), 'runnel-migrations-'))
})

afterEach(async () => {
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

const write = (name: string, sql: string) => writeFile(join(dir, name), sql)
const migrate = () => runMigrations({ url: database.url, dir })

const rows = async <Row>(sql: string): Promise<Row[]> => {
  const session = await openSession({ url: database.url })
  return session.query<Row>(sql).finally(() => session.close())
}

describe('migrations', () => {
  test('are applied in order, once, several statements each', async () => {
    await write('0001-first.sql', 'CREATE TABLE a (x int); INSERT INTO a VALUES (1);')
    await write('0002-second.sql', 'INSERT INTO a SELECT x + 1 FROM a')
    expect(await migrate()).toEqual(['0001-first.sql', '0002-second.sql'])
    expect(await migrate()).toEqual([])
    await write('0003-third.sql', 'INSERT INTO a VALUES (3)')
    expect(await migrate()).toEqual(['0003-third.sql'])
    expect(await rows('SELECT x FROM a ORDER BY x')).toEqual([{ x: 1 }, { x: 2 }, { x: 3 }])
    expect(await rows('SELECT number, name, length(sha256) AS length FROM migration ORDER BY number')).toEqual([
      { number: 1, name: '0001-first.sql', length: 64 },
      { number: 2, name: '0002-second.sql', length: 64 },
      { number: 3, name: '0003-third.sql', length: 64 },
    ])
  })

  test('of eight nodes that start at once run once', async () => {
    await write('0001-first.sql', 'CREATE TABLE a (x int); SELECT pg_sleep(0.05)')
    await write('0002-second.sql', 'INSERT INTO a VALUES (1)')
    const applied = await Promise.all(Array.from({ length: 8 }, migrate))
    expect(applied.flat().sort()).toEqual(['0001-first.sql', '0002-second.sql'])
    expect(await rows('SELECT x FROM a')).toEqual([{ x: 1 }])
  })

  test('that fail leave nothing of themselves and keep those before', async () => {
    await write('0001-first.sql', 'CREATE TABLE a (x int)')
    await write('0002-broken.sql', 'CREATE TABLE b (x int);\nINSERT INTO missing VALUES (1);\n')
    await expect(migrate()).rejects.toThrow(
      'The migration 0002-broken.sql failed in line 2: relation "missing" does not exist.',
    )
    expect(await rows(`SELECT to_regclass('a') IS NULL AS a, to_regclass('b') IS NULL AS b`)).toEqual([
      { a: false, b: true },
    ])
    await write('0002-broken.sql', 'CREATE TABLE b (x int)')
    expect(await migrate()).toEqual(['0002-broken.sql'])
  })

  test('are refused when a file was changed after it was applied', async () => {
    await write('0001-first.sql', 'CREATE TABLE a (x int);\n')
    await migrate()
    await write('0001-first.sql', 'CREATE TABLE a (x int);\r\n')
    expect(await migrate(), 'line ends of another system are no change').toEqual([])
    await write('0001-first.sql', 'CREATE TABLE a (x bigint);\n')
    await expect(migrate()).rejects.toThrow('The migration 0001-first.sql was changed after it was applied')
  })

  test.each([
    [['0001-a.sql', '0003-c.sql'], 'The migration 0002 is missing before 0003-c.sql.'],
    [['0001-a.sql', '0001-b.sql'], 'Another migration has the same number as 0001-b.sql'],
    [['0001-a.sql', '2-b.sql'], 'The migration 2-b.sql needs a name like 0001-what-it-does.sql.'],
  ])('named %s are refused', async (names, sentence) => {
    await Promise.all(names.map((name) => write(name, 'SELECT 1')))
    await expect(migrate()).rejects.toThrow(sentence)
  })

  test('of a newer version are not run over by an older one', async () => {
    await write('0001-first.sql', 'SELECT 1')
    await write('0002-second.sql', 'SELECT 2')
    await migrate()
    await rm(join(dir, '0002-second.sql'))
    await expect(migrate()).rejects.toThrow(
      'The database has the migration 0002-second.sql, which this version doesn’t know',
    )
  })
})

test('a test database has all migrations and is its own', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const dirOfServer = join(import.meta.dirname, '..', '..', '..', 'migrations')
  expect(await runMigrations({ url: one.url, dir: dirOfServer })).toEqual([])
  expect(one.url).not.toBe(two.url)
  await Promise.all([one.drop(), two.drop()])
})
