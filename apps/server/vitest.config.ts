import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    environment: 'node',
    include: ['src/**/*.test.ts', 'demo/**/*.test.ts', 'simulate/**/*.test.ts'],
    globalSetup: ['src/test/global-setup.ts'],
    setupFiles: ['../../scripts/tests/measure.mjs', 'src/test/setup.ts'],
    // Tests share one PostgreSQL, which needs a core itself: more workers only wait for each other.
    pool: 'forks',
    maxWorkers: 2,
    // The modules of the server are loaded once for all files of a worker: half of a small file's time.
    isolate: false,
    // Processes that tests start compile the server once for all, as those of `npm start` do (scripts/serve.mjs).
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/runnel/compiled') },
    // They catch only an event that never comes: a machine that runs other tests too takes many times as long.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 240_000 } },
  },
})
