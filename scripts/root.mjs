import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/** The Node that came with the packages: newer than the machine's own may be. */
export const bundledNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** A program of an installed package, started by its file so that it needs no shell and no link. */
export const program = (path) => join(root, 'node_modules', path)
