import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { inlineScript } from './inline-script.ts'

const source = fileURLToPath(new URL('../src/service-worker.ts', import.meta.url))

/**
 * Puts `sw.js` beside the app. It stands apart from all other files, and names the build that it belongs to, so that a
 * browser finds another worker with each build and only then.
 */
export const serviceWorker = (): Plugin => ({
  name: 'runnel-service-worker',
  apply: 'build',
  generateBundle: {
    // Once every file has its name, those of the languages too.
    order: 'post',
    async handler(_, bundle) {
      if (this.environment.config.build.ssr) return
      const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
      const build = createHash('sha256').update(names.toSorted().join()).digest('hex').slice(0, 12)
      const text = (await inlineScript(source)).replace('@@build@@', build)
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: text })
    },
  },
})
