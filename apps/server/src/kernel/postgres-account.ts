import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Binaries } from './postgres-binaries.ts'
import { noBinary } from './postgres-binaries.ts'
import { StartProblem } from './start-problem.ts'

const run = promisify(execFile)

type Account = { name: string; uid: number; gid: number }

/** As whom, and through which command, the database's programs run. */
export type Runner = { account?: Account; prefix: string[] }

/** The programs see nothing of our environment: it holds secrets, and PG* variables that would mislead them. */
const environment = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }

/** What `spawn` and `execFile` take to run a program of the database. */
export function command(runner: Runner, program: string, args: string[], extra: NodeJS.ProcessEnv = {}) {
  const [head = program, ...rest] = [...runner.prefix, program, ...args]
  const plain = runner.account && !runner.prefix.length
  const identity = plain ? { uid: runner.account?.uid, gid: runner.account?.gid } : {}
  return { file: head, args: rest, options: { cwd: '/', env: { ...environment, ...extra }, ...identity } }
}

/**
 * PostgreSQL refuses to run as root, so as root it runs as an ordinary account of the system. Without root, it runs
 * as we do.
 */
export async function chooseRunner(input: { binaries: Binaries; dataDir: string; folder: string }): Promise<Runner> {
  const own = process.getuid?.()
  const existing = await stat(input.folder).catch(() => undefined)
  const asOurselves = { prefix: [] }
  if (!(await canRun(asOurselves, input))) throw noBinary('cannot run the built-in PostgreSQL')
  if (own !== 0) {
    if (own !== undefined && existing && existing.uid !== own) throw foreign(input.folder, existing.uid)
    return asOurselves
  }
  const account = await chooseAccount(existing)
  const plain = { account, prefix: [] }
  if (await canRun(plain, input)) return plain
  // A folder under /root or of `mktemp -d` is closed to everyone but root. The kernel lets us keep one right of root,
  // to pass through folders, without being root.
  const helped = { account, prefix: await keepingPassage(account) }
  if (helped.prefix.length && (await canRun(helped, input))) return helped
  throw new StartProblem(
    `PostgreSQL must not run as root and its user ${account.name} cannot enter ${input.dataDir} or ` +
      `${input.binaries.postgres}: move them out of folders that only root may enter, ` +
      'run Runnel as an ordinary user, or set DATABASE_URL.',
  )
}

async function canRun(runner: Runner, input: { binaries: Binaries; dataDir: string }): Promise<boolean> {
  if (process.platform === 'win32') return true
  const script = 'cd "$1" && exec "$2" --version'
  const probe = command(runner, '/bin/sh', ['-c', script, 'probe', input.dataDir, input.binaries.postgres])
  return run(probe.file, probe.args, probe.options).then(
    () => true,
    () => false,
  )
}

function foreign(folder: string, uid: number): StartProblem {
  return new StartProblem(
    `The database in ${folder} belongs to the user with the number ${uid}: start Runnel as that user ` +
      '(or as root, if root started it before), or choose another DATA_DIR.',
  )
}

async function chooseAccount(existing: { uid: number; gid: number } | undefined): Promise<Account> {
  if (existing && existing.uid !== 0) {
    return { name: `number ${existing.uid}`, uid: existing.uid, gid: existing.gid }
  }
  const found = await lookUp('postgres')
  if (found) return found
  // The usual name for this account; where it cannot be made, everyone's last resort will do.
  await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ]).catch(() => undefined)
  const other = (await lookUp('postgres')) ?? (await lookUp('nobody'))
  if (other) return other
  throw new StartProblem(
    'PostgreSQL must not run as root and this system has no user postgres or nobody: make one, or set DATABASE_URL.',
  )
}

async function lookUp(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

/** The command that becomes `account` and keeps the right to pass through folders, if this system has it. */
async function keepingPassage(account: Account): Promise<string[]> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const allowed = Number.parseInt(/^CapBnd:\s*([0-9a-f]+)$/m.exec(status)?.[1]?.slice(-4) ?? '0', 16)
  // Bit 2 reads and searches folders only; containers often offer just bit 1, which overrides all file permissions.
  const right = allowed & 0b100 ? '+dac_read_search' : allowed & 0b10 ? '+dac_override' : undefined
  if (!right) return []
  return [
    'setpriv',
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    `--inh-caps=${right}`,
    `--ambient-caps=${right}`,
    '--',
  ]
}
