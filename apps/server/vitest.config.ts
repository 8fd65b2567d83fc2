import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    environment: 'node',
    include: ['src/**/*.test.ts', 'demo/**/*.test.ts', 'simulate/**/*.test.ts'],
    globalSetup: ['src/test/global-setup.ts'],
    // Tests share one PostgreSQL, which needs a core itself: more workers only wait for each other.
    pool: 'forks',
    maxWorkers: 2,
    // Proofs of work are solved for real, and a machine that is busy takes its time over them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
