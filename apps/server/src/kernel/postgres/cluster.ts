import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeOnce } from '#kernel/key/write-once.ts'
import { StartupError } from '#kernel/startup-error.ts'
import { type Runner, command } from './account.ts'
import type { Binaries } from './binaries.ts'

const run = promisify(execFile)

/** Files made for one start carry its process number, so that a later start can tell which are left over. */
const unfinished = /^postgres\.new-(\d+)/

export type ClusterPlace = { binaries: Binaries; runner: Runner; dataDir: string; folder: string }

/** Makes the database's folder and password at the first start; several starts at once agree on one of each. */
export const ensureCluster = async (place: ClusterPlace & { durable: boolean }): Promise<{ password: string }> => {
  await removeUnfinished(place.dataDir)
  const known = await stat(join(place.folder, 'PG_VERSION')).catch(() => undefined)
  const password = await ensurePassword({ dataDir: place.dataDir, mayCreate: !known })
  if (!known) await create(place, password)
  return { password }
}

const ensurePassword = async (input: { dataDir: string; mayCreate: boolean }): Promise<string> => {
  const path = join(input.dataDir, 'postgres.password')
  const stored = await readFile(path, 'utf8').catch(() => undefined)
  if (stored?.trim()) return stored.trim()
  if (!input.mayCreate) {
    throw new StartupError(
      `The password of the built-in database is missing: restore ${path}, which was generated with the database.`,
    )
  }
  const draft = join(input.dataDir, `postgres.new-${process.pid}.password`)
  writeOnce(path, `${randomBytes(24).toString('base64url')}\n`, draft)
  return (await readFile(path, 'utf8')).trim()
}

const create = async (place: ClusterPlace & { durable: boolean }, password: string): Promise<void> => {
  const draft = join(place.dataDir, `postgres.new-${process.pid}`)
  const passwordFile = `${draft}.once`
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    const account = place.runner.account
    if (account) await Promise.all([draft, passwordFile].map((path) => chown(path, account.uid, account.gid)))
    const initdb = command(place.runner, place.binaries.initdb, [
      `--pgdata=${draft}`,
      '--username=runnel',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The collation is built into PostgreSQL: an update of the system's library cannot corrupt an index.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(place.durable ? [] : ['--no-sync']),
    ])
    const making = run(initdb.file, initdb.args, initdb.options)
    // Whoever ends this start ends it too, and it removes what it has made.
    const onExit = () => making.child.kill('SIGINT')
    process.once('exit', onExit)
    await making
      .catch((error: { stderr?: string; message: string }) => {
        throw new StartupError(`The built-in database couldn’t be created in ${place.folder}: ${lastLine(error)}`)
      })
      .finally(() => process.removeListener('exit', onExit))
    await putInPlace({ draft, folder: place.folder, dataDir: place.dataDir })
  } finally {
    await Promise.all([draft, passwordFile].map((path) => rm(path, { recursive: true, force: true })))
  }
}

/** Renaming is one step: the folder is there whole or not at all, whenever we are killed. */
const putInPlace = async (input: { draft: string; folder: string; dataDir: string }): Promise<void> => {
  try {
    await rename(input.draft, input.folder)
  } catch (error) {
    const byAnother = await stat(join(input.folder, 'PG_VERSION')).catch(() => undefined)
    if (!byAnother)
      throw new StartupError(`The folder ${input.folder} contains something other than a database.`, { cause: error })
  }
  if (process.platform === 'win32') return
  const parent = await open(input.dataDir)
  await parent.sync().finally(() => parent.close())
}

const removeUnfinished = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir)) {
    const process = unfinished.exec(name)?.[1]
    if (process && !exists(Number(process))) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const lastLine = (error: { stderr?: string; message: string }): string => {
  const lines = (error.stderr ?? '').split('\n').filter((line) => line.includes('error:'))
  return (lines.at(-1) ?? error.message).trim()
}
