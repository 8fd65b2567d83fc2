import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { checkDependencies } from './dependencies.mjs'
import { digestOfFiles, listFiles } from './files.mjs'
import { checkLimits } from './limits.mjs'
import { bundledNode, program, root } from './root.mjs'
import { quiet, together } from './step.mjs'

const node = (...args) => quiet(bundledNode, args)

/**
 * Checks the sources without running the product. A step with `reads` is skipped while the files below these folders
 * are those with which it passed last; the other steps take a second or two and always run.
 */
export const check = async ({ build }) => {
  const steps = [
    // The longest first: each of these builds the types of its workspaces once, for the compiler and for the rules.
    { name: 'Types and lint of apps/server', reads: ['apps/server', 'packages'], work: () => lint('apps/server') },
    { name: 'Types and lint of apps/web', reads: ['apps/web', 'packages'], work: () => lint('apps/web', 'packages') },
    {
      name: 'Types and lint of everything else',
      reads: ['apps', 'packages', 'e2e', 'bench'],
      work: () => lint('.', '--ignore-pattern=apps', '--ignore-pattern=packages'),
    },
    { name: 'Imports (who imports whom)', reads: ['apps', 'packages'], work: imports },
    { name: 'Translations are complete', reads: ['apps/web', 'packages'], work: translations },
    { name: 'Format', work: () => node(program('oxfmt/bin/oxfmt'), '--check') },
    { name: 'Limits', work: checkLimits },
    { name: 'Released migrations', work: migrations },
    { name: 'Packages are named and used', work: checkDependencies },
    { name: 'Words of the product', work: words },
    { name: 'Texts of the web are in the catalogue', work: () => node('scripts/words/stray-text.mjs') },
    { name: 'documents made from the contract are up to date', work: () => node('scripts/api-docs.mjs', '--check') },
    { name: 'Words of the server', work: serverWords },
  ]
  const files = await listFiles()
  await together({
    steps: steps.map((one) => (one.reads ? unlessPassed(one, files) : one)),
    atOnce: Math.max(2, Math.min(4, availableParallelism())),
  })
  await build()
  // It loads what draws the public pages, which only the Node of the packages is promised to run.
  await together({ steps: [{ name: 'Weight of the site', work: () => node('scripts/weight.mjs') }], atOnce: 1 })
}

const marks = join(root, 'node_modules', '.cache', 'runnel', 'check')

/** The step, which does nothing where its mark, below the packages, has the digest of all that it reads. */
const unlessPassed = ({ name, reads, work }, files) => ({
  name,
  work: async () => {
    const mark = join(marks, `${name.replace(/\W+/g, '-')}.sha256`)
    const digest = digestOfFiles(files.filter((path) => isShared(path) || isBelow(path, reads)))
    if (existsSync(mark) && readFileSync(mark, 'utf8') === digest) return
    await work()
    mkdirSync(marks, { recursive: true })
    writeFileSync(mark, digest)
  },
})

/** Every step depends on the settings at the root, on the versions of the packages and on the checks themselves. */
const isShared = (path) => path.startsWith('scripts/') || (!path.includes('/') && !path.endsWith('.md'))

const isBelow = (path, folders) => folders.some((folder) => path.startsWith(`${folder}/`))

/** The compiler's errors come with those of the rules, from one program for each tsconfig.json. */
const lint = (...paths) =>
  node(
    program('oxlint/bin/oxlint'),
    '--type-aware',
    '--type-check',
    '--deny-warnings',
    '--report-unused-disable-directives-severity=error',
    ...paths,
  )

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

const translations = async () => {
  if (!existsSync(join(root, 'apps/web/lingui.config.ts'))) throw new Error('apps/web/lingui.config.ts is missing')
  return quiet('npm', ['run', '--silent', 'messages:check', '--workspace', 'apps/web'])
}
