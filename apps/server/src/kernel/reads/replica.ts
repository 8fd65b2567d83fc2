import { connect, type Db, type Read } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'

/** How far a replica may be behind, how often that is checked, and how long after a failure. */
const LAG_SECONDS = 10
const CHECK_MS = 1_000
const RETRY_MS = 5_000

/** Only admins read from it, and a file is read page by page. */
const CONNECTIONS = 3
/** Short, because the primary can answer instead. */
const PATIENCE = { connect: 2_000, answer: 35_000 }

interface ReplicaInput {
  readonly url: string
  readonly log: Log
  readonly lagSeconds?: number
  readonly checkMs?: number
  readonly retryMs?: number
}

/** Adds a standby to the primary, for what may be some seconds old. While it lags or fails, there is no replica. */
export const withReplica = (primary: Db, input: ReplicaInput): Db => {
  const { url, log, lagSeconds = LAG_SECONDS, checkMs = CHECK_MS, retryMs = RETRY_MS } = input
  const standby = connect({ url, size: CONNECTIONS, log, patience: PATIENCE, mayBeStandby: true })
  let problem: string | undefined
  let next = 0
  let checking: Promise<void> | undefined
  const check = async (): Promise<void> => {
    const before = problem
    problem = await problemOf(primary, standby, lagSeconds).catch((error: unknown) => String(error))
    if (problem !== before && problem !== undefined) log.warn({ problem }, 'the replica is not used')
    if (problem !== before && problem === undefined) log.info('the replica is used again')
    next = performance.now() + (problem === undefined ? checkMs : retryMs)
  }
  return {
    ...primary,
    replica: async (): Promise<Read | undefined> => {
      if (performance.now() >= next) {
        next = Number.POSITIVE_INFINITY
        checking = check()
      }
      // Nobody waits for a replica that failed the last time.
      if (problem === undefined) await checking
      return problem === undefined ? standby.read : undefined
    },
    close: async () => void (await Promise.all([primary.close(), standby.close()])),
  }
}

/** Why the standby can't be used. On a quiet site its last change is old: then it counts that it has all of them. */
const problemOf = async (primary: Db, standby: Db, lagSeconds: number): Promise<string | undefined> => {
  const [there] = await primary.raw(`SELECT pg_current_wal_lsn()::text AS lsn, system_identifier::text AS id,
      extract(epoch FROM clock_timestamp())::float8 AS now
    FROM pg_control_system()`)
  const [here] = await standby.raw(
    `SELECT pg_is_in_recovery() AS standby, pg_last_wal_replay_lsn() >= $1::pg_lsn AS complete,
      extract(epoch FROM pg_last_xact_replay_timestamp())::float8 AS replayed, system_identifier::text AS id
    FROM pg_control_system()`,
    [there?.['lsn']],
  )
  if (here?.['id'] !== there?.['id']) return 'it is not a replica of this database'
  if (here?.['standby'] !== true) return 'it is not a standby'
  const seconds = Number(there?.['now']) - Number(here['replayed'] ?? 0)
  return here['complete'] === true || seconds <= lagSeconds ? undefined : `it is ${Math.round(seconds)} seconds behind`
}
