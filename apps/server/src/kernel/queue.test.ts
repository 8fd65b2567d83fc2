import type { Locale } from '@runnel/contract/locale'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailEmailChanged } from '#features/user/user.ts'
import { createErrorCollector } from '#kernel/collect-errors.ts'
import { connect, type Db } from '#kernel/db.ts'
import { createJobWake } from '#kernel/job-wake.ts'
import { letterTries } from '#kernel/job/letter-tries.ts'
import { createLog, type Log } from '#kernel/log.ts'
import { type Job, openQueue, type Queue, worker } from '#kernel/queue.ts'
import { Refusal } from '#kernel/refusal.ts'
import { render } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { until } from '#test/waiting.ts'

let database: TestDatabase
let db: Db
let queue: Queue
const logged: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const silent = createLog('silent')
  db = connect({ url: database.url, size: 4, log: silent })
  const error = (said: unknown): void => void logged.push(JSON.stringify(said))
  const log: Log = Object.assign(Object.create(silent), { error })
  queue = await openQueue({ url: database.url, db, log, tally: { add: () => undefined }, background: false })
})

afterAll(async () => {
  await queue.stop()
  await db.close()
  await database.drop()
})

test('a job that fails leaves its reason behind, and not the address that a mail server names in it', async () => {
  const job: Job<{ userId: string }> = { name: 'mail.test' }
  const refusing = worker(job, async () => {
    throw new Error('550 5.1.1 <ann.b+c@mail.example.com>: Recipient address rejected')
  })
  await queue.prepare([refusing])
  await db.write((tx) => queue.enqueue(tx, job, { userId: '1' }))
  expect(await queue.drain([refusing], new Date())).toBe(1)
  const runs = JSON.stringify(await db.raw('SELECT * FROM job_runs'))
  const jobs = JSON.stringify(await db.raw("SELECT * FROM pgboss.job WHERE name = 'mail.test'"))
  for (const record of [runs, jobs, logged.join()]) {
    expect(record).toContain('Recipient address rejected')
    expect(record).not.toContain('example.com')
  }
})

test('what a job did, and why it failed, is kept by its code and read in any language', async () => {
  const fine = worker({ name: 'test.fine' }, async () => say('owner.job.viewsReturned', { count: 2 }))
  const failing = worker({ name: 'test.failing', retries: 0 }, async () => {
    const run = createErrorCollector()
    await run.try(() => Promise.reject(new Refusal('notFound', { code: 'X', msg: say('owner.job.nothingToCheck') })))
    await run.try(() => Promise.reject(new Error('x'.repeat(1_000))))
    return run.end(say('owner.job.depositsChecked', { checked: 3, credited: 1 }))
  })
  await queue.prepare([fine, failing])
  for (const { job } of [fine, failing]) await db.write((tx) => queue.enqueue(tx, job, {}))
  expect(await queue.drain([fine, failing], new Date())).toBe(2)
  const runs = await db.raw("SELECT note FROM job_runs WHERE name LIKE 'test.%' ORDER BY name")
  const read = (locale: Locale) => runs.map(({ note }) => render(String(note), locale))
  expect(read('en')).toEqual([
    'Deposits checked: 3, credited: 1. Failed: 2. First error: Nothing to check.',
    '2 views refunded.',
  ])
  expect(read('ru')).toEqual([
    'Проверено пополнений: 3, зачислено: 1. С ошибкой: 2. Первая ошибка: Проверять нечего.',
    'Возвращено 2 просмотра.',
  ])
  const [failed] = await db.raw("SELECT output::text FROM pgboss.job WHERE name = 'test.failing'")
  expect(failed?.['output'], 'the queue has words').toContain('Nothing to check.')
})

test('a letter that no server takes is tried for a day, also in a queue that was made before', async () => {
  const job: Job<{ userId: string }> = { name: 'mail.away' }
  let tries = 0
  const away = (options: Partial<Job<{ userId: string }>>) =>
    worker({ ...job, ...options }, async () => {
      tries += 1
      throw new Error('connect ECONNREFUSED')
    })
  await queue.prepare([away({})])
  await queue.prepare([away(letterTries)])
  await db.write((tx) => queue.enqueue(tx, job, { userId: '1' }))
  const pauses: number[] = []
  while ((await queue.drain([away(letterTries)], new Date())) > 0) {
    const [row] = await db.raw(`UPDATE pgboss.job SET start_after = now() WHERE name = 'mail.away' AND state = 'retry'
      RETURNING (SELECT extract(epoch FROM old.start_after - now()) FROM pgboss.job old
        WHERE old.id = job.id AND old.name = job.name)::int AS pause`)
    if (row !== undefined) pauses.push(Number(row['pause']))
  }
  const whole = pauses.reduce((sum, pause) => sum + pause, 0)
  expect(pauses[0]).toBeLessThanOrEqual(30)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(3_600)
  expect(tries).toBe(32)
  expect(whole / 3_600).toBeGreaterThan(23.9)
  expect(whole / 3_600).toBeLessThan(27)
})

