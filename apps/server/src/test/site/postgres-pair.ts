import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { chown, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { chooseRunner } from '#kernel/postgres/account.ts'
import { findBinaries } from '#kernel/postgres/binaries.ts'
import { type ClusterPlace, ensureCluster } from '#kernel/postgres/cluster.ts'
import { launch, sendSignal, stopPostgres } from '#kernel/postgres/process.ts'
import { freePort } from '#kernel/processes/free-port.ts'
import { until } from '#test/waiting.ts'

/** A primary and its standby; of a synchronous one, each commit is on the disks of both before it is acknowledged. */
export interface PostgresPair {
  /** Both, with a comma between them. */
  readonly url: string
  readonly standbyUrl: string
  /** Kills the primary without warning. */
  readonly killPrimary: () => void
  /** Stops it in its tracks: its connections stay, and nobody hears anything any more. */
  readonly freezePrimary: () => Promise<void>
  /** Lets it go on, not knowing that another took over, and returns once it answers again; a dead one stays dead. */
  readonly thawPrimary: () => Promise<void>
  /** Makes the standby the primary, as a tool for high availability does, and returns once it takes writes. */
  readonly promote: () => Promise<void>
  readonly stopStandby: () => Promise<void>
  readonly stop: () => Promise<void>
}

const DATABASE = 'runnel'

/** Two durable servers in a temporary folder, of the programs that the built-in database has. */
export const startPair = async ({ synchronous }: { synchronous: boolean }): Promise<PostgresPair> => {
  const top = mkdtempSync(join(tmpdir(), 'runnel-pair-'))
  const placeOf = async (name: string): Promise<ClusterPlace> => {
    const dataDir = join(top, name)
    mkdirSync(dataDir)
    const folder = join(dataDir, 'postgres')
    const binaries = await findBinaries()
    return { binaries, dataDir, folder, runner: await chooseRunner({ binaries, dataDir, folder }) }
  }
  const [first, second] = [await placeOf('first'), await placeOf('second')]
  const { password } = await ensureCluster({ ...first, durable: true })
  // A copy of a server that never ran is a base backup.
  await promisify(execFile)('cp', ['-a', first.folder, second.folder])
  const signal = join(second.folder, 'standby.signal')
  await writeFile(signal, '')
  const { account } = second.runner
  if (account !== undefined) await chown(signal, account.uid, account.gid)
  const ports = [await freePort(), await freePort()] as const
  const start = async (place: ClusterPlace, port: number, settings: Record<string, string>): Promise<number> => {
    const started = await launch({ ...place, endpoint: { port }, settings: { shared_buffers: '32MB', ...settings } })
    if ('gaveUp' in started) throw new Error(started.gaveUp)
    return started.child.pid ?? 0
  }
  const primary = await start(first, ports[0], { synchronous_standby_names: synchronous ? '*' : '' })
  const standby = await start(second, ports[1], {
    primary_conninfo: `host=127.0.0.1 port=${ports[0]} user=runnel password=${password} application_name=second`,
    wal_receiver_status_interval: '1s',
  })
  const urlOf = (hosts: string, database: string): string => `postgres://runnel:${password}@${hosts}/${database}`
  const standbyUrl = urlOf(`127.0.0.1:${ports[1]}`, 'postgres')
  const onPrimary = urlOf(`127.0.0.1:${ports[0]}`, 'postgres')
  const isFollowed = `SELECT count(*) = 1 AS done FROM pg_stat_replication
    WHERE state = 'streaming' AND sync_state = '${synchronous ? 'sync' : 'async'}'`
  await until('the standby', async () => (await ask(onPrimary, isFollowed))[0]?.['done'] === true)
  await ask(onPrimary, `CREATE DATABASE ${DATABASE}`)
  let frozen: number[] = []
  return {
    url: urlOf(ports.map((port) => `127.0.0.1:${port}`).join(','), DATABASE),
    standbyUrl: standbyUrl.replace(/\w+$/, DATABASE),
    killPrimary: () => void process.kill(primary, 'SIGKILL'),
    freezePrimary: async () => {
      const rows = await ask(onPrimary, 'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()')
      frozen = [primary, ...rows.map(({ pid }) => Number(pid))]
      // One that ended meanwhile is of no matter.
      for (const pid of frozen) sendSignal(pid, 'SIGSTOP')
    },
    thawPrimary: async () => {
      for (const pid of frozen) sendSignal(pid, 'SIGCONT')
      if (frozen.length > 0) await ask(onPrimary, 'SELECT 1')
    },
    promote: async () => void (await ask(standbyUrl, 'SELECT pg_promote()')),
    stopStandby: () => stopPostgres(second, standby),
    stop: async () => {
      await stopPostgres(second, standby)
      await stopPostgres(first, primary)
      rmSync(top, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** By the driver itself, as only that goes to a standby too. */
const ask = async (connectionString: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client.query(text).then(
    async ({ rows }) => {
      await client.end()
      return rows
    },
    async (error: unknown) => {
      await client.end()
      throw error
    },
  )
}
