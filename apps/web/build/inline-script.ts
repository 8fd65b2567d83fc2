import { build } from 'vite'

/** Bundles and minifies a small script into the text that a document carries inline. */
export const inlineScript = async (entry: string): Promise<string> => {
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
  if (Array.isArray(result) || !('output' in result)) throw new Error('An inline script must be one bundle')
  return result.output[0].code.trim()
}
