import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connect as connectTo } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { withDatabase } from '#kernel/postgres/hosts.ts'
import { openSession } from '#kernel/postgres/session.ts'
import { freePort } from '#kernel/processes/free-port.ts'
import { seedPeople } from '#test/claims.ts'
import { createEmptyDatabase, createTestDatabase, postgresUrl, type TestDatabase } from '#test/database.ts'
import { startServer } from '#test/server-process.ts'
import { arrives, until } from '#test/waiting.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
const KEY = 'k'.repeat(40)

let database: TestDatabase
let empty: TestDatabase
let taken: Server
let folder: string
beforeAll(async () => {
  ;[database, empty] = [await createTestDatabase(), await createEmptyDatabase()]
  taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  folder = mkdtempSync(join(tmpdir(), 'runnel-faults-'))
  writeFileSync(join(folder, 'file'), '')
})
afterAll(async () => {
  taken.close()
  await Promise.all([database.drop(), empty.drop()])
  rmSync(folder, { recursive: true, force: true })
})

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const start = (env: Readonly<Record<string, string>>): { child: ChildProcess; printed: () => string } => {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const usual = { PATH, HOME, NODE_COMPILE_CACHE, LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [main], { env: { ...usual, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  const note = (bytes: Buffer): void => void (text += bytes.toString())
  child.stdout?.on('data', note)
  child.stderr?.on('data', note)
  return { child, printed: () => text }
}

let made = 0
const newFolder = (): string => join(folder, `data-${(made += 1)}`)

/** Starts with a mistake, and tells what was printed and with which status the process ended. */
const fail = async (env: Readonly<Record<string, string>>) => {
  const wanted = { DATABASE_URL: database.url, SECRET_KEY: KEY, DATA_DIR: newFolder(), PORT: String(await freePort()) }
  const { child, printed } = start({ ...wanted, ...env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [status] = await arrives('the end of the process', once(child, 'exit'), { log: printed })
  const { DATA_DIR: dataDir } = { ...wanted, ...env }
  return { said: printed().trim(), status, dataDir }
}

const url = (change: (wanted: URL) => void, of = database.url): string => {
  const wanted = new URL(of)
  change(wanted)
  return wanted.href
}

const keyIn = (text: string): Record<string, string> => {
  const dataDir = mkdtempSync(join(folder, 'key-'))
  writeFileSync(join(dataDir, 'secret.key'), text)
  return { DATA_DIR: dataDir, SECRET_KEY: '' }
}

const mistakes: readonly (readonly [
  name: string,
  said: RegExp,
  env: () => Record<string, string> | Promise<Record<string, string>>,
])[] = [
  ['a port that is none', /^PORT must be/, () => ({ PORT: '99999' })],
  ['a taken port', /^Another program listens on 127\.0\.0\.1:\d+/, () => ({ PORT: String(portOf(taken)) })],
  ['a host of another machine', /set HOST to an address of this server/, () => ({ HOST: '203.0.113.77' })],
  ['a host that nobody knows', /^HOST nowhere\.invalid isn’t known/, () => ({ HOST: 'nowhere.invalid' })],
  ['a folder that is a file', /^Runnel can’t access .*file/, () => ({ DATA_DIR: join(folder, 'file') })],
  ['a folder below a file', /^Runnel can’t access .*file/, () => ({ DATA_DIR: join(folder, 'file', 'data') })],
  ['a database of another kind', /^DATABASE_URL must be/, () => ({ DATABASE_URL: 'mysql://localhost/x' })],
  [
    'a database of a host without a name',
    /^DATABASE_URL must be a URL such as .*, with commas between hosts\.$/,
    () => ({ DATABASE_URL: 'postgres://a:1,,b:2/x' }),
  ],
  [
    'databases on two hosts that both refuse',
    /^The database .* can’t be reached/,
    async () => ({ DATABASE_URL: `postgres://u:p@127.0.0.1:${await freePort()},127.0.0.1:${await freePort()}/x` }),
  ],
  [
    'a database that refuses',
    /^The database .* can’t be reached/,
    async () => ({ DATABASE_URL: `postgres://u:p@127.0.0.1:${await freePort()}/x` }),
  ],
  [
    'a database of an unknown host',
    /^The database .* can’t be reached/,
    () => ({ DATABASE_URL: 'postgres://u:p@nowhere.invalid/x' }),
  ],
  [
    'a wrong password',
    /rejects the user name or password/,
    () => ({ DATABASE_URL: url((one) => (one.password = 'wrong')) }),
  ],
  [
    'a database that is missing',
    /doesn’t exist: create it/,
    () => ({ DATABASE_URL: withDatabase(database.url, 'no_such_database') }),
  ],
  ['a user who may create nothing', /create tables: make the user the owner/, () => weakUser()],
  ['a read-only database', /is read-only/, () => readOnly()],
  ['a proxy that is no address', /^TRUST_PROXY must be/, () => ({ TRUST_PROXY: '999.1' })],
  ['a short key', /^SECRET_KEY must have/, () => ({ SECRET_KEY: 'short' })],
  ['an empty file of the key', /has 0 characters, but needs at least 32/, () => keyIn('')],
  ['a file of the key cut off', /has 10 characters, but needs at least 32/, () => keyIn('0123456789')],
  ['a public URL with a path', /^PUBLIC_URL must be/, () => ({ PUBLIC_URL: 'https://example.com/site' })],
  ['an odd name of the admin', /^ADMIN_USERNAME must have/, () => ({ ADMIN_USERNAME: 'A!' })],
  ['a storage without keys', /^STORAGE_URL needs/, () => ({ STORAGE_URL: 'https://s3.example.com/bucket' })],
  ['a mail server of another kind', /^SMTP_URL must start/, () => ({ SMTP_URL: 'http://mail.example.com' })],
  ['no processes', /^PROCESSES must be/, () => ({ PROCESSES: '0' })],
  [
    'more processes than connections',
    /increase its max_connections, or decrease PROCESSES/,
    () => ({ PROCESSES: '64', DATABASE_POOL: '500' }),
  ],
]

const execute = async (of: string, ...statements: string[]): Promise<void> => {
  const session = await openSession({ url: of })
  for (const statement of statements) await session.query(statement)
  await session.close()
}

const weakUser = async (): Promise<Record<string, string>> => {
  await execute(postgresUrl, 'DROP ROLE IF EXISTS weak', "CREATE ROLE weak LOGIN PASSWORD 'weak'")
  const weak = url((one) => Object.assign(one, { username: 'weak', password: 'weak' }), empty.url)
  return { DATABASE_URL: weak }
}

const readOnly = async (): Promise<Record<string, string>> => {
  const name = new URL(empty.url).pathname.slice(1)
  await execute(postgresUrl, `ALTER DATABASE "${name}" SET default_transaction_read_only = on`)
  return { DATABASE_URL: empty.url }
}

describe('a start that an owner got wrong', () => {
  test.each(mistakes)('with %s says so in one sentence', async (_name, wanted, env) => {
    const { said, status, dataDir } = await fail(await env())
    expect([said, status]).toEqual([expect.stringMatching(wanted), 1])
    expect(said.split('\n'), 'no stack trace').toHaveLength(1)
    expect(serversOn(dataDir), 'nothing runs on').toEqual([])
    expect(halfWritten(dataDir), 'nothing is half written').toEqual([])
  })

  test('writes nothing where the port is taken', async () => {
    const dataDir = newFolder()
    await fail({ DATA_DIR: dataDir, PORT: String(portOf(taken)), SECRET_KEY: '' })
    expect(() => readdirSync(dataDir)).toThrow('ENOENT')
  })
})

describe('the key of a site', () => {
  test('is refused when it is another or missing, and taken anew only when asked to', async () => {
    const own = await createTestDatabase()
    const env = { DATABASE_URL: own.url, DATA_DIR: mkdtempSync(join(folder, 'own-')) }
    const first = await startServer(env)
    expect(first.printed()).toMatch(/password {2}\S+/)
    await first.stop()
    const key = readFileSync(join(env.DATA_DIR, 'secret.key'), 'utf8')
    expect(key.length).toBeGreaterThan(32)
    const other = await fail({ ...env, SECRET_KEY: KEY })
    expect(other.said).toMatch(/^The key isn’t the one used with this database: .*NEW_KEY=true/)
    rmSync(join(env.DATA_DIR, 'secret.key'))
    const missing = await fail({ ...env, SECRET_KEY: '' })
    expect(missing.said).toMatch(/^The key of this site is missing: restore .*secret\.key/)
    expect(missing.said.split('\n')).toHaveLength(1)
    expect(readdirSync(env.DATA_DIR), 'no other one was made').not.toContain('secret.key')
    writeFileSync(join(env.DATA_DIR, 'secret.key'), key)
    await (await startServer(env)).stop()
    await (await startServer({ ...env, SECRET_KEY: KEY, NEW_KEY: 'true' })).stop()
    await (await startServer({ ...env, SECRET_KEY: KEY })).stop()
    await own.drop()
  })

  test('of two nodes with two keys the second is refused', async () => {
    const own = await createTestDatabase()
    const node = await startServer({ DATABASE_URL: own.url, DATA_DIR: newFolder(), SECRET_KEY: KEY })
    const second = await fail({ DATABASE_URL: own.url, SECRET_KEY: KEY.replaceAll('k', 'l') })
    expect(second.said).toContain('set SECRET_KEY to the same value as on the other nodes')
    await node.stop()
    await own.drop()
  })
})

test('the password of an account that nobody used is told again at a later start, a new one each time', async () => {
  const own = await createTestDatabase()
  const env = { DATABASE_URL: own.url, DATA_DIR: newFolder(), SECRET_KEY: KEY }
  const passwordIn = (text: string): string => /password {2}(\S+)/.exec(text)?.[1] ?? ''
  const told: string[] = []
  for (const round of [1, 2]) {
    const server = await startServer(env)
    told.push(passwordIn(server.printed()))
    await server.stop()
    const ago = "joined_at - interval '5 minutes'"
    await execute(own.url, `UPDATE users SET joined_at = ${ago}, last_seen_at = ${ago} WHERE username = 'admin'`)
    expect(told.at(-1), `start ${round}`).not.toBe('')
  }
  expect(told[0]).not.toBe(told[1])
  await execute(own.url, "UPDATE users SET last_seen_at = now() WHERE username = 'admin'")
  const server = await startServer(env)
  expect(passwordIn(server.printed()), 'it was used').toBe('')
  await server.stop()
  await own.drop()
})

test('a stop waits neither for open streams nor for half-sent requests', async () => {
  const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: newFolder(), SECRET_KEY: KEY })
  const port = Number(new URL(server.address).port)
  const visitors = [
    'GET / HTTP/1.1\r\nHost: a',
    'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 90\r\n\r\n{',
  ].map((text) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.write(text)
    return socket
  })
  await Promise.all(visitors.map((socket) => once(socket, 'connect')))
  const db = connectTo({ url: database.url, size: 1, log: createLog('silent') })
  const { tokens } = await seedPeople(db, new Date(), { from: 0, count: 5 })
  await db.close()
  const streams = tokens.map((token) =>
    fetch(`${server.address}/api/user/live`, { headers: { authorization: `Bearer ${token}` } }),
  )
  expect((await Promise.all(streams)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  // Node itself waits five minutes for the rest of a body.
  expect(await arrives('the end', server.stop(), { log: server.printed, patienceMs: 100_000 })).toBe(0)
  for (const socket of visitors) socket.destroy()
})

/** Processes of PostgreSQL on a folder, by their command lines. */
const serversOn = (dataDir: string): string[] =>
  (existsSync('/proc') ? readdirSync('/proc') : []).filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)
    } catch {
      return false
    }
  })

