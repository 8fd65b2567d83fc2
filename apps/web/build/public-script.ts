import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { inlineScript } from './inline-script.ts'

const entry = fileURLToPath(new URL('../src/features/home/public-script.ts', import.meta.url))
const virtualId = 'virtual:public-script'

/** The few lines that the public pages run, bundled and minified into a string that their HTML carries. */
export const publicScript = (): Plugin => ({
  name: 'runnel-public-script',
  resolveId: (id) => (id === virtualId ? `\0${virtualId}` : null),
  async load(id) {
    if (id !== `\0${virtualId}`) return null
    this.addWatchFile(entry)
    return `export const publicScript = ${JSON.stringify(await inlineScript(entry))}`
  },
})
