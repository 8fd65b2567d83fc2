import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|svg|json|webmanifest|txt|wasm)$/
const smallestWorthwhileBytes = 512
/** Compressed files by the hash of what they hold: between two builds most files stay as they are. */
const cache = join(import.meta.dirname, '../../../node_modules/.cache/runnel/compressed')
const keptMs = 7 * 86_400_000

/**
 * Writes `.br` and `.gz` beside each file of the client build, so that the server never compresses an asset. Nobody is
 * served the pseudo-language by a site, so that its files stay as they are.
 */
export const precompress = (): Plugin => {
  let outDir = ''
  return {
    name: 'runnel-precompress',
    apply: (config, env) => env.command === 'build' && !env.isSsrBuild && !config.build?.ssr,
    configResolved(config) {
      outDir = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
      const files = entries.filter(({ name, parentPath }) => compressible.test(name) && !/[/]pseudo-/.test(parentPath))
      await mkdir(cache, { recursive: true })
      await Promise.all(files.map((file) => compress(join(file.parentPath, file.name))))
      await dropOld()
    },
  }
}

const compress = async (path: string): Promise<void> => {
  const content = await readFile(path)
  if (content.length < smallestWorthwhileBytes) return
  const known = join(cache, createHash('sha256').update(content).digest('hex'))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await Promise.all([
    writeCached(`${path}.br`, `${known}.br`, () => promisify(brotliCompress)(content, { params })),
    writeCached(`${path}.gz`, `${known}.gz`, () => promisify(gzip)(content, { level: 9 })),
  ])
}

const writeCached = async (path: string, known: string, make: () => Promise<Buffer>): Promise<void> => {
  const isKnown = await copyFile(known, path).then(
    () => true,
    () => false,
  )
  if (isKnown) {
    const now = new Date()
    await utimes(known, now, now)
    return
  }
  await writeFile(path, await make())
  // Whoever asks at the same moment finds a whole file or none.
  const part = `${known}.${randomUUID()}`
  await copyFile(path, part)
  await rename(part, known)
}

const dropOld = async (): Promise<void> => {
  for (const name of await readdir(cache)) {
    const { mtimeMs } = await stat(join(cache, name))
    if (Date.now() - mtimeMs > keptMs) await rm(join(cache, name), { force: true })
  }
}
