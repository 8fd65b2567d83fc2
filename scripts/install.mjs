import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledNode, root } from './root.mjs'
import { Failed, quiet, show, step } from './step.mjs'

/** Installs the packages of package-lock.json, unless exactly these are there. */
export async function ensureInstalled() {
  if (!isInstalled()) {
    // A shell that says NODE_ENV=production would leave out the tools, and Node itself.
    await step('Install packages (npm ci)', () =>
      show('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']),
    )
  }
  if (await runs(bundledNode)) return
  // Install scripts may be switched off on this machine; the package brings Node by one.
  await step('Fetch Node', () => show('npm', ['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts']))
  if (await runs(bundledNode)) return
  throw new Failed('The npm package "node" did not bring its program: run "npm ci" with install scripts allowed.')
}

const runs = (program) =>
  quiet(program, ['--version']).then(
    () => true,
    () => false,
  )

/** npm writes what it installed, after all else, into node_modules; both lists must name the same versions. */
function isInstalled() {
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
