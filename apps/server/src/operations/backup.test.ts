import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payoutStop } from '#features/outflow/outflow.ts'
import { readBy } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { checkKey } from '#kernel/key/fingerprint.ts'
import { locationOf } from '#kernel/postgres/hosts.ts'
import { openSession } from '#kernel/postgres/session.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'
import { backupWorkers, type PlannedBackups } from '#server/operations/backup.job.ts'
import { noteBackup, outdated } from '#server/operations/keep.ts'
import { moveSite } from '#server/operations/move.ts'
import { markMoved, refuseMoved } from '#server/operations/moved.ts'
import { readBackup } from '#server/operations/restore.ts'
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts'
import { startS3 } from '#test/fakes/s3.ts'
import { earn } from '#test/features/withdrawing.ts'
import { type Ran, runCommand as run } from '#test/run-command.ts'
import { until } from '#test/waiting.ts'
import { useWorld } from '#test/world.ts'

/* Each command as an owner runs it, in a process of its own, against a site that pays rewards all the while. */

const world = useWorld()
const folder = mkdtempSync(join(tmpdir(), 'runnel-operations-'))
const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')]
const BACKUP_PASSPHRASE = 'five words that nobody guesses'
const image = `proofs/ab/${newId()}.webp`
const databases: TestDatabase[] = []

const emptyDatabase = async (): Promise<string> => {
  const database = await createEmptyDatabase()
  databases.push(database)
  return database.url
}

const figures = async (url: string) => {
  const session = await openSession({ url })
  const rows = await session
    .query<Record<string, string>>(
      `SELECT (SELECT count(*) || ' ' || sum(amount) FROM transfers) AS transfers,
        (SELECT md5(string_agg(a::text, ',' ORDER BY name)) FROM accounts a) AS accounts,
        (SELECT md5(string_agg(u::text, ',' ORDER BY id)) FROM users u) AS users,
        (SELECT count(*) FROM pgboss.job WHERE state < 'completed') AS jobs,
        (SELECT count(*) FROM pg_trigger WHERE tgenabled <> 'O') AS "triggers off",
        (SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace) AS keys`,
    )
    .finally(() => session.close())
  return rows[0]
}

const payoutStopOf = async (url: string): Promise<string | undefined> => {
  const session = await openSession({ url })
  return payoutStop(readBy(session)).finally(() => session.close())
}

const tablesIn = async (url: string): Promise<number> => {
  const session = await openSession({ url })
  const [row] = await session
    .query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    )
    .finally(() => session.close())
  return row?.count ?? -1
}

const own = (url: string, dir = dataDir) => ({
  DATABASE_URL: url,
  DATA_DIR: dir,
  BACKUP_TO: backups,
  BACKUP_PASSPHRASE,
})
let made: Ran

beforeAll(async () => {
  mkdirSync(join(dataDir, 'uploads', 'proofs', 'ab'), { recursive: true })
  writeFileSync(join(dataDir, 'uploads', image), 'an image')
  await checkKey({ SECRET_KEY: undefined, DATA_DIR: dataDir, NEW_KEY: 'false' }, world.url)
  await world.owner()
  const people = await Promise.all(['ann', 'bob', 'cleo'].map((name) => world.user(name)))
  let isDone = false
  const paying = people.map(async (person) => {
    for (let paid = 0; !isDone || paid < 5; paid += 1) await earn(world, person, 7)
  })
  made = await run('backup', own(world.url))
  isDone = true
  await Promise.all(paying)
})

