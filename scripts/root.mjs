import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/** What is known of a released program: its version and what it was made for. A clone has none. */
export const release = existsSync(join(root, 'release.json'))
  ? JSON.parse(readFileSync(join(root, 'release.json'), 'utf8'))
  : undefined

/** The Node that runs the server: the machine's own may be older. A released program says it, a clone installs it. */
export const nodeVersion = release?.node ?? '24'

const exe = process.platform === 'win32' ? 'node.exe' : 'node'
const packaged = join('node_modules', 'node', 'bin', exe)

/** The Node that came with the packages; a released program leaves it out where the machine's own will do. */
const nodeOf = () => {
  const own = join(root, packaged)
  if (!release || existsSync(own)) return own
  return Number(process.versions.node.split('.')[0]) >= Number(nodeVersion.split('.')[0])
    ? process.execPath
    : join(root, '.node', packaged)
}
export const bundledNode = nodeOf()

/** A program of an installed package, started by its file so that it needs no shell and no link. */
export const program = (path) => join(root, 'node_modules', path)
