import {
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { bundledNode, root } from '#scripts/root.mjs'
import { quiet } from '#scripts/step.mjs'
import { noticesOf } from './notices.mjs'
import { filesOf, productionPackages } from './packages.mjs'

/** What an owner reads, sets up or serves with. */
const documents = ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', '.env.example', 'docs/operations.md']
const deployment = ['Dockerfile', '.dockerignore', 'compose.yaml', 'deploy']
const scripts = ['build', 'files', 'install', 'lifeline', 'root', 'run', 'serve', 'step'].map(
  (name) => `scripts/${name}.mjs`,
)
const ofUpgrade = ['scripts/release/digest.mjs', 'scripts/release/migrations.mjs', 'scripts/upgrade']
/** The program as it runs; its tests and what only they use stay behind. */
const sources = ['apps/server/locales', 'apps/server/migrations', 'apps/server/src', 'packages/contract/src']
const isTest = /[.]test[.]ts$|^apps[/]server[/]src[/]test([/]|$)/

/** The commands of an owner. */
const commands = ['start', 'admin-password', 'backup', 'restore', 'doctor', 'support', 'move-data', 'upgrade']

/**
 * Puts together what a server needs to serve: sources, built pages, production packages. `withNode` adds the program
 * of Node, for machines without a Node that is new enough.
 */
export const stage = async ({ to, withNode = false }) => {
  mkdirSync(to, { recursive: true })
  for (const path of [...documents, ...deployment, ...scripts, ...ofUpgrade])
    cpSync(join(root, path), join(to, path), { recursive: true })
  for (const path of sources) {
    const filter = (from) => !isTest.test(from.slice(root.length + 1))
    cpSync(join(root, path), join(to, path), { recursive: true, filter })
  }
  cpSync(join(root, 'apps/web/dist'), join(to, 'apps/web/dist'), { recursive: true })
  const packages = productionPackages('@runnel/server')
  for (const { place } of packages) copyPackage(place, to)
  linkWorkspaces(to)
  if (withNode) await copyNode(to)
  writeManifests(to)
  writeFileSync(join(to, 'THIRD-PARTY-NOTICES.txt'), noticesOf({ packages, withNode }))
}

const copyPackage = (place, to) => {
  const folder = join(root, place)
  const made = new Set()
  for (const path of filesOf(folder)) {
    const [from, target] = [join(folder, path), join(to, place, path)]
    if (!made.has(dirname(target))) mkdirSync(dirname(target), { recursive: true })
    made.add(dirname(target))
    // Links of the built-in database lead from file to file in its own folder.
    if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), target)
    else copyFileSync(from, target)
  }
}

const linkWorkspaces = (to) => {
  mkdirSync(join(to, 'node_modules/@runnel'), { recursive: true })
  symlinkSync('../../apps/server', join(to, 'node_modules/@runnel/server'))
  symlinkSync('../../packages/contract', join(to, 'node_modules/@runnel/contract'))
}

/** What tells a debugger where is what makes up a seventh of it, and is left out where a tool for that is there. */
const copyNode = async (to) => {
  const target = join(to, 'node_modules/node/bin/node')
  mkdirSync(dirname(target), { recursive: true })
  cpSync(bundledNode, target)
  await quiet('strip', [target]).catch(() => undefined)
}

const writeManifests = (to) => {
  const manifest = readManifest('package.json')
  const { name, version, description, license, type, engines, imports } = manifest
  const kept = Object.fromEntries(commands.map((command) => [command, manifest.scripts[command]]))
  const program = { name, version, private: true, description, license, type, engines, imports, scripts: kept }
  write(to, 'package.json', program)
  for (const path of ['apps/server/package.json', 'packages/contract/package.json']) {
    const { devDependencies: _left, scripts: _not, ...rest } = readManifest(path)
    write(to, path, rest)
  }
  write(to, 'release.json', {
    version,
    platform: process.platform,
    arch: process.arch,
    node: manifest.devDependencies.node,
  })
}

const readManifest = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const write = (to, path, value) => writeFileSync(join(to, path), `${JSON.stringify(value, undefined, 2)}\n`)
