import { once } from 'node:events'
import { connect as dial, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import { connect, type Db, type Tx } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { listen } from '#kernel/postgres/listen.ts'
import { Refusal } from '#kernel/refusal.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { arrives, until } from '#test/waiting.ts'

/**
 * A proxy in front of the database. It can be shut: what knocks then is counted and turned away. And it can fall
 * silent: whoever connects is admitted, and nobody hears anything any more.
 */
const openTestProxy = async (database: string) => {
  const target = new URL(database)
  const folder = target.searchParams.get('host')
  const behindDoor = { number: Number(target.port), host: target.hostname }

  const inside = new Set<Socket>()
  let shut = false
  let silent = false
  let knocks = 0
  const server = createServer((socket) => {
    if (shut) {
      knocks += 1
      socket.destroy()
      return
    }
    if (silent) {
      inside.add(socket)
      socket.on('error', () => undefined)
      return
    }
    const { number, host } = behindDoor
    const behind = folder === null ? dial(number, host) : dial(`${folder}/.s.PGSQL.${number}`)
    for (const side of [socket, behind]) {
      inside.add(side)
      side.on('error', () => undefined)
      side.on('close', () => {
        inside.delete(side)
        socket.destroy()
        behind.destroy()
      })
    }
    socket.pipe(behind).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  target.search = ''
  target.host = `127.0.0.1:${port}`
  return {
    url: target.href,
    knocks: () => knocks,
    shut: () => {
      shut = true
      for (const side of inside) side.destroy()
    },
    open: () => void (shut = false),
    fallSilent: () => {
      silent = true
      for (const side of inside) side.unpipe().pause()
    },
    speak: () => void (silent = false),
    close: () => void server.close(),
  }
}

describe('a listening connection that breaks', () => {
  let database: TestDatabase
  let door: Awaited<ReturnType<typeof openTestProxy>>
  let direct: Db
  let throughDoor: Db

  beforeAll(async () => {
    database = await createTestDatabase()
    const log = createLog('silent')
    door = await openTestProxy(database.url)
    direct = connect({ url: database.url, size: 2, log })
    throughDoor = connect({ url: door.url, size: 2, log })
  })

  afterAll(async () => {
    await throughDoor.close()
    await direct.close()
    door.close()
    await database.drop()
  })

  it('knocks at a steady pace while the database is away, and hears again, also of what it missed', async () => {
    const heard: string[] = []
    const deaf = await throughDoor.listen('breaking', (payload) => heard.push(payload))
    door.shut()
    const since = performance.now()
    // It goes on trying.
    await until('five attempts', () => door.knocks() > 4)
    expect(performance.now() - since, 'two in a second at most').toBeGreaterThan(1_900)
    await direct.raw("SELECT pg_notify('breaking', 'said to nobody')")
    heard.length = 0
    door.open()
    await until('what may have been missed', () => heard.length > 0)
    expect(heard, 'that something may have been missed').toEqual([''])
    await direct.raw("SELECT pg_notify('breaking', 'again')")
    await until('the next notification', () => heard.length > 1)
    const listening = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN "breaking"'`
    expect(await direct.raw(listening), 'one connection listens').toHaveLength(1)
    await direct.raw("SELECT pg_notify('breaking', 'last')")
    await until('the last notification', () => heard.includes('last'))
    expect(heard, 'each once').toEqual(['', 'again', 'last'])
    await deaf()
  })
})

test('a listening connection whose other end vanished without a word is replaced', async () => {
  const database = await createTestDatabase()
  const door = await openTestProxy(database.url)
  const heard: string[] = []
  const log = createLog('silent')
  const input = { url: door.url, channel: 'vanishing', onNotification: (payload: string) => heard.push(payload), log }
  const deaf = await listen(input, 200, 2_000)
  door.fallSilent()
  door.speak()
  await until('what may have been missed', () => heard.length > 0)
  expect(heard, 'that something may have been missed').toEqual([''])
  door.fallSilent()
  await deaf()
  door.close()
  await database.drop()
})

describe('a database that does not answer', () => {
  // Long enough for a busy machine to let somebody in, and short beside the half minute that sites wait.
  const patience = { connect: 1_500, answer: 1_500 }
  let database: TestDatabase
  let door: Awaited<ReturnType<typeof openTestProxy>>
  let db: Db

  beforeAll(async () => {
    database = await createTestDatabase()
    door = await openTestProxy(database.url)
    db = connect({ url: door.url, size: 2, log: createLog('silent'), patience })
  })

  afterAll(async () => {
    await db.close()
    door.close()
    await database.drop()
  })

  const outcome = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof Refusal ? [error.status, error.failure.code] : String(error)),
    )
  const inTransaction = (between: () => unknown = () => undefined) =>
    db.write(async (tx) => {
      await sql`SELECT 1`.execute(tx)
      await between()
      await sql`SELECT 2`.execute(tx)
    })

  it('ends what waits for it with a refusal, and serves again once it answers', async () => {
    const away = [503, 'DATABASE_AWAY']
    await db.raw('SELECT 1')
    const [halfway, silence] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holdOn = (): Promise<void> => {
      halfway.resolve()
      return silence.promise
    }
    const began = outcome(inTransaction(holdOn))
    await halfway.promise
    door.fallSilent()
    silence.resolve()
    // One is in the middle of its work, one gets the other connection, and the rest wait for a free one.
    const all = [began, outcome(db.raw('SELECT 1')), outcome(db.raw('SELECT 1')), outcome(inTransaction())]
    const outcomes = await arrives('the end of all that waits for the database', Promise.all(all))
    expect(outcomes).toEqual([away, away, away, away])
    expect(await outcome(db.raw('SELECT 1')), 'a new connection is let in and hears nothing').toEqual(away)
    door.speak()
    expect(await outcome(inTransaction())).toBe('done')
    expect(await Promise.all([1, 2, 3].map(() => outcome(db.raw('SELECT 1'))))).toEqual(['done', 'done', 'done'])
  })

  it('does not hold up the end, whatever its work waits for', async () => {
    const closing = connect({ url: door.url, size: 3, log: createLog('silent'), patience })
    const never = Promise.withResolvers<void>()
    const [begun, asleep] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    void outcome(
      closing.write(async (tx) => {
        await sql`SELECT 1`.execute(tx)
        begun.resolve()
        await never.promise
      }),
    )
    await begun.promise
    const long = outcome(
      closing.write(async (tx) => {
        await sql`SELECT set_config('statement_timeout', '900s', true)`.execute(tx)
        const sleep = sql`SELECT pg_sleep(800)`.execute(tx)
        asleep.resolve()
        await sleep
      }),
    )
    await asleep.promise
    door.fallSilent()
    onTestFinished(() => door.speak())
    await arrives('the end, long before that of the sleep', closing.close())
    expect(await long, 'what still waited is told').toEqual([503, 'DATABASE_AWAY'])
  })

  it('waits for work that asked the database itself for more time', async () => {
    const own = connect({ url: door.url, size: 1, log: createLog('silent'), patience })
    const long = (limit: string) =>
      own.write(async (tx) => {
        await sql`SELECT set_config('statement_timeout', ${limit}, true)`.execute(tx)
        await sql`SELECT pg_sleep(2)`.execute(tx)
      })
    expect(await outcome(long('60s'))).toBe('done')
    expect(await outcome(long('1500ms')), 'the database itself ends it').toContain('statement timeout')
    expect(await outcome(own.raw('SELECT pg_sleep(2)'))).toEqual([503, 'DATABASE_AWAY'])
    await own.raw('SELECT 1')
    door.fallSilent()
    // The question for more time has no more time itself.
    expect(await outcome(long('60s'))).toEqual([503, 'DATABASE_AWAY'])
    door.speak()
    await own.close()
  })

  it('is told of at once when nobody is there', async () => {
    const nobody = connect({
      url: 'postgres://nobody@127.0.0.1:1/nothing',
      size: 1,
      log: createLog('silent'),
      patience,
    })
    expect(await outcome(nobody.raw('SELECT 1'))).toEqual([503, 'DATABASE_AWAY'])
    await nobody.close()
  })
})

test('statements go on when the migration of a newer node changes what they answer with', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const db = connect({ url: database.url, size: 4, log: createLog('silent') })
  onTestFinished(() => db.close())
  await db.raw('CREATE TABLE plans (id integer PRIMARY KEY)')
  const insert = (id: number) => db.raw('INSERT INTO plans SELECT $1 FROM pg_sleep(0.05) RETURNING *', [id])
  const read = (tx: Tx) => sql<object>`SELECT plans.* FROM plans, pg_sleep(0.05) ORDER BY id`.execute(tx)
  const readAtOnce = () => Promise.all([1, 2, 3, 4].map(() => db.write(read)))
  const insertAtOnce = (from: number) => Promise.all([0, 1, 2, 3].map((one) => insert(from + one)))
  await insertAtOnce(0)
  await readAtOnce()
  await db.raw('ALTER TABLE plans ADD COLUMN word text')
  // On a connection that holds the old plan; each writes once.
  expect((await insertAtOnce(4)).flat()).toEqual([4, 5, 6, 7].map((id) => ({ id, word: null })))
  await db.raw('ALTER TABLE plans ADD COLUMN other text')
  const [all] = await readAtOnce()
  expect(all?.rows).toHaveLength(8)
  expect(all?.rows[0]).toEqual({ id: 0, word: null, other: null })
})
