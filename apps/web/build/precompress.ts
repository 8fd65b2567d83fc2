import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|svg|json|webmanifest|txt|wasm)$/
const smallestWorthwhileBytes = 512

/** Writes `.br` and `.gz` beside each file of the client build, so that the server never compresses an asset. */
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
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
      await Promise.all(files.map((file) => compress(join(file.parentPath, file.name))))
    },
  }
}

const compress = async (path: string): Promise<void> => {
  const content = await readFile(path)
  if (content.length < smallestWorthwhileBytes) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
}
