import type { JobName } from '@runnel/contract/admin/job-name'
import { sql } from 'kysely'
import { fromKysely, PgBoss, type QueueResult } from 'pg-boss'
import { reasonOf } from '#kernel/collect-errors.ts'
import type { DailyCounters } from '#kernel/daily-counters.ts'
import type { Db, Tx } from '#kernel/db.ts'
import { createJobWake, type JobWake } from '#kernel/job-wake.ts'
import { isFinal } from '#kernel/job/failure.ts'
import type { Log } from '#kernel/log.ts'
import { PrimaryClient } from '#kernel/postgres/primary.ts'
import { cut, type Words } from '#kernel/words/say.ts'
import { withoutAddresses } from '#kernel/words/without-addresses.ts'

/** A kind of job: its name, what it carries, and how often it is tried. */
export interface Job<Payload extends object> {
  readonly name: string
  /** Cron expression in UTC for jobs that run by the clock. */
  readonly cron?: string
  /** Tries after the first; each waits longer. */
  readonly retries?: number
  /** The shortest pause before the first of them, and the longest before any. */
  readonly pauseSeconds?: number
  readonly longestPauseSeconds?: number
  /** Seconds after which a job that a dead process left behind is given to another. */
  readonly expireSeconds?: number
  /** Seconds without a sign of life after which it is given to another sooner. */
  readonly heartbeatSeconds?: number
  /** How many of them one node carries out at once; unset: one. */
  readonly atOnce?: number
  /** How long a finished one is kept, with what it carried. */
  readonly keepSeconds?: number
  /** Keeps the payload's type; never set. */
  readonly payload?: Payload
}

/** Names a kind of job. Its worker stands in `jobs.ts`, its words in the web's `job-labels.ts`. */
export const defineJob = <Payload extends object = Record<string, never>>(
  name: JobName,
  options: Omit<Job<Payload>, 'name' | 'payload'> = {},
): Job<Payload> => ({ name, ...options })

/**
 * A job with what carries it out, which says what it did. Throwing makes the queue try again later, with the same id.
 */
export interface Worker<Payload extends object = object> {
  readonly job: Job<Payload>
  readonly run: (payload: Payload, id: string) => Promise<Words | void>
}

/** Pairs a job with its work, keeping the payload's type between them. */
export const worker = <Payload extends object>(
  job: Job<Payload>,
  run: (payload: Payload, id: string) => Promise<Words | void>,
): Worker => ({
  job,
  // The queue gives back what was enqueued under this job's name, which `enqueue` typed.
  run: (payload, id) => run(payload as Payload, id),
})

/** Puts a job into the queue inside the transaction: it exists exactly if the transaction commits. */
export type Enqueue = <Payload extends object>(
  tx: Tx,
  job: Job<Payload>,
  payload: Payload,
  options?: { readonly startAfter?: Date; readonly singletonKey?: string },
) => Promise<void>

export interface Queue {
  readonly enqueue: Enqueue
  /** Has failed jobs of one kind tried again, once the transaction has committed; returns how many had failed. */
  readonly retryFailed: (tx: Tx, failed: { readonly ids: readonly string[]; readonly name: string }) => Promise<number>
  /** Makes the queues of all jobs known, before anything is enqueued. */
  readonly prepare: (workers: readonly Worker[]) => Promise<void>
  /** Starts to carry jobs out, in this process. */
  readonly work: (workers: readonly Worker[]) => Promise<void>
  /** Carries out everything that is due now, in this process, until nothing is left; for tests and `demo`. */
  readonly drain: (workers: readonly Worker[], now: Date) => Promise<number>
  readonly stop: () => Promise<void>
}

const RETRIES = 5
const PAUSE_SECONDS = 2
const EXPIRE_SECONDS = 120
const KEEP_SECONDS = 7 * 86_400
/** Work that comes wakes its queue (job-wake.ts); this is for what nobody can have foreseen. */
const POLL_SECONDS = 600

