import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StartupError } from '#kernel/startup-error.ts'
import { type Binaries, noBinary } from './binaries.ts'

const run = promisify(execFile)

type Owner = { uid: number; gid: number }

type Account = Owner & { name: string }

/** As whom, and through which command, the database's programs run. */
export type Runner = { account?: Account; prefix: string[] }

/** The programs see nothing of our environment: it holds secrets, and PG* variables that would mislead them. */
const environment = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }

/** What `spawn` and `execFile` take to run a program of the database. */
export const command = (runner: Runner, program: string, args: string[], extra: NodeJS.ProcessEnv = {}) => {
  const [head = program, ...rest] = [...runner.prefix, program, ...args]
  const plain = runner.account && !runner.prefix.length
  const identity = plain ? { uid: runner.account?.uid, gid: runner.account?.gid } : {}
  return { file: head, args: rest, options: { cwd: '/', env: { ...environment, ...extra }, ...identity } }
}

type Place = { binaries: Binaries; dataDir: string; folder: string }

/**
 * PostgreSQL refuses to run as root, so as root it runs as an ordinary account of the system. Without root, it runs
 * as we do.
 */
export const chooseRunner = async (place: Place): Promise<Runner> => {
  const own = process.getuid?.()
  const existing = await stat(place.folder).catch(() => undefined)
  const asOurselves = { prefix: [] }
  const broken = await whyNotRunning(asOurselves, [place.binaries.postgres, '--version'])
  if (broken !== undefined) throw noBinary(`can’t run the built-in PostgreSQL (${broken})`)
  if (own === 0) return chooseForRoot(place, existing)
  if (own !== undefined && existing && existing.uid !== own) throw foreign(place.folder, existing.uid)
  const refused = existing ? undefined : await whyNotServing(asOurselves, place)
  if (refused !== undefined) throw cannotServe(refused)
  return asOurselves
}

const chooseForRoot = async (place: Place, existing: Owner | undefined): Promise<Runner> => {
  const capabilities = await readCapabilities()
  if ((capabilities.effective & neededByRoot) !== neededByRoot) {
    throw new StartupError(
      'PostgreSQL can’t run as root, and this root user lacks the capabilities to run it as another user: ' +
        'run Runnel as an ordinary user (docker run --user node), or set DATABASE_URL.',
    )
  }
  const account = await chooseAccount(existing)
  const plain = { account, prefix: [] }
  if ((await whyNotServing(plain, place)) === undefined) return plain
  // A folder under /root or of `mktemp -d` is closed to everyone but root. The kernel lets us keep one right of root,
  // to pass through folders, without being root.
  const helped = { account, prefix: withSearchRight(account, capabilities.bounding) }
  const refused = await whyNotServing(helped, place)
  if (helped.prefix.length && refused === undefined) return helped
  throw new StartupError(
    `PostgreSQL can’t run as root, and its user ${account.name} can’t access ${place.dataDir} or ` +
      `${place.binaries.postgres}: move them out of folders that only root can access, run Runnel as an ordinary ` +
      'user, or set DATABASE_URL.',
  )
}

/**
 * Why PostgreSQL would not work for this account, or undefined. `initdb --show` looks for all of its programs and files
 * as the real work does, by access(2) too, and changes nothing.
 */
const whyNotServing = async (runner: Runner, place: Place): Promise<string | undefined> => {
  const script = 'cd "$1" && shift && exec "$@"'
  const show = [place.binaries.initdb, '--show', `--pgdata=${place.folder}`]
  const reason = await whyNotRunning(runner, ['/bin/sh', '-c', script, 'probe', place.dataDir, ...show])
  // Only to make the database an account needs a name, and root may start one that was made elsewhere.
  return reason !== undefined && runner.account && reason.includes(NO_NAME) ? undefined : reason
}

const whyNotRunning = async (runner: Runner, [program = '', ...args]: string[]): Promise<string | undefined> => {
  if (process.platform === 'win32') return undefined
  const probe = command(runner, program, args)
  return run(probe.file, probe.args, probe.options).then(
    () => undefined,
    (error: { stderr?: string; message: string }) => (error.stderr || error.message).trim().split('\n').at(-1) ?? '',
  )
}

/** What initdb says of a user whose number no account has, as in a container that was given any number. */
const NO_NAME = 'could not look up effective user ID'

const cannotServe = (reason: string): StartupError => {
  if (reason.includes(NO_NAME)) {
    return new StartupError(
      `PostgreSQL needs a user with a name, but user ID ${process.getuid?.()} has none on this system: ` +
        'run Runnel as a user listed in /etc/passwd (docker run --user node), or set DATABASE_URL.',
    )
  }
  return noBinary(`can’t run the built-in PostgreSQL (${reason})`)
}

const foreign = (folder: string, uid: number): StartupError =>
  new StartupError(
    `The database in ${folder} belongs to user ID ${uid}: start Runnel as that user ` +
      '(or as root, if root started it before), or choose another DATA_DIR.',
  )

const chooseAccount = async (existing: Owner | undefined): Promise<Account> => {
  if (existing && existing.uid !== 0) {
    return { name: `with ID ${existing.uid}`, uid: existing.uid, gid: existing.gid }
  }
  const found = await findAccount('postgres')
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
  const other = (await findAccount('postgres')) ?? (await findAccount('nobody'))
  if (other) return other
  throw new StartupError(
    'PostgreSQL can’t run as root, and this system has no user postgres or nobody: create one, or set ' +
      'DATABASE_URL.',
  )
}

const findAccount = async (name: string): Promise<Account | undefined> => {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

/** Bits of Linux: chown, dac_override, kill, setgid and setuid, without which root cannot look after its database. */
const neededByRoot = 0b1110_0011

/** Bit 2 reads and searches folders only; containers often offer just bit 1, which overrides all file permissions. */
const readSearch = 0b100
const override = 0b10

/** The lowest eight of the process's capabilities; where there are none, root may do everything. */
const readCapabilities = async (): Promise<{ effective: number; bounding: number }> => {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => undefined)
  const lowest = (name: string): number => {
    const digits = new RegExp(`^${name}:\\s*([0-9a-f]+)$`, 'm').exec(status ?? '')?.[1]
    return digits === undefined ? neededByRoot : Number.parseInt(digits.slice(-2), 16)
  }
  return { effective: lowest('CapEff'), bounding: lowest('CapBnd') }
}

/** The command that becomes `account` and keeps the right to pass through folders, if this system has it. */
const withSearchRight = (account: Account, bounding: number): string[] => {
  const right = bounding & readSearch ? '+dac_read_search' : bounding & override ? '+dac_override' : undefined
  if (!right) return []
  return [
    'setpriv',
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    `--inh-caps=${right}`,
    `--ambient-caps=${right}`,
    // Without it, access(2) answers as if the right were not there, and PostgreSQL does not find its own programs.
    '--securebits=+no_setuid_fixup',
    '--',
  ]
}
