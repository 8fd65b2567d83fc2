import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Db } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { defineJob, openQueue } from '#kernel/queue.ts'
import { createSecrets } from '#kernel/secrets.ts'
import { expectBalanced } from '#test/books.ts'
import { type ReadyClaim, seedClaims } from '#test/claims.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { type ServerProcess, startServer } from '#test/server-process.ts'
import { arrives, PATIENCE_MS, someoneWaits, until } from '#test/waiting.ts'

const PROCESSES = 4
/** Claims that a user may try in a minute (`packages/contract/src/earn/faucet.ts`). */
const LIMIT = 60

/** The processes that were started by another one, as Linux lists them. */
const childrenOf = (pid: number | undefined): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Those of them that serve, by their number in the node. */
const servingOf = (server: ServerProcess): Map<number, number> =>
  new Map(
    childrenOf(server.child.pid).flatMap((pid) => {
      const number = /one-of-several[.]ts\0(\d+)/.exec(commandOf(pid))?.[1]
      return number === undefined ? [] : [[Number(number), pid] as const]
    }),
  )

const isGone = (pid: number): boolean => !/one-of-several|main[.]ts/.test(commandOf(pid))

interface Asked {
  readonly address: string
  readonly claim: ReadyClaim
  readonly key?: string
}

