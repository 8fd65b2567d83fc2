import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { checkKey } from '#kernel/key/fingerprint.ts'
import { openSession } from '#kernel/postgres/session.ts'
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts'
import { runCommand as run } from '#test/run-command.ts'
import { useWorld } from '#test/world.ts'

/* What a restore does with folders that are not plain, and where it ends halfway. */

const world = useWorld()
const folder = mkdtempSync(join(tmpdir(), 'runnel-restore-'))
const image = join('proofs', 'ab', `${newId()}.webp`)
const databases: TestDatabase[] = []
const servers: Server[] = []
let backup = ''

const emptyDatabase = async (): Promise<string> => {
  const database = await createEmptyDatabase()
  databases.push(database)
  return database.url
}

const tablesIn = async (url: string): Promise<number> => {
  const session = await openSession({ url })
  const [row] = await session
    .query<{ count: number }>(`SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'public'`)
    .finally(() => session.close())
  return row?.count ?? -1
}

const dataDir = (name: string): string => {
  const dir = join(folder, name)
  mkdirSync(dir)
  return dir
}

beforeAll(async () => {
  const dir = dataDir('data')
  mkdirSync(join(dir, 'uploads', 'proofs', 'ab'), { recursive: true })
  writeFileSync(join(dir, 'uploads', image), 'an image')
  await checkKey({ SECRET_KEY: undefined, DATA_DIR: dir, NEW_KEY: 'false' }, world.url)
  await world.owner()
  const made = await run('backup', { DATABASE_URL: world.url, DATA_DIR: dir, BACKUP_TO: join(folder, 'backups') })
  expect(made.status, made.told).toBe(0)
  backup = made.out
})

afterAll(async () => {
  for (const server of servers) server.close()
  for (const database of databases) await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('images go into the folder that `uploads` leads to, beside what is there', async () => {
  const [dir, volume] = [dataDir('linked'), dataDir('volume')]
  mkdirSync(join(volume, 'lost+found'))
  symlinkSync(volume, join(dir, 'uploads'))
  const ran = await run('restore', { DATABASE_URL: await emptyDatabase(), DATA_DIR: dir }, backup)
  expect(ran.status, ran.told).toBe(0)
  expect(lstatSync(join(dir, 'uploads')).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(volume, image), 'utf8')).toBe('an image')
  expect(existsSync(join(volume, 'lost+found'))).toBe(true)
})

test('where images can’t be written, nothing is', async () => {
  const [dir, url] = [dataDir('occupied'), await emptyDatabase()]
  for (const target of ['a file', 'a link to nowhere']) {
    rmSync(join(dir, 'uploads'), { force: true })
    if (target === 'a file') writeFileSync(join(dir, 'uploads'), 'a file in its place')
    else symlinkSync(join(folder, 'nowhere'), join(dir, 'uploads'))
    const ran = await run('restore', { DATABASE_URL: url, DATA_DIR: dir }, backup)
    expect(ran, target).toMatchObject({ status: 1, told: expect.stringContaining('can’t store uploaded images in') })
    expect(await tablesIn(url)).toBe(0)
    expect(existsSync(join(dir, 'secret.key'))).toBe(false)
  }
})

/** Passes everything on, but cuts the connection in which this word is sent: before or after the database has it. */
const cutAt = async (url: string, { isDelivered }: { isDelivered: boolean }): Promise<string> => {
  const { hostname, port, searchParams } = new URL(url)
  const [number, sockets] = [port === '' ? '5432' : port, searchParams.get('host')]
  const server = createServer((client) => {
    const database = connect(
      sockets === null ? { host: hostname, port: Number(number) } : { path: `${sockets}/.s.PGSQL.${number}` },
    )
    const end = (): void => void [client.destroy(), database.destroy()]
    for (const socket of [client, database]) socket.on('error', end).on('close', end)
    database.on('data', (bytes) => client.write(bytes))
    client.on('data', (bytes) => {
      const isCommit = bytes.includes('COMMIT\0')
      if (isCommit && !isDelivered) return end()
      if (isCommit) database.removeAllListeners('data').once('data', end)
      database.write(bytes)
    })
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const through = new URL(url)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  through.search = ''
  through.host = `127.0.0.1:${address.port}`
  return through.href
}

test('where the answer to the commit is lost, the key and the images follow the database', async () => {
  const [committed, open] = [await emptyDatabase(), await emptyDatabase()]
  const [kept, undone] = [dataDir('kept'), dataDir('undone')]
  const lost = await run(
    'restore',
    { DATABASE_URL: await cutAt(committed, { isDelivered: true }), DATA_DIR: kept },
    backup,
  )
  expect(lost).toMatchObject({ status: 1, told: expect.stringContaining('was lost while the site was being saved') })
  expect(await tablesIn(committed)).toBeGreaterThan(0)
  expect(readFileSync(join(kept, 'secret.key'))).toEqual(readFileSync(join(folder, 'data', 'secret.key')))
  expect(readFileSync(join(kept, 'uploads', image), 'utf8')).toBe('an image')
  const cut = await run(
    'restore',
    { DATABASE_URL: await cutAt(open, { isDelivered: false }), DATA_DIR: undone },
    backup,
  )
  expect(cut.status).toBe(1)
  expect(await tablesIn(open)).toBe(0)
  expect(existsSync(join(undone, 'secret.key'))).toBe(false)
  expect(existsSync(join(undone, 'uploads'))).toBe(false)
})