/** Opens the queue on the same database. `migrate` makes its tables; nodes that start later find them. */
export const openQueue = async (options: {
  url: string
  db: Db
  log: Log
  tally: Pick<DailyCounters, 'add'>
  background: boolean
}): Promise<Queue> => {
  const { url, db, log, tally, background } = options
  const boss = await startBoss({ url, log, supervises: background })
  let working = background ? boss : undefined
  const jobs = createJobWake({ db, log })
  return {
    enqueue: async (tx, job, payload, { startAfter, singletonKey } = {}) => {
      await boss.send(job.name, payload, { db: fromKysely(tx), startAfter, singletonKey })
      jobs.announce(tx, job.name)
    },
    retryFailed: async (tx, { ids, name }) => {
      const { numAffectedRows: changed = 0n } = await sql`
        UPDATE pgboss.job j SET state = 'retry', retry_count = 0, retry_limit = q.retry_limit, start_after = now(),
          keep_until = now() + make_interval(secs => ${KEEP_SECONDS}), completed_on = NULL, output = NULL
        FROM pgboss.queue q
        WHERE q.name = j.name AND j.id = ANY (${ids}::uuid[]) AND j.name = ${name} AND j.state = 'failed'`.execute(tx)
      if (changed > 0n) jobs.announce(tx, name)
      return Number(changed)
    },
    prepare: async (workers) => {
      const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      for (const { job } of workers) await makeQueue(boss, job, known.get(job.name))
      const times = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
      for (const { name, cron } of workers.map(({ job }) => job)) {
        if (cron !== undefined && times.get(name) !== cron) await boss.schedule(name, cron, {}, { tz: 'UTC' })
      }
    },
    work: async (workers) => {
      // One that only put jobs into the queue so far cannot be made to look after them.
      working ??= await startBoss({ url, log, supervises: true })
      const looking = working
      const wakes = new Map<string, () => void>()
      for (const entry of workers) {
        const wake = await startWorkers({ boss: looking, db, log, tally, entry, lookSoon: jobs.lookSoon })
        wakes.set(entry.job.name, wake)
      }
      await jobs.listen((name) => wakes.get(name)?.())
    },
    drain: (workers, now) => drain({ boss, db, log, tally, workers, now }),
    stop: async () => {
      await jobs.stop()
      if (working !== boss) await working?.stop({ graceful: true, timeout: 20_000 })
      await boss.stop({ graceful: background, timeout: 20_000 })
    },
  }
}

interface StartBossInput {
  readonly url: string
  readonly log: Log
  /** Whether it gives jobs of dead processes to others and starts those that run by the clock. */
  readonly supervises: boolean
}

const startBoss = async ({ url, log, supervises }: StartBossInput): Promise<PgBoss> => {
  const options = {
    // Handed on to the driver's pool, of whose options the library's types know a part.
    Client: PrimaryClient,
    connectionString: url,
    max: 4,
    supervise: supervises,
    schedule: supervises,
    application_name: 'runnel jobs',
    // We have no jobs that wait for other jobs.
    flowIntervalSeconds: POLL_SECONDS,
    // The clock itself is looked at twice a minute.
    cronWorkerIntervalSeconds: 15,
  }
  const boss = new PgBoss(options)
  boss.on('error', (error) => log.error({ err: error.message }, 'job queue error'))
  await boss.start()
  return boss
}

/** A queue that a former version made follows what this one says of its jobs. */
const makeQueue = async (boss: PgBoss, job: Job<object>, known: QueueResult | undefined): Promise<void> => {
  const options = {
    retryLimit: job.retries ?? RETRIES,
    retryBackoff: true,
    retryDelay: job.pauseSeconds ?? PAUSE_SECONDS,
    expireInSeconds: job.expireSeconds ?? EXPIRE_SECONDS,
    retentionSeconds: KEEP_SECONDS,
    deleteAfterSeconds: job.keepSeconds ?? KEEP_SECONDS,
    ...(job.longestPauseSeconds !== undefined && { retryDelayMax: job.longestPauseSeconds }),
    ...(job.heartbeatSeconds !== undefined && { heartbeatSeconds: job.heartbeatSeconds }),
  }
  if (known === undefined) return boss.createQueue(job.name, options)
  const differs = Object.entries(options).some(([name, value]) => known[name as keyof typeof options] !== value)
  if (differs) await boss.updateQueue(job.name, options)
}

