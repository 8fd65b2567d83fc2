import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Lingui looks for its settings in the current folder only, and here that is the root.
process.env['LINGUI_CONFIG'] ??= fileURLToPath(new URL('apps/web/lingui.config.ts', import.meta.url))

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', root: 'packages/contract', environment: 'node', include: ['src/**/*.test.ts'] } },
      'apps/server',
      'apps/web',
    ],
  },
})
