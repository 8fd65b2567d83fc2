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
    // A machine that is busy takes its time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