test('jobs that wait are carried out one after the other, not one in each second', async () => {
  const job: Job<Record<string, never>> = { name: 'burst.test' }
  let done = 0
  const counting = worker(job, async () => void (done += 1))
  await queue.prepare([counting])
  await db.write(async (tx) => {
    for (let count = 0; count < 30; count++) await queue.enqueue(tx, job, {})
  })
  await queue.work([counting])
  await expect.poll(() => done).toBe(30)
})

test('a job of which a few may run at once does not wait for one that takes long', async () => {
  const job: Job<{ name: string }> = { name: 'crew.test', atOnce: 3 }
  const done: string[] = []
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const carrying = worker(job, async ({ name }) => {
    if (name === 'slow') await held
    done.push(name)
  })
  await queue.prepare([carrying])
  await db.write(async (tx) => {
    for (const name of ['slow', 'slow', 'one', 'two', 'three']) await queue.enqueue(tx, job, { name })
  })
  await queue.work([carrying])
  await expect.poll(() => done.toSorted(), { timeout: 20_000 }).toEqual(['one', 'three', 'two'])
  release()
  await expect.poll(() => done.length, { timeout: 20_000 }).toBe(5)
})

test('a job starts as soon as it is committed, on whichever node, and at its own time when it has one', async () => {
  const announced = Promise.withResolvers<void>()
  // No node looks for jobs by itself before: the first two are started by what is announced alone.
  const raw: Db['raw'] = async (text, values) => {
    if (text.includes("state < 'active'")) await announced.promise
    return db.raw(text, values)
  }
  const open = (own: Db) =>
    openQueue({
      url: database.url,
      db: own,
      log: createLog('silent'),
      tally: { add: () => undefined },
      background: false,
    })
  const [mine, other] = [await open(Object.assign(Object.create(db), { raw })), await open(db)]
  const prompt: Job<{ from: string }> = { name: 'prompt.test' }
  const delayed: Job<{ from: string }> = { name: 'delayed.test' }
  const failing: Job<{ from: string }> = { name: 'failing.test', retries: 1 }
  const starts: { from: string; at: number }[] = []
  const start = async ({ from }: { from: string }): Promise<void> => void starts.push({ from, at: Date.now() })
  const atOf = (from: string): number => starts.find((one) => one.from === from)?.at ?? 0
  const started = async (from: string): Promise<number> => {
    await until(`the job ${from}`, () => atOf(from) > 0)
    return atOf(from)
  }
  const workers = [
    worker(prompt, start),
    worker(delayed, start),
    worker(failing, async ({ from }) => {
      await start({ from: starts.some((one) => one.from === from) ? 'again' : from })
      throw new Error('it fails')
    }),
  ]
  await mine.prepare(workers)
  await mine.work(workers)
  const startAfter = new Date(Date.now() + 1_500)
  await db.write(async (tx) => {
    await other.enqueue(tx, prompt, { from: 'another node' })
    await mine.enqueue(tx, prompt, { from: 'this node' })
    await mine.enqueue(tx, delayed, { from: 'later' }, { startAfter })
    await mine.enqueue(tx, failing, { from: 'first' })
  })
  await started('another node')
  await started('this node')
  announced.resolve()
  // By the poll alone, either would take ten minutes.
  expect(await started('later')).toBeGreaterThanOrEqual(startAfter.getTime())
  await started('again')
  await Promise.all([mine.stop(), other.stop()])
})

test('a job of a transaction that fails does not exist', async () => {
  const job: Job<Record<string, never>> = { name: 'undone.test' }
  let done = 0
  const counting = worker(job, async () => void (done += 1))
  await queue.prepare([counting])
  const undone = db.write(async (tx) => {
    await queue.enqueue(tx, job, {})
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(await queue.drain([counting], new Date())).toBe(0)
  expect(done).toBe(0)
})

test('a job that carries an address is forgotten soon after it is done', async () => {
  await queue.prepare([
    worker(mailEmailChanged, async () => undefined),
    worker({ name: 'plain.test' }, async () => undefined),
  ])
  const rows = await db.raw(
    "SELECT name, deletion_seconds AS kept FROM pgboss.queue WHERE name IN ('mail.moved', 'plain.test') ORDER BY name",
  )
  expect(rows).toEqual([
    { name: 'mail.moved', kept: 3_600 },
    { name: 'plain.test', kept: 7 * 86_400 },
  ])
})

test('jobs are scheduled before the node serves, and a database that is away then ends nothing', async () => {
  const byClock = worker({ name: 'test.clock', cron: '*/7 * * * *' }, async () => say('owner.job.nothingToCheck'))
  for (let time = 0; time < 2; time += 1) await queue.prepare([byClock])
  expect(await db.raw("SELECT cron FROM pgboss.schedule WHERE name = 'test.clock'")).toEqual([{ cron: '*/7 * * * *' }])
  let tries = 0
  const away: Db = Object.assign(Object.create(db), {
    listen: (...args: Parameters<Db['listen']>) => {
      tries += 1
      return tries === 1 ? Promise.reject(new Error('write EPIPE')) : db.listen(...args)
    },
  })
  const wake = createJobWake({ db: away, log: createLog('silent') })
  await wake.listen(() => undefined)
  expect(tries).toBe(2)
  await wake.stop()
})
