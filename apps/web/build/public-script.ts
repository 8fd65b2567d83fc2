import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Plugin } from 'vite'

const entry = fileURLToPath(new URL('../src/features/home/public-script.ts', import.meta.url))
const virtualId = 'virtual:public-script'

/** The few lines that the public pages run, bundled and minified into a string that their HTML carries. */
export function publicScript(): Plugin {
  return {
    name: 'runnel-public-script',
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : null),
    async load(id) {
      if (id !== `\0${virtualId}`) return null
      this.addWatchFile(entry)
      return `export const publicScript = ${JSON.stringify(await bundle())}`
    },
  }
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      copyPublicDir: false,
      modulePreload: false,
      minify: true,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  if (Array.isArray(result) || !('output' in result)) throw new Error('The public script must be one bundle')
  return result.output[0].code.trim()
}