interface StartWorkerInput {
  readonly boss: PgBoss
  readonly db: Db
  readonly log: Log
  readonly tally: Pick<DailyCounters, 'add'>
  readonly entry: Worker
  readonly lookSoon: JobWake['lookSoon']
}

/** Starts as many workers as the job may have at once, and returns what wakes one that has nothing to do. */
const startWorkers = async ({ boss, db, log, tally, entry, lookSoon }: StartWorkerInput): Promise<() => void> => {
  const { job } = entry
  const options = { pollingIntervalSeconds: POLL_SECONDS, batchSize: 1 }
  const crew: { id: string; isBusy: boolean }[] = []
  const wake = (): void => {
    const free = crew.find(({ isBusy }) => !isBusy) ?? crew[0]
    if (free !== undefined) boss.notifyWorker(free.id)
  }
  for (let count = 0; count < (job.atOnce ?? 1); count += 1) {
    const self = { id: '', isBusy: false }
    self.id = await boss.work<object>(job.name, options, async (batch) => {
      self.isBusy = true
      // There may be more: each that starts wakes another, as far as there is work.
      if (crew.length > 1) wake()
      for (const { id: jobId, data } of batch) {
        await carryOut({ db, log, tally, entry, id: jobId, payload: data, now: new Date() })
          .catch((error: unknown) => {
            lookSoon()
            throw error
          })
          .finally(() => (self.isBusy = false))
      }
      // After a job it looks again at once: a thousand letters must not wait for a thousand looks.
      if (job.cron === undefined) boss.notifyWorker(self.id)
    })
    crew.push(self)
  }
  return wake
}

interface CarryingOut {
  readonly db: Db
  readonly log: Log
  readonly tally: Pick<DailyCounters, 'add'>
  readonly entry: Worker
  readonly id: string
  readonly payload: object
  readonly now: Date
}

const carryOut = async ({ db, log, tally, entry, id, payload, now }: CarryingOut): Promise<void> => {
  const { name } = entry.job
  try {
    const note = (await entry.run(payload, id)) ?? ''
    await recordRun(db, { name, ok: true, note, now })
    if (name.startsWith('mail.')) tally.add('mail')
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    log.error({ job: name, err: withoutAddresses(stack ?? message) }, 'a job failed')
    tally.add('job-failure')
    tally.add(`failed ${name}`)
    if (isFinal(error)) {
      await db.raw('UPDATE pgboss.job SET retry_limit = retry_count WHERE name = $1 AND id = $2', [name, id])
    }
    await recordRun(db, { name, ok: false, note: withoutAddresses(reasonOf(error)), now })
    // The queue keeps what it is thrown.
    throw new Error(withoutAddresses(message))
  }
}

const recordRun = (db: Db, run: { name: string; ok: boolean; note: string; now: Date }): Promise<unknown> =>
  db.write((tx) =>
    tx
      .insertInto('job_runs')
      .values({ name: run.name, last_run_at: run.now, ok: run.ok, note: cut(run.note, 300) })
      .onConflict((row) =>
        row.column('name').doUpdateSet({ last_run_at: run.now, ok: run.ok, note: cut(run.note, 300) }),
      )
      .execute(),
  )

interface DrainInput extends Omit<StartWorkerInput, 'entry' | 'lookSoon'> {
  readonly workers: readonly Worker[]
  readonly now: Date
}

const drain = async ({ boss, db, log, tally, workers, now }: DrainInput): Promise<number> => {
  let done = 0
  for (let before = -1; before !== done;) {
    before = done
    for (const entry of workers) {
      const jobs = await boss.fetch<object>(entry.job.name, { batchSize: 100 })
      for (const { id, data } of jobs) {
        await carryOut({ db, log, tally, entry, id, payload: data, now }).then(
          () => boss.complete(entry.job.name, id),
          (error: unknown) => boss.fail(entry.job.name, id, { message: String(error) }),
        )
        done += 1
      }
    }
  }
  return done
}
