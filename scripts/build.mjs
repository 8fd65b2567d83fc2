import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { digestOfFiles } from './files.mjs'
import { root } from './root.mjs'
import { show, step } from './step.mjs'

/** What the build reads. Its own output and tests do not count. */
const sources = ['apps/web', 'packages/contract/src', 'package-lock.json']
const ignored = /^(node_modules|dist|\..*)$|[.]test[.]tsx?$/
const product = join(root, 'apps', 'web', 'dist')
const stamp = join(root, 'node_modules', '.cache', 'runnel', 'web-build.sha256')

/** Builds the site when its sources are not those of the last build. */
export const ensureBuilt = async () => {
  const wanted = digestOfFiles(sources.flatMap((source) => filesOf(source)))
  if (existsSync(product) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await step('Build the site', async () => {
    rmSync(stamp, { force: true })
    await show('npm', ['run', '--silent', 'build', '--workspace', 'apps/web'], { env: { NODE_ENV: 'production' } })
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, wanted)
  })
}

const filesOf = (path) => {
  if (/[.]\w+$/.test(path)) return [path]
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => !ignored.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(`${path}/${entry.name}`) : [`${path}/${entry.name}`]))
}
