// The entry point of every command (`npm start`, `npm test` …). It runs on any Node from 20 on with nothing installed,
// brings what is missing, and hands over to the Node that came with the packages.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, ensureNode } from './install.mjs'
import { bundledNode, release, root } from './root.mjs'
import { develop, serve } from './serve.mjs'
import { Failed, show, step } from './step.mjs'

const isRelease = release !== undefined

/** What the owner wrote into `.env`; a variable that is set otherwise wins. Tests and made-up months never read it. */
const ownersFile = () => (existsSync(join(root, '.env')) ? ['--env-file=.env'] : [])

/** A command of the owner; the variables are those of `npm start`. */
const operate = (name, args) =>
  show(bundledNode, [...ownersFile(), `apps/server/src/operations/commands/${name}.ts`, ...args])

const commands = {
  async start(args) {
    if (!isRelease) await ensureBuilt()
    return serve({ args, nodeOptions: ownersFile() })
  },

  dev: (args) => develop({ args }),

  async demo(args) {
    await ensureBuilt()
    // Made-up history belongs into a folder of its own, never into a database that someone else uses.
    const env = {
      DATA_DIR: process.env.DATA_DIR ?? join(root, 'data', 'demo'),
      DATABASE_URL: '',
      NODE_ENV: 'production',
      // Lets the sandbox pay, which a real site does not have, and keeps letters to made-up people in a folder.
      RUNNEL_DEMO: 'true',
      SMTP_URL: '',
    }
    await step('Generate demo data', () => show(bundledNode, ['apps/server/demo/main.ts', ...args], { env }))
    return serve({ env })
  },

  'admin-password': (args) => show(bundledNode, [...ownersFile(), 'apps/server/src/admin-password.ts', ...args]),

  backup: (args) => operate('backup', args),

  restore: (args) => operate('restore', args),

  doctor: (args) => operate('doctor', args),

  support: (args) => operate('support', args),

  'move-data': (args) => operate('move-data', args),

  upgrade: async (args) => (await import('./upgrade/upgrade.mjs')).upgrade(args),

  test: async (args) => (await import('./test.mjs')).testAll({ args, build: ensureBuilt }),

  check: async () => (await import('./check.mjs')).check({ build: ensureBuilt }),

  release: async (args) => (await import('./release/release.mjs')).makeRelease({ args, build: ensureBuilt }),

  'hosting-networks': async () => (await import('./hosting/networks.mjs')).updateHostingNetworks(),

  'api-docs': (args) => show(bundledNode, ['scripts/api-docs.mjs', ...args]),

  simulate(args) {
    const rest = args.filter((arg) => arg !== '--mutants')
    const script = rest.length < args.length ? 'mutants.ts' : 'main.ts'
    return show(bundledNode, [`apps/server/simulate/${script}`, ...rest])
  },

  async bench(args) {
    await ensureBuilt()
    await show(bundledNode, ['bench/main.ts', ...args])
  },
}

/** A released program has the commands of an owner, as its package.json names them. */
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts
const known = Object.keys(commands).filter((command) => command in scripts)
const [name = '', ...args] = process.argv.slice(2)
if (!known.includes(name)) {
  console.error(`Unknown command. Available: ${known.join(', ')}.`)
  process.exit(2)
}
process.chdir(root)
try {
  await (isRelease ? ensureNode() : ensureInstalled())
  process.exitCode = (await commands[name](args)) ?? 0
} catch (error) {
  console.error(error instanceof Failed ? error.message : error)
  process.exitCode = 1
}
