import { type ChildProcess, execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { arrives, until } from '#test/waiting.ts'
import { findBinaries } from './binaries.ts'
import { startEmbedded } from './postgres.ts'
import { isServerOf, readTrace, stopPostgres } from './process.ts'
import { openSession } from './session.ts'

type News = { url?: string; refused?: string; noted?: number; log?: string; lost?: string }
type Runner = { child: ChildProcess; news: News; notedUpTo(number: number): Promise<void> }

let dataDir: string
let children: ChildProcess[]
let made: string

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'runnel-postgres-'))
  await (await startEmbedded({ dataDir: made, log: () => undefined })).stop()
})
afterAll(() => rm(made, { recursive: true, force: true }))
/** A database that was made before, for tests of what comes after its first start. */
const putMade = () => promisify(execFile)('cp', ['-a', `${made}/.`, dataDir])

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'runnel-postgres-'))
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  const pid = await postmaster()
  if (pid !== undefined && (await isServerOf(pid, join(dataDir, 'postgres')))) process.kill(pid, 'SIGKILL')
  await gone(pid)
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** A durable server in a process of its own, up or refused when this returns. */
const start = async (folder = dataDir): Promise<Runner> => {
  const child = fork(join(import.meta.dirname, '..', '..', 'test', 'embedded-process.ts'), [folder], { execArgv: [] })
  children.push(child)
  const news: News = {}
  child.on('message', (message) => {
    Object.assign(news, message)
  })
  const isDecided = (): boolean => Boolean(news.url ?? news.refused) || child.exitCode !== null
  await until('the database to be up or refused', isDecided, { log: () => JSON.stringify(news) })
  const notedUpTo = async (number: number) => {
    await until(`${number} written`, () => (news.noted ?? 0) >= number, { log: () => JSON.stringify(news) })
  }
  return { child, news, notedUpTo }
}

const end = async (child: ChildProcess, how: 'stop' | 'leave' | 'SIGKILL'): Promise<void> => {
  const exit = once(child, 'exit')
  if (how === 'SIGKILL') child.kill(how)
  else child.send(how)
  await exit
}

const postmaster = async (): Promise<number | undefined> => (await readTrace(join(dataDir, 'postgres')))?.pid

const gone = async (pid: number | undefined): Promise<void> => {
  const folder = join(dataDir, 'postgres')
  await until('the end of the database', async () => pid === undefined || !(await isServerOf(pid, folder)))
}

const countNoted = async (url: string | undefined): Promise<number> => {
  const session = await openSession({ url: url ?? '' })
  const [row] = await session.query<{ count: number }>('SELECT count(*)::int AS count FROM noted')
  await session.close()
  return row?.count ?? 0
}