const isDraft = (name: string): boolean => name.includes('new-')

/** What a start of before left in a folder of data that it did not finish. */
const halfWritten = (dataDir: string): string[] => {
  if (!existsSync(dataDir) || !statSync(dataDir).isDirectory()) return []
  return readdirSync(dataDir).filter((name) => /new-|draft|tmp/.test(name) || name === 'postgres')
}

test.runIf(process.platform === 'linux')('Ctrl-C at any moment of a start leaves nothing running', async () => {
  const dataDir = newFolder()
  // From before the first line of the program to a database that is made, and later to a site that serves.
  const moments: readonly (readonly [what: string, isReached: (printed: () => string) => boolean])[] = [
    ['the start of the process', () => true],
    ['the folder', () => existsSync(dataDir)],
    ['a half made database', () => existsSync(dataDir) && readdirSync(dataDir).some(isDraft)],
    ['a process that makes it', () => serversOn(dataDir).length > 0],
    ['the whole database', () => existsSync(join(dataDir, 'postgres'))],
    ['its server', () => existsSync(join(dataDir, 'postgres', 'postmaster.pid'))],
    ['the admin account', (printed) => /password {2}\S/.test(printed())],
    ['the site', (printed) => printed().includes('is ready')],
  ]
  for (const [index, [what, isReached]] of moments.entries()) {
    const { child, printed } = start({ DATA_DIR: dataDir, PORT: String(await freePort()) })
    const ended = once(child, 'exit')
    await until(what, () => isReached(printed) || child.exitCode !== null, { log: printed })
    expect(child.exitCode, printed()).toBeNull()
    child.kill(index % 2 === 0 ? 'SIGINT' : 'SIGTERM')
    await arrives(`the end after ${what}`, ended, { log: printed })
    await until(`nothing that runs after ${what}`, () => serversOn(dataDir).length === 0, { log: printed })
  }
  const { child, printed } = start({ DATA_DIR: dataDir, PORT: String(await freePort()) })
  await until('a site after all that', () => printed().includes('is ready'), { log: printed })
  expect(readdirSync(dataDir).filter(isDraft), 'what was half made is gone').toEqual([])
  child.kill('SIGTERM')
  await once(child, 'exit')
})