/** One claim on a connection of its own, so that any process may get it. */
const send = async ({ address, claim, key }: Asked): Promise<number> => {
  const response = await fetch(`${address}/api/faucet`, {
    method: 'POST',
    headers: {
      ...claim.headers,
      'content-type': 'application/json',
      connection: 'close',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(claim.body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  await response.text()
  return response.status
}

const log = createLog('silent')

describe.skipIf(process.platform !== 'linux')('a node of four processes', () => {
  const secretKey = randomBytes(32).toString('hex')
  const secrets = createSecrets(secretKey)
  let database: TestDatabase
  let db: Db
  let server: ServerProcess
  let dataDir: string
  let seeded = 0

  beforeAll(async () => {
    database = await createTestDatabase()
    dataDir = mkdtempSync(join(tmpdir(), 'runnel-processes-'))
    db = connect({ url: database.url, size: 3, log })
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY: secretKey, LOG_LEVEL: 'info' }
    server = await startServer({ ...env, PROCESSES: String(PROCESSES) })
    await allAnswer()
  })

  afterAll(async () => {
    await server.stop()
    await db.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${server.address}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }
  const waitFor = (what: string, holds: () => boolean | Promise<boolean>): Promise<void> =>
    until(what, holds, { log: server.printed })
  const allAnswer = (): Promise<void> =>
    waitFor(`${PROCESSES} processes that answer`, async () => (await metric('runnel_processes')) === PROCESSES)

  const claimsOf = async (count: number): Promise<ReadyClaim[]> => {
    const claims = await seedClaims({ db, secrets, now: new Date() }, { from: seeded, count })
    seeded += count
    return claims
  }

  const paid = async (userId: string): Promise<number> => {
    const [row] = await db.raw('SELECT count(*)::int AS count FROM transfers WHERE credit = $1', [`main:${userId}`])
    return Number(row?.['count'])
  }

  test('hands out connections evenly, and tells the numbers of all together', async () => {
    for (let index = 0; index < 200; index++) {
      await (await fetch(`${server.address}/site.webmanifest`, { headers: { connection: 'close' } })).text()
    }
    const text = await (await fetch(`${server.address}/metrics`)).text()
    expect(text).toMatch(
      /runnel_http_request_duration_seconds_count\{method="GET",route="\/site.webmanifest",status="200"\} 200$/m,
    )
    const answered = server.printed().matchAll(/"process":(\d).*"route":"\/site.webmanifest"/g)
    const counts = [...Map.groupBy(answered, ([, number]) => number).values()].map(({ length }) => length)
    expect(counts).toHaveLength(PROCESSES)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(30)
    // Programs ask for these every few seconds, and so did this test.
    expect(await (await fetch(`${server.address}/healthz`)).json()).toEqual({ ok: true })
    expect(server.printed()).not.toMatch(/"route":"\/(healthz|metrics)"/)
  })

  test('200 claims of one user at once, more than may be tried in a minute, pay exactly one', async () => {
    const [claim] = await claimsOf(1)
    if (claim === undefined) throw new Error('no claim was seeded')
    const { address } = server
    const statuses = await Promise.all(Array.from({ length: 200 }, () => send({ address, claim })))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(Math.max(...statuses)).toBeLessThan(500)
    expect(await paid(claim.userId)).toBe(1)
    await expectBalanced(db.read)
  })

  test('a limit of a minute holds for all processes together', async () => {
    const [claim] = await claimsOf(1)
    if (claim === undefined) throw new Error('no claim was seeded')
    const statuses: number[] = []
    // A claim without a solved challenge is counted like any other, and refused for what it lacks.
    const hopeless = { ...claim, body: { antibot: { ...claim.body.antibot, order: [] } } }
    for (let index = 0; index < 120; index++) {
      statuses.push(await send({ address: server.address, claim: hopeless }))
    }
    const admitted = statuses.filter((status) => status !== 429).length
    expect(admitted).toBeGreaterThanOrEqual(LIMIT)
    expect(admitted, 'what arrives within the 20 ms between two counts').toBeLessThan(LIMIT + 20)
  })

  test('a process that is killed under load loses nothing that was acknowledged, and comes back', async () => {
    const claims = await claimsOf(400)
    const before = servingOf(server)
    expect(new Set(before.keys())).toEqual(new Set([1, 2, 3, 4]))
    const acknowledged = new Set<string>()
    const waiting = [...claims]
    const worker = async (): Promise<void> => {
      for (let claim = waiting.pop(); claim !== undefined; claim = waiting.pop()) {
        const { address } = server
        const outcome = await send({ address, claim, key: 'once-and-again' }).catch(() => 0)
        // As a page does whose answer was lost.
        const status = outcome === 0 ? await send({ address, claim, key: 'once-and-again' }) : outcome
        if (status === 200) acknowledged.add(claim.userId)
      }
    }
    const load = Promise.all(Array.from({ length: 12 }, worker))
    await waitFor('60 acknowledged claims', () => acknowledged.size > 60)
    const victim = before.get(2) ?? 0
    process.kill(victim, 'SIGKILL')
    await load
    expect(acknowledged.size, 'each is answered, at the latest when it is sent again').toBe(claims.length)
    for (const { userId } of claims) expect(await paid(userId)).toBe(1)
    await allAnswer()
    expect(servingOf(server).get(2)).not.toBe(victim)
    const lines = server.printed().split('\n')
    expect(lines.filter((line) => line.includes('a worker process exited'))).toHaveLength(1)
    await expectBalanced(db.read)
  })

  test('connections handed to a process that dies before it takes them are served by another', async () => {
    const victim = servingOf(server).get(3) ?? 0
    process.kill(victim, 'SIGSTOP')
    let answered = 0
    const ask = async (): Promise<number | undefined> => {
      // A connection of its own: none that the dead process had already taken.
      const request = get(`${server.address}/healthz`, { agent: false })
      // The event has one value, the response.
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      response.resume()
      answered += 1
      return response.statusCode
    }
    const asked = Array.from({ length: 40 }, ask)
    // A process gets the next connection once it has confirmed the one before: the others answer all that they get.
    await waitFor('the answers of the other processes', () => answered === 39)
    process.kill(victim, 'SIGKILL')
    const answers = arrives('the answer for the dead process', Promise.all(asked), { log: server.printed })
    expect(await answers).toEqual(Array.from({ length: 40 }, () => 200))
    await allAnswer()
  })

  test('the jobs move to another process when theirs dies', async () => {
    const doesJobs = (): number => Number([...server.printed().matchAll(/"process":(\d).*runs the jobs/g)].at(-1)?.[1])
    const queue = await openQueue({ url: database.url, db, log, tally: { add: () => undefined }, background: false })
    const job = defineJob('solvency.add-up')
    const before = doesJobs()
    process.kill(servingOf(server).get(before) ?? 0, 'SIGKILL')
    await waitFor('another process that does the jobs', () => doesJobs() !== before)
    const ranAt = async (): Promise<unknown> =>
      (await db.raw('SELECT last_run_at FROM job_runs WHERE name = $1', [job.name]))[0]?.['last_run_at']
    const last = await ranAt()
    await db.write((tx) => queue.enqueue(tx, job, {}))
    await waitFor('the job', async () => String(await ranAt()) !== String(last))
    await allAnswer()
    expect(new Set(servingOf(server).keys())).toEqual(new Set([1, 2, 3, 4]))
    await queue.stop()
  })

  test('stopping answers what is in flight and leaves no process', async () => {
    const [claim] = await claimsOf(1)
    if (claim === undefined) throw new Error('no claim was seeded')
    const pids = [...servingOf(server).values()]
    expect(pids).toHaveLength(PROCESSES)
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const held = db.write(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', claim.userId).forUpdate().execute()
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const inFlight = send({ address: server.address, claim })
    await someoneWaits({ db })
    const stopped = server.stop()
    const hasBegun = (): boolean => server.printed().includes('stopping: finishing requests in progress')
    await waitFor('the stop to begin', hasBegun)
    release.resolve()
    await held
    expect(await inFlight).toBe(200)
    // A process that has ended hands its jobs to none of those that are still finishing requests.
    expect([await stopped, server.printed().includes('could not start the jobs')]).toEqual([0, false])
    expect(pids.filter((pid) => !isGone(pid))).toEqual([])
  })
})

describe.skipIf(process.platform !== 'linux')('a node of two processes with the built-in database', () => {
  let dataDir: string

  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'runnel-processes-'))
  })

  afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))

  test('greets once, ends its processes when it is killed, and starts again on what was left', async () => {
    const first = await startServer({ DATA_DIR: dataDir, PROCESSES: '2' })
    await until('two processes that serve', () => servingOf(first).size === 2, { log: first.printed })
    expect(first.printed().match(/Runnel is ready at/g)).toHaveLength(1)
    expect(first.printed().match(/Your admin account/g)).toHaveLength(1)
    const pids = [...servingOf(first).values()]
    await first.kill()
    await until('the end of the processes', () => pids.every(isGone), { log: first.printed })
    const second = await startServer({ DATA_DIR: dataDir, PROCESSES: '2' })
    await until('two processes that serve', () => servingOf(second).size === 2, { log: second.printed })
    expect(second.printed()).not.toContain('Your admin account')
    const [database] = childrenOf(second.child.pid).filter((pid) => commandOf(pid).includes('postgres'))
    const all = [...servingOf(second).values()]
    expect(await second.stop()).toBe(0)
    expect(all.filter((pid) => !isGone(pid))).toEqual([])
    expect(commandOf(database ?? 0)).toBe('')
  })

  test('a taken port ends the whole node with one sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    // A server that listens on a port has an address of this kind.
    const { port } = other.address() as AddressInfo
    const refused = startServer({ DATA_DIR: dataDir, PROCESSES: '2', PORT: String(port) })
    await expect(refused).rejects.toThrow(`Another program listens on 127.0.0.1:${port}: stop it`)
    other.close()
  })

  test('more processes than the database has connections for are refused with a sentence', async () => {
    const database = await createTestDatabase()
    const refused = startServer({ DATABASE_URL: database.url, DATA_DIR: dataDir, PROCESSES: '60' })
    await expect(refused).rejects.toThrow(
      /60 processes need up to \d+ connections, but PostgreSQL allows only \d+: increase its max_connections/,
    )
    await database.drop()
  })
})