describe('the built-in database', () => {
  test('keeps its data from run to run, behind a password only we can read', async () => {
    const first = await start()
    first.child.send('write')
    await first.notedUpTo(50)
    await end(first.child, 'stop')
    expect(await postmaster()).toBeUndefined()
    const second = await start()
    expect(await countNoted(second.news.url)).toBeGreaterThanOrEqual(50)
    expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
    const url = new URL(second.news.url ?? '')
    url.password = 'guessed'
    await expect(openSession({ url: url.href })).rejects.toThrow('password authentication failed')
    await end(second.child, 'stop')
  })

  test('loses nothing acknowledged when we are killed again and again, alone or with it', async () => {
    await putMade()
    let acknowledged = 0
    for (const withDatabase of [false, true, false, true]) {
      const run = await start()
      if (acknowledged) expect(await countNoted(run.news.url)).toBeGreaterThanOrEqual(acknowledged)
      run.child.send('write')
      await run.notedUpTo(acknowledged + 100)
      const pid = await postmaster()
      if (withDatabase && pid !== undefined) process.kill(pid, 'SIGKILL')
      await end(run.child, 'SIGKILL')
      acknowledged = run.news.noted ?? 0
    }
    const last = await start()
    expect(await countNoted(last.news.url)).toBeGreaterThanOrEqual(acknowledged)
    await end(last.child, 'stop')
  })

  test('is started again at the same address when it dies under us', async () => {
    await putMade()
    const run = await start()
    run.child.send('write')
    await run.notedUpTo(20)
    const before = await postmaster()
    process.kill(before ?? 0, 'SIGKILL')
    await until('the database to be back', () => run.news.log === 'The built-in database is back.')
    expect(await postmaster()).not.toBe(before)
    expect(await countNoted(run.news.url)).toBeGreaterThanOrEqual(run.news.noted ?? 0)
    expect((await start()).news.refused, 'it is ours again').toContain('Another Runnel already uses')
    await end(run.child, 'stop')
  })

  test('refuses a second start with a sentence, and the first goes on', async () => {
    await putMade()
    const first = await start()
    const second = await start()
    expect(second.news.refused).toBe(
      `StartupError: Another Runnel already uses ${dataDir} (process ${first.child.pid}): ` +
        'stop it first, or set another DATA_DIR.',
    )
    first.child.send('write')
    await first.notedUpTo(10)
    await end(first.child, 'stop')
    expect((await start()).news.refused).toBeUndefined()
  })

  test('belongs to one of several that start at once on an empty folder', async () => {
    const all = await Promise.all(Array.from({ length: 3 }, () => start()))
    const up = all.filter((one) => one.news.url)
    expect(up).toHaveLength(1)
    for (const one of all.filter((other) => !up.includes(other))) {
      expect(one.news.refused).toContain('Another Runnel already uses')
    }
    await end(up[0]?.child ?? expect.fail('none is up'), 'stop')
  })

  test('ends by itself when we exit without stopping it', async () => {
    await putMade()
    const run = await start()
    const pid = await postmaster()
    await end(run.child, 'leave')
    await gone(pid)
    expect(await postmaster()).toBeUndefined()
  })

  test('starts although the number it left behind is now that of a stranger', async () => {
    await putMade()
    const run = await start()
    const pid = await postmaster()
    process.kill(pid ?? 0, 'SIGKILL')
    await end(run.child, 'SIGKILL')
    await gone(pid)
    const path = join(dataDir, 'postgres', 'postmaster.pid')
    await writeFile(path, (await readFile(path, 'utf8')).replace(/^\d+/, String(process.pid)))
    const again = await start()
    expect(again.news.refused).toBeUndefined()
    await end(again.child, 'stop')
  })

  test('signals no process but a server of its own folder', async () => {
    const stranger = spawn(process.execPath, ['-e', "process.on('message', (word) => process.send(word))"], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    children.push(stranger)
    const reply = async (word: string): Promise<unknown> => {
      const heard = once(stranger, 'message')
      stranger.send(word)
      return (await arrives('an answer of the stranger', heard))[0]
    }
    expect(await reply('it runs')).toBe('it runs')
    const place = { binaries: await findBinaries(), runner: { prefix: [] }, dataDir, folder: join(dataDir, 'postgres') }
    await stopPostgres(place, stranger.pid ?? 0)
    // A signal that came before the message would have ended it first.
    expect(await reply('goes on')).toBe('goes on')
  })

  test('listens on 127.0.0.1 where the folder is too long for a socket', async () => {
    const long = join(dataDir, 'a'.repeat(80), 'and a space')
    const embedded = await startEmbedded({ dataDir: long, log: () => undefined })
    expect(new URL(embedded.url).hostname).toBe('127.0.0.1')
    const session = await openSession({ url: embedded.url })
    expect(await session.query('SHOW fsync')).toEqual([{ fsync: 'on' }])
    await session.close()
    await embedded.stop()
  })

  test('says in a sentence what is wrong with its folder', async () => {
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'letter.txt'), 'hello')
    expect((await start()).news.refused).toBe(
      `StartupError: The folder ${join(dataDir, 'postgres')} contains something other than a database.`,
    )
    await rm(join(dataDir, 'postgres'), { recursive: true })
    await end((await start()).child, 'stop')
    await rm(join(dataDir, 'postgres.password'))
    expect((await start()).news.refused).toContain('The password of the built-in database is missing: restore')
  })
})
