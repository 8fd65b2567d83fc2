import type { ChildProcess } from 'node:child_process'
import { access, constants, mkdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#kernel/processes/free-port.ts'
import { StartupError } from '#kernel/startup-error.ts'
import { chooseRunner } from './account.ts'
import { findBinaries } from './binaries.ts'
import { type ClusterPlace, ensureCluster } from './cluster.ts'
import { withDatabase } from './hosts.ts'
import { type Endpoint, isServerOf, launch, readTrace, stopPostgres } from './process.ts'
import { type Session, openSession, quoteName, sqlState } from './session.ts'

export type EmbeddedOptions = {
  dataDir: string
  log: (message: string) => void
  /** PostgreSQL settings beside our own, for example `fsync: 'off'` for tests. */
  settings?: Record<string, string>
}

export type Embedded = { url: string; stop(): Promise<void> }

type Place = ClusterPlace & {
  password: string
  endpoint: Endpoint
  settings: Record<string, string>
  log: (message: string) => void
  /** The server that was started last. */
  child?: ChildProcess
}

type Charge = { child: ChildProcess; session: Session }

export const database = 'runnel'

/** Whoever holds this advisory lock runs on the folder. It ends with its holder's connection, however that one dies. */
const ownerLock = 7_236_541_902

/** A socket's path must fit into 107 bytes on Linux and 103 on macOS. */
const socketPathLimitBytes = 103

const patienceMilliseconds = 90_000

/**
 * Runs the built-in PostgreSQL on `<dataDir>/postgres` for this process alone. It listens on a socket inside its own
 * folder: that is faster than TCP and closed to other users of the machine; where no socket is possible, on a free port
 * of 127.0.0.1. If the server dies under us it is started again at the same address.
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  const place = await prepare(options)
  const onProcessExit = () => {
    // Whoever ends the process without stop() leaves no server behind: it finishes by itself after us.
    place.child?.kill('SIGINT')
  }
  process.once('exit', onProcessExit)
  let charge = await acquireServer(place)
  let stopping = false
  let recovery = Promise.resolve()
  const watch = () => {
    charge.session.onEnd(() => {
      if (!stopping) recovery = recover()
    })
  }
  const recover = async () => {
    place.log('Lost the connection to the built-in database; restarting it.')
    while (!stopping) {
      try {
        charge = await resume(place, charge)
        place.log('The built-in database is back.')
        return watch()
      } catch (error) {
        place.log(
          'The built-in database couldn’t be restarted: ' + `${error instanceof Error ? error.message : String(error)}`,
        )
        await sleep(1000)
      }
    }
  }
  watch()
  await ensureDatabase(place)
  return {
    url: urlOf(place, database),
    async stop() {
      if (stopping) return
      stopping = true
      await recovery
      await stopPostgres(place, charge.child.pid ?? 0)
      await charge.session.close().catch(() => undefined)
      process.removeListener('exit', onProcessExit)
    },
  }
}

const prepare = async (options: EmbeddedOptions): Promise<Place> => {
  const dataDir = await writable(resolve(options.dataDir))
  const folder = join(dataDir, 'postgres')
  const binaries = await findBinaries()
  const runner = await chooseRunner({ binaries, dataDir, folder })
  const settings = options.settings ?? {}
  const durable = settings['fsync'] !== 'off'
  const { password } = await ensureCluster({ binaries, runner, dataDir, folder, durable })
  const endpoint = await chooseEndpoint(folder)
  return { binaries, runner, dataDir, folder, password, endpoint, settings, log: options.log }
}

const writable = async (path: string): Promise<string> => {
  try {
    await mkdir(path, { recursive: true })
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(path)
  } catch (error) {
    throw new StartupError(`DATA_DIR ${path} can’t be used: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** Starts the server and becomes its only owner, after whatever an earlier run left behind has been stopped. */
const acquireServer = async (place: Place): Promise<Charge> => {
  const deadline = Date.now() + patienceMilliseconds
  for (;;) {
    const stalePid = await stopLeftBehind(place, deadline)
    const started = await launch({ ...place, stalePid })
    if ('child' in started) {
      place.child = started.child
      const charge = await own(place, started.child)
      if (charge) return charge
    } else if (!passes(started.gaveUp) || Date.now() > deadline) {
      throw new StartupError(`The built-in database in ${place.folder} doesn’t start: ${started.gaveUp}`)
    }
    if ('gaveUp' in started && (!place.endpoint.socketFolder || /Unix-domain socket/.test(started.gaveUp))) {
      place.endpoint = { port: await freePort() }
    }
    await sleep(200)
  }
}

/** Reasons that go away: another start was faster, workers of a killed server still end, the port was just taken. */
const passes = (reason: string): boolean =>
  /lock file|shared memory block|could not bind|could not create any/.test(reason)

/** Stops a server that lost its owner, refuses one that has an owner, and tells the number of a killed one. */
const stopLeftBehind = async (place: Place, deadline: number): Promise<number | undefined> => {
  for (;;) {
    const trace = await readTrace(place.folder)
    if (!trace) return undefined
    const session = await tryToConnect(place, trace.endpoint)
    if (session) await stopIfLeftBehind(place, { session, pid: trace.pid })
    else if (!(await isServerOf(trace.pid, place.folder))) return trace.pid
    else if (Date.now() > deadline) {
      throw new StartupError(
        `The database in ${place.folder} (process ${trace.pid}) neither responds nor stops: end that process.`,
      )
    } else {
      await sleep(200)
    }
  }
}

const stopIfLeftBehind = async (place: Place, running: { session: Session; pid: number }): Promise<void> => {
  const free = await isLeftBehind(running.session).catch(() => undefined)
  // It stopped while we asked.
  if (free === undefined) return
  if (!free) throw await inUse(place, running.session)
  // Its number means nothing here if it runs in another container that shares the folder.
  if (!(await isServerOf(running.pid, place.folder))) {
    throw new StartupError(`The database in ${place.folder} runs on another machine or container: stop it there.`)
  }
  place.log('Stopping a database that is still running from an earlier start.')
  await stopPostgres(place, running.pid)
  await running.session.close().catch(() => undefined)
}

/** Nothing, if the server went away meanwhile: another start may have taken it for left behind. */
const own = async (place: Place, child: ChildProcess): Promise<Charge | undefined> => {
  let session: Session | undefined
  try {
    session = await connect(place, place.endpoint)
    if (await becomeOwner(session)) return { child, session }
    throw await inUse(place, session)
  } catch (error) {
    if (error instanceof StartupError) throw error
    await session?.close().catch(() => undefined)
    await stopPostgres(place, child.pid ?? 0)
    return undefined
  }
}

/** After the connection broke: only it was lost, or the whole server. */
const resume = async (place: Place, before: Charge): Promise<Charge> => {
  const running = before.child.exitCode === null && before.child.signalCode === null
  return (running && (await own(place, before.child))) || acquireServer(place)
}

/** A killed owner's connection ends a moment after it; so a refusal is only believed when it lasts. */
const becomeOwner = async (session: Session): Promise<boolean> => {
  for (let attempt = 0; attempt < 20; attempt++) {
    const [row] = await session.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [ownerLock])
    if (row?.mine) return true
    await sleep(100)
  }
  return false
}

