import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { publicScript } from './build/public-script.ts'

const all = 'src/**/*.test.{ts,tsx}'

/** A file that replaces a module needs modules of its own: these run apart (vitest.mocks.config.ts). */
export const mocking = globSync(all, { cwd: import.meta.dirname }).filter((path) =>
  readFileSync(join(import.meta.dirname, path), 'utf8').includes('vi.mock('),
)

export const plugins = [react(), babel({ presets: [linguiTransformerBabelPreset()] }), lingui(), publicScript()]

export const environment = {
  environment: 'happy-dom',
  // Projects that run at the same time have to agree on it.
  maxWorkers: 2,
  setupFiles: ['../../scripts/tests/measure.mjs', 'src/test/setup.ts'],
  // The plain imports of a whole page take a moment on a small machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

export default defineConfig({
  plugins,
  test: {
    ...environment,
    name: 'web',
    include: [all],
    exclude: mocking,
    // Loading the modules of a page costs more than most tests of it, so all files of a worker share them.
    isolate: false,
  },
})
