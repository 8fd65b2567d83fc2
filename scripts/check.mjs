import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { checkDependencies } from './dependencies.mjs'
import { checkLimits } from './limits.mjs'
import { bundledNode, program, root } from './root.mjs'
import { quiet, together } from './step.mjs'

const node = (...args) => quiet(bundledNode, args)
const workspaces = ['packages/contract', 'apps/server', 'apps/web', 'e2e', 'bench']

/** Everything that a machine can say about the sources without running them. */
export const check = async ({ build }) => {
  const steps = [
    { name: 'Types of apps/server', work: () => types('apps/server') },
    { name: 'Types of apps/web', work: () => types('apps/web') },
    { name: 'Imports (who imports whom)', work: imports },
    { name: 'Lint', work: lint },
    ...workspaces
      .filter((workspace) => !workspace.startsWith('apps/'))
      .map((workspace) => ({ name: `Types of ${workspace}`, work: () => types(workspace) })),
    { name: 'Format', work: () => node(program('oxfmt/bin/oxfmt'), '--check') },
    { name: 'Limits', work: checkLimits },
    { name: 'Released migrations', work: migrations },
    { name: 'Packages are named and used', work: checkDependencies },
    { name: 'Words of the product', work: words },
    { name: 'documents made from the contract are up to date', work: () => node('scripts/api-docs.mjs', '--check') },
    { name: 'Translations are complete', work: translations },
    { name: 'Words of the server', work: serverWords },
  ]
  await together({ steps, atOnce: Math.max(2, Math.min(4, availableParallelism())) })
  await build()
  // It loads what draws the public pages, which only the Node of the packages is promised to run.
  await together({ steps: [{ name: 'Weight of the site', work: () => node('scripts/weight.mjs') }], atOnce: 1 })
}

/** What has not changed since the last check is not checked again; the file that says so lies with the packages. */
const types = (workspace) => {
  const known = join(root, 'node_modules', '.cache', 'runnel', `types-${workspace.replace('/', '-')}.tsbuildinfo`)
  return node(program('typescript-7/bin/tsc'), '-p', workspace, '--incremental', '--tsBuildInfoFile', known)
}

/** Loaded only here: this file is read before the packages are installed, and the check needs one of them. */
const words = async () => (await import('./words.mjs')).checkWords()

const migrations = async () => (await import('./release/migrations.mjs')).checkMigrations()

const serverWords = async () => (await import('./server-words.mjs')).checkServerWords()

const imports = () =>
  node(
    program('dependency-cruiser/bin/dependency-cruise.mjs'),
    '--config',
    '.dependency-cruiser.cjs',
    'packages',
    'apps',
  )

const lint = () =>
  node(
    program('oxlint/bin/oxlint'),
    '--type-aware',
    '--deny-warnings',
    '--report-unused-disable-directives-severity=error',
  )

const translations = async () => {
  if (!existsSync(join(root, 'apps/web/lingui.config.ts'))) throw new Error('apps/web/lingui.config.ts is missing')
  return quiet('npm', ['run', '--silent', 'messages:check', '--workspace', 'apps/web'])
}