afterAll(async () => {
  for (const database of databases) await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('a backup under payments is one moment, and restores to the unit, everything included', async () => {
  expect(made.told).toContain('balanced')
  expect(made.status).toBe(0)
  expect(readdirSync(backups)).toEqual([made.out.slice(backups.length + 1)])
  expect(statSync(made.out).mode & 0o077).toBe(0)
  const url = await emptyDatabase()
  const dir = join(folder, 'restored')
  const ran = await run('restore', own(url, dir), made.out)
  expect(ran.told).toContain('as in the backup')
  expect(ran.status).toBe(0)
  const books = /\d[\d,]* accounts with.*balanced/
  expect(books.exec(ran.told)?.[0], 'the books are those of the moment').toBe(books.exec(made.told)?.[0])
  expect(await figures(url)).toMatchObject({ 'triggers off': 0, keys: (await figures(world.url))?.['keys'] })
  expect(readFileSync(join(dir, 'uploads', image), 'utf8')).toBe('an image')
  // What was paid after the backup must not be paid again.
  expect(await payoutStopOf(url)).toMatch(/owner[.]outflow[.]restored/)
  expect(await payoutStopOf(world.url)).toBeUndefined()
  expect(readFileSync(join(dir, 'secret.key'))).toEqual(readFileSync(join(dataDir, 'secret.key')))
  const again = await run('restore', own(url, join(folder, 'other')), made.out)
  expect(again).toMatchObject({ status: 1, told: expect.stringMatching(/^.*The database isn’t empty.*$/m) })
})

test('of a quiet site every table comes back as it was', async () => {
  const [url, plain] = [
    await emptyDatabase(),
    { ...own(world.url), BACKUP_PASSPHRASE: '', BACKUP_TO: join(folder, 'plain') },
  ]
  const backup = await run('backup', plain)
  expect(backup.told).toContain('It isn’t encrypted and contains the site’s key')
  const ran = await run('restore', { ...plain, DATABASE_URL: url, DATA_DIR: join(folder, 'quiet') }, backup.out)
  expect(ran.status, ran.told).toBe(0)
  expect(await figures(url)).toEqual(await figures(world.url))
})

test('what is damaged, cut off, foreign or closed is refused in a sentence, and nothing is written', async () => {
  const url = await emptyDatabase()
  const bytes = readFileSync(made.out)
  const middle = Buffer.from(bytes)
  middle.writeUInt8(middle.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  const plain = readFileSync(join(folder, 'plain', readdirSync(join(folder, 'plain'))[0] ?? ''))
  const bent = Buffer.from(plain)
  bent.writeUInt8(bent.readUInt8(plain.length >> 1) ^ 1, plain.length >> 1)
  const cases: [string, Buffer, string, RegExp][] = [
    ['changed', middle, BACKUP_PASSPHRASE, /truncated, damaged or was modified/],
    ['cut off', bytes.subarray(0, bytes.length - 20), BACKUP_PASSPHRASE, /truncated, damaged or was modified/],
    ['cut off behind its head', bytes.subarray(0, 60), BACKUP_PASSPHRASE, /truncated, damaged or was modified/],
    ['closed', bytes, 'another passphrase', /can’t decrypt this backup/],
    ['closed, no passphrase', bytes, '', /is encrypted: set BACKUP_PASSPHRASE/],
    ['plain, changed', bent, '', /was modified|truncated/],
    ['plain, cut off', plain.subarray(0, plain.length - 30), '', /was modified|truncated/],
    ['a picture', randomBytes(5_000), '', /isn’t a backup of Runnel/],
    ['another archive', gzipSync(randomBytes(5_000)), '', /was modified|isn’t a backup/],
    ['nothing', Buffer.alloc(0), '', /isn’t a backup of Runnel/],
  ]
  const [path, dir] = [join(folder, 'wrong.file'), join(folder, 'untouched')]
  for (const [name, content, passphrase, sentence] of cases) {
    writeFileSync(path, content)
    const env = { DATA_DIR: dir, SECRET_KEY: undefined, STORAGE_URL: undefined }
    const reading = readBackup({ path, env: { ...env, BACKUP_PASSPHRASE: passphrase === '' ? undefined : passphrase } })
    await expect(reading, name).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(sentence),
    })
  }
  writeFileSync(path, middle)
  const ran = await run('restore', own(url, dir), path)
  expect(ran).toMatchObject({
    status: 1,
    told: expect.stringMatching(/^reading the backup\nThe backup is truncated, damaged.*$/),
  })
  expect(existsSync(dir)).toBe(false)
  expect(await tablesIn(url)).toBe(0)
})

test('a backup of the built-in database, while it runs, moves into one of the owner’s own', async () => {
  const env = { DATA_DIR: join(folder, 'embedded'), BACKUP_PASSPHRASE, BACKUP_TO: backups, BACKUP_KEEP: '1' }
  const restored = await run('restore', env, made.out)
  expect(restored.status, restored.told).toBe(0)
  expect((await run('restore', env, made.out)).told).toContain('already contains a site')
  const { startEmbedded } = await import('#kernel/postgres/postgres.ts')
  const embedded = await startEmbedded({ dataDir: env.DATA_DIR, log: () => undefined })
  const before = await figures(embedded.url)
  const url = await emptyDatabase()
  const hot = await run('backup', env)
  expect(hot.status, hot.told).toBe(0)
  expect(readdirSync(backups), 'the oldest went').toEqual([hot.out.slice(backups.length + 1)])
  expect((await run('move-data', env, url)).told).toContain('Another Runnel already uses')
  await embedded.stop()
  const moved = await run('move-data', env, url)
  expect(moved.status, moved.told).toBe(0)
  expect(moved.told).toContain('DATABASE_URL=postgres://')
  expect(await figures(url)).toEqual(before)
  expect((await run('move-data', env, url)).told).toContain('isn’t empty')
  expect((await run('move-data', env, await emptyDatabase())).told).toContain('This site moved to')
  const left = await startEmbedded({ dataDir: env.DATA_DIR, log: () => undefined })
  await expect(refuseMoved(left.url).finally(() => left.stop())).rejects.toThrow(/^This site moved to .+ on 20/)
  await expect(refuseMoved(url)).resolves.toBeUndefined()
})

test('a move marks the database that it leaves before the copy is there, and is done again after a fault', async () => {
  const url = await emptyDatabase()
  const dir = fileURLToPath(new URL('../../migrations', import.meta.url))
  const about = { version: '1', site: 'https://site.example' }
  const move = () => moveSite({ from: world.url, to: url, about, dir, tell: () => undefined })
  const [holder, observer] = [await openSession({ url: world.url }), await openSession({ url: world.url })]
  try {
    await holder.query('BEGIN')
    await holder.query('LOCK TABLE moved_to IN SHARE MODE')
    const moving = move()
    const waiting = `SELECT FROM pg_locks WHERE relation = 'moved_to'::regclass AND NOT granted`
    await until('the mark to wait', async () => (await observer.query(waiting)).length === 1)
    expect(await tablesIn(url), 'nothing is committed there').toBe(0)
    // The fault: the connection ends in which the mark would be written.
    await observer.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE relation = 'moved_to'::regclass AND NOT granted`,
    )
    await expect(moving).rejects.toThrow()
    expect(await tablesIn(url)).toBe(0)
    await holder.query('COMMIT')
    await markMoved(observer, { to: locationOf(url), now: new Date() })
    await expect(refuseMoved(world.url)).rejects.toThrow('This site moved to')
    await expect(refuseMoved(world.url, { except: locationOf(url) })).resolves.toBeUndefined()
    await move()
    expect(await figures(url)).toEqual(await figures(world.url))
    await expect(refuseMoved(url), 'the mark stays behind').resolves.toBeUndefined()
  } finally {
    await observer.query('DELETE FROM moved_to')
    await Promise.all([holder.close(), observer.close()])
  }
})

test('a bucket keeps the newest backups, closed, and hands them out again', async () => {
  const account = { accessKey: 'AKIATEST', secretKey: 'a-secret-key', region: 'eu-test-1', bucket: 'site' }
  const s3 = await startS3(account)
  const env = {
    ...own(world.url),
    BACKUP_TO: 'storage',
    BACKUP_KEEP: '1',
    STORAGE_URL: s3.url,
    STORAGE_REGION: account.region,
    STORAGE_ACCESS_KEY: account.accessKey,
    STORAGE_SECRET_KEY: account.secretKey,
  }
  try {
    expect((await run('backup', { ...env, BACKUP_PASSPHRASE: '' })).told).toContain('needs BACKUP_PASSPHRASE')
    const [first, second] = [await run('backup', env), await run('backup', env)]
    expect(second.status, second.told).toBe(0)
    expect(first.out).not.toBe(second.out)
    expect([...s3.files.keys()]).toEqual([`backups/${second.out.slice('storage:'.length)}`])
    const url = await emptyDatabase()
    const ran = await run('restore', { ...env, DATABASE_URL: url, DATA_DIR: join(folder, 'fetched') }, second.out)
    expect(ran.status, ran.told).toBe(0)
    expect(await figures(url)).toEqual(await figures(world.url))
    expect((await run('backup', { ...env, STORAGE_SECRET_KEY: 'another-secret' })).told).toMatch(/refused.*403 Sign/)
  } finally {
    await s3.close()
  }
})

test('the site makes one by itself when the last is old enough', async () => {
  const made: Date[] = []
  const make = async (now: Date) => {
    made.push(now)
    await noteBackup({ url: world.url, now, place: 'there', bytes: 1 })
    return say('owner.job.backupMade', { megabytes: 1, location: 'there' })
  }
  const looks = async (plan: PlannedBackups | undefined) => {
    const [worker] = backupWorkers({ db: world.db, clock: world.clock.now, backups: plan })
    return inEnglish((await worker?.run({}, newId())) ?? '')
  }
  world.clock.turn(400 * 86_400)
  expect(await looks(undefined)).toBe('No backups are scheduled. Set BACKUP_HOURS.')
  expect(await looks({ everyHours: 24, make })).toBe('1 MB: there')
  world.clock.turn(20 * 3_600)
  expect(await looks({ everyHours: 24, make })).toContain('The last backup is from')
  world.clock.turn(4 * 3_600)
  expect(await looks({ everyHours: 24, make })).toBe('1 MB: there')
  expect(made).toHaveLength(2)
})

test('only what is named like a backup is ever removed', () => {
  const names = [
    'runnel-20260101-000000.tar.gz',
    'runnel-20260103-000000.tar.gz.encrypted',
    'runnel-20260102-000000-000.tar.gz',
  ]
  expect(outdated([...names, 'photo.jpg', 'runnel-1.tar.gz'], 2)).toEqual(['runnel-20260101-000000.tar.gz'])
  expect(outdated(names, 3)).toEqual([])
})
