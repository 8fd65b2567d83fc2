import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { CostReporter } from './scripts/tests/costs.mjs'

// Lingui looks for its settings in the current folder only, and here that is the root.
process.env['LINGUI_CONFIG'] ??= fileURLToPath(new URL('apps/web/lingui.config.ts', import.meta.url))

/** Those that take longest, most of it waiting for processes and clocks; begun last, one would run on alone. */
const long = [
  'site/crash',
  'site/start-faults',
  'site/upgrade',
  'site/processes',
  'site/failover',
  'operations/backup',
  'payout/killed',
  'payout/lightning-once',
  'exactly-once/ton',
  'exactly-once/solana',
  'exactly-once/tron',
  'exactly-once/bitcoind',
  'exactly-once/evm',
  'exactly-once/faucetpay',
  'task/history',
  'postgres/postgres',
  'ptc/delivery',
  'site/database-loss',
  'site/fuzz',
  'demo/demo',
  'link/LinkVerifyPage',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = long.findIndex((name) => moduleId.includes(`/${name}.test.`))
      return place < 0 ? long.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

const measure = fileURLToPath(new URL('scripts/tests/measure.mjs', import.meta.url))
const plain = { environment: 'node', maxWorkers: 2, testTimeout: 300_000, setupFiles: [measure] }
/** Where `npm test` reads what each file cost. */
const report = process.env['RUNNEL_TEST_REPORT']

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: report === undefined ? ['default'] : ['default', new CostReporter(report)],
    projects: [
      { test: { ...plain, name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts'] } },
      { test: { ...plain, name: 'scripts', root: 'scripts', include: ['*.test.mjs'] } },
      'apps/server',
      'apps/web',
      'apps/web/vitest.mocks.config.ts',
    ],
  },
})
