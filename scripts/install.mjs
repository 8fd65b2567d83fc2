import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundledNode, nodeVersion, root } from './root.mjs'
import { Failed, quiet, show, step } from './step.mjs'

/** Installs the packages of package-lock.json, unless exactly these are there. */
export const ensureInstalled = async () => {
  if (!isInstalled()) {
    // A shell that says NODE_ENV=production would leave out the tools, and Node itself.
    await step('Install packages (npm ci)', () =>
      withCache((env) => show('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { env })),
    )
  }
  const failure = await failureOf(bundledNode)
  if (failure === undefined) return
  if (failure === 'EACCES') {
    throw new Failed(
      `${bundledNode} can’t be executed: move the project to a file system without the option "noexec", ` +
        'and make the user that starts it the owner.',
    )
  }
  // Install scripts may be switched off on this machine; the package brings Node by one.
  await step('Download Node', () => show('npm', ['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts']))
  if ((await failureOf(bundledNode)) === undefined) return
  throw new Failed('The npm package "node" didn’t install its binary: run "npm ci" with install scripts allowed.')
}

/** A released program brings its packages; where the machine's Node is too old, the right one is fetched once. */
export const ensureNode = async () => {
  if ((await failureOf(bundledNode)) === undefined) return
  const wanted = ['--no-save', '--no-package-lock', '--ignore-scripts=false', '--no-audit', '--no-fund']
  await step(`Download Node ${nodeVersion}`, () =>
    withCache((env) =>
      quiet('npm', ['install', '--prefix', join(root, '.node'), ...wanted, `node@${nodeVersion}`], { env }),
    ),
  ).catch((error) => {
    throw new Failed(
      `Runnel needs Node ${nodeVersion} or newer, which couldn’t be downloaded: install it. ${lastLine(error)}`,
    )
  })
}

const lastLine = (error) => error.message.trim().split('\n').at(-1)

/** A user without a home, as services have it, cannot write npm's cache there; they get one that is removed again. */
const withCache = async (install) => {
  if (isWritable(process.env.npm_config_cache)) return install({})
  const own = join(root, '.cache', 'npm')
  try {
    return await install({ npm_config_cache: own })
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

/** Where npm did not start us, nobody told its cache; npm knows its own way then. */
const isWritable = (folder) => {
  if (!folder) return true
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Why a program cannot be run, as a code where the system gives one; undefined when it can. */
const failureOf = (program) =>
  quiet(program, ['--version']).then(
    () => undefined,
    (error) => error.code ?? 'failed',
  )

/** npm writes what it installed, after all else, into node_modules; both lists must name the same versions. */
const isInstalled = () => {
  const installedPath = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installedPath)) return false
  const wanted = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(installedPath)
  const places = Object.keys(wanted).filter((place) => place.includes('node_modules/'))
  return places.every((place) => {
    const there = installed[place]
    // Packages for other systems are named by the lock and rightly absent.
    if (!there) return Boolean(wanted[place].optional)
    return there.version === wanted[place].version && existsSync(join(root, place))
  })
}

const readPackages = (path) => JSON.parse(readFileSync(path, 'utf8')).packages
