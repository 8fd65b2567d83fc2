import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const entry = fileURLToPath(new URL('../src/public-contact.ts', import.meta.url))

/**
 * Puts `contact.js` beside the app: the script that a contact page loads at the first touch. Bundled apart, so that
 * it shares no chunk with the app and neither makes the other ask for more files.
 */
export const contactScript = (): Plugin => ({
  name: 'runnel-contact-script',
  apply: 'build',
  async generateBundle() {
    if (this.environment.config.build.ssr) return
    for (const file of await bundle()) {
      const source = file.type === 'chunk' ? file.code : file.source
      this.emitFile({ type: 'asset', fileName: file.fileName, source })
    }
  },
})

const bundle = async (): Promise<Rolldown.RolldownOutput['output']> => {
  const names = {
    chunkFileNames: 'assets/contact-[name]-[hash].js',
    assetFileNames: 'assets/contact-[name]-[hash][extname]',
  }
  const result = await build({
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es', rolldownOptions: { output: { ...names, entryFileNames: names.chunkFileNames } } },
    build: {
      write: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { ...names, entryFileNames: 'contact.js' } },
    },
  })
  if (Array.isArray(result) || !('output' in result)) throw new Error('The contact script must be one bundle')
  return result.output
}
