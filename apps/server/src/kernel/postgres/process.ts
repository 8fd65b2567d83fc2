import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { open, readFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartupError } from '#kernel/startup-error.ts'
import { command } from './account.ts'
import type { ClusterPlace } from './cluster.ts'

const run = promisify(execFile)

/** Where a running server listens: a socket in a folder, or a port on this machine. */
export type Endpoint = { socketFolder?: string; port: number }

/** What a running or killed server left in `postmaster.pid`. */
export type Trace = { pid: number; endpoint: Endpoint; ready: boolean }

export type Launch = ClusterPlace & { endpoint: Endpoint; settings: Record<string, string>; stalePid?: number }

const logLimitBytes = 8 * 1024 * 1024

/** For one small machine that runs the application too; the rest is PostgreSQL's own choice. */
const tuning = {
  max_connections: '200',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  max_wal_size: '1GB',
  // Short statements by key gain nothing from compiling or from several processes.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // Refused statements (a second claim, a deadlock that is repeated) are the application's business, not the log's.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** Starts the server and waits until it takes connections, or tells the last line it wrote before it gave up. */
export const launch = async (place: Launch): Promise<{ child: ChildProcess } | { gaveUp: string }> => {
  const logPath = join(place.dataDir, 'postgres.log')
  const written = await stat(logPath).catch(() => undefined)
  if (written && written.size > logLimitBytes) await truncate(logPath)
  const output = await open(logPath, 'a', 0o600)
  const from = (await output.stat()).size
  const server = command(place.runner, place.binaries.postgres, serverArguments(place), grandparent(place.stalePid))
  // Its own process group: Ctrl-C in a terminal reaches the whole group, and must not stop the database before us.
  const child = spawn(server.file, server.args, {
    ...server.options,
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  })
  let failure: string | undefined
  child.once('error', (error) => {
    failure = error.message
  })
  child.unref()
  // Until its owner looks after it: whoever ends this start leaves no server behind.
  const onExit = () => child.kill('SIGINT')
  process.once('exit', onExit)
  try {
    await output.close()
    for (;;) {
      if (failure) return { gaveUp: failure }
      if (child.exitCode !== null || child.signalCode !== null) return { gaveUp: await lastOutput(logPath, from) }
      const trace = await readTrace(place.folder)
      // A long recovery is not a failure: as long as the process lives, we wait.
      if (trace?.pid === child.pid && trace?.ready) return { child }
      await sleep(20)
    }
  } finally {
    process.removeListener('exit', onExit)
  }
}

const serverArguments = (place: Launch): string[] => {
  const { socketFolder, port } = place.endpoint
  const listening = {
    port: String(port),
    listen_addresses: socketFolder ? '' : '127.0.0.1',
    // A list, in which quotes keep a folder with a comma or a space together.
    unix_socket_directories: socketFolder ? `"${socketFolder.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
  }
  const settings = { ...tuning, ...place.settings, ...listening }
  return ['-D', place.folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/**
 * After a crash the number in `postmaster.pid` may belong to another process by now, and PostgreSQL would refuse to
 * start for ever. It ignores its grandparent's number, so we name the stale one as that, once we know that it is stale.
 * The other guard, that no old worker still holds the shared memory, stays.
 */
const grandparent = (stalePid: number | undefined): NodeJS.ProcessEnv =>
  stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) }

export const readTrace = async (folder: string): Promise<Trace | undefined> => {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (!text) return undefined
  const [pid = '', , , port = '', socketFolder = '', , , state = ''] = text.split('\n').map((line) => line.trim())
  if (!/^\d+$/.test(pid)) return undefined
  return {
    pid: Number(pid),
    endpoint: { port: Number(port), ...(socketFolder ? { socketFolder } : {}) },
    ready: state === 'ready',
  }
}

/** Whether this process is the server of this folder, as its command line says. */
export const isServerOf = async (pid: number, folder: string): Promise<boolean> => {
  if (process.platform === 'linux') {
    // Its working folder would be surer, but in a container not even root may read that of another user's process.
    const line = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
    return line.includes('-D') && line.includes(folder) && line.some((word) => word.endsWith('postgres'))
  }
  if (process.platform === 'win32') {
    const list = await run('tasklist', ['/fi', `PID eq ${pid}`, '/fo', 'csv']).catch(() => ({ stdout: '' }))
    return list.stdout.includes('postgres')
  }
  const list = await run('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }))
  return list.stdout.includes('postgres') && list.stdout.includes(folder)
}

/** Ends open work and writes everything out; harder only if the server does not listen. */
export const stopPostgres = async (place: ClusterPlace, pid: number): Promise<void> => {
  if (process.platform === 'win32') {
    await run(place.binaries.pgCtl, ['stop', '-D', place.folder, '-m', 'fast', '-w']).catch(() => undefined)
    return
  }
  for (const [signal, seconds] of [
    ['SIGINT', 60],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    // A server that has ended already may have left its number to another process.
    if (!(await isServerOf(pid, place.folder)) || !sendSignal(pid, signal)) return
    for (let waited = 0; waited < seconds * 1000; waited += 20) {
      if (!(await isServerOf(pid, place.folder))) return
      await sleep(20)
    }
  }
  throw new StartupError(`The database in ${place.folder} (process ${pid}) doesn’t stop.`)
}

/** False when there is no such process any more. */
export const sendSignal = (pid: number, signal: NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

const lastOutput = async (logPath: string, from: number): Promise<string> => {
  const text = (await readFile(logPath)).subarray(from).toString('utf8')
  const lines = text.split('\n').filter((line) => /\b(FATAL|PANIC|ERROR|HINT|postgres:)/.test(line))
  return lines.map((line) => line.replace(/^.*?\] /, '').trim()).join(' ') || 'it ended without a word'
}