/** Whether nobody owns this server; one that came up just now may belong to a start that has not locked it yet. */
const isLeftBehind = async (session: Session): Promise<boolean> => {
  for (;;) {
    if (!(await becomeOwner(session))) return false
    const sql = `SELECT pg_postmaster_start_time() < now() - interval '2 seconds' AS settled`
    const [row] = await session.query<{ settled: boolean }>(sql)
    if (row?.settled) return true
    await session.query('SELECT pg_advisory_unlock($1)', [ownerLock])
    await sleep(250)
  }
}

const inUse = async (place: Place, session: Session): Promise<StartupError> => {
  const rows = await session.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32) + objid::bigint = $1`,
    [ownerLock],
  )
  await session.close().catch(() => undefined)
  const who = rows[0]?.name ? ` (${rows[0].name})` : ''
  return new StartupError(`Another Runnel already uses ${place.dataDir}${who}: stop it first, or set another DATA_DIR.`)
}

const tryToConnect = async (place: Place, endpoint: Endpoint): Promise<Session | undefined> => {
  try {
    const session = await connect(place, endpoint)
    const [row] = await session.query<{ folder: string }>(`SELECT current_setting('data_directory') AS folder`)
    if (row?.folder === place.folder) return session
    await session.close()
    return undefined
  } catch (error) {
    if (sqlState(error) !== '28P01') return undefined
    throw new StartupError(
      `The database in ${place.folder} rejects the password in ${join(place.dataDir, 'postgres.password')}.`,
    )
  }
}

const connect = (place: Place, endpoint: Endpoint): Promise<Session> => {
  const url = urlOf({ ...place, endpoint }, 'postgres')
  return openSession({ url, name: `process ${process.pid}`, waitSeconds: 5 })
}

const ensureDatabase = async (place: Place): Promise<void> => {
  const session = await connect(place, place.endpoint)
  const rows = await session.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
  if (!rows.length) await session.query(`CREATE DATABASE ${quoteName(database)}`)
  await session.close()
}

export const urlOf = (place: Pick<Place, 'password' | 'endpoint'>, name: string): string => {
  const { socketFolder, port } = place.endpoint
  const host = socketFolder ? 'localhost' : '127.0.0.1'
  const url = new URL(withDatabase(`postgres://runnel:${place.password}@${host}:${port}/`, name))
  // Not by searchParams, which writes a space as "+" that PostgreSQL's own programs do not read back.
  if (socketFolder) url.search = `host=${encodeURIComponent(socketFolder)}`
  return url.href
}

const chooseEndpoint = async (folder: string): Promise<Endpoint> => {
  const port = 5432
  const fits = Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= socketPathLimitBytes
  return fits && process.platform !== 'win32' ? { socketFolder: folder, port } : { port: await freePort() }
}
