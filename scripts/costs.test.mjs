import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundledNode, program, root } from './root.mjs'
import { quiet } from './step.mjs'
import { CPU_BUDGET_SECONDS, overBudget, slowest } from './tests/costs.mjs'

const passing = `test('passes', () => {})`
const files = {
  'good.test.mjs': `import { test } from 'vitest'\n${passing}`,
  'busy.test.mjs': `import { test } from 'vitest'
    test('computes', () => { for (const end = process.cpuUsage().user + 300_000; process.cpuUsage().user < end;); })`,
  'hook.test.mjs': `import { afterAll, test } from 'vitest'\n${passing}\nafterAll(() => { throw new Error('hook') })`,
  'stray.test.mjs': `import { test } from 'vitest'
    test('leaves a rejection', () => { void Promise.reject(new Error('stray')) })`,
  'unloadable.test.mjs': `import './nowhere.mjs'`,
  'vitest.config.mjs': `import { CostReporter } from ${JSON.stringify(join(root, 'scripts/tests/costs.mjs'))}
    const setupFiles = [${JSON.stringify(join(root, 'scripts/tests/measure.mjs'))}]
    const reporters = [new CostReporter('report.json')]
    export default { test: { include: ['*.test.mjs'], setupFiles, reporters, maxWorkers: 1 } }`,
}

test('the report counts each failure outside of a test, and the processor time of each file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'runnel-costs-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const run = quiet('/bin/sh', [
      '-c',
      'cd "$1" && exec "$2" "$3" run',
      'run',
      folder,
      bundledNode,
      program('vitest/vitest.mjs'),
    ])
    await expect(run).rejects.toThrow()
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
    expect(report).toMatchObject({ passed: 4, failed: 3 })
    const cpu = Object.fromEntries(report.files.map((file) => [file.path.split('/').at(-1), file.cpuSeconds]))
    expect(cpu['busy.test.mjs']).toBeGreaterThanOrEqual(0.3)
    expect(cpu['good.test.mjs']).toBeLessThan(cpu['busy.test.mjs'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a file over its budget is named, and the slowest come first', () => {
  const cheap = { path: 'cheap.test.ts', wallSeconds: 90, cpuSeconds: CPU_BUDGET_SECONDS }
  const dear = { path: 'dear.test.ts', wallSeconds: 80, cpuSeconds: CPU_BUDGET_SECONDS + 1 }
  expect(overBudget([cheap, dear])).toEqual([expect.stringContaining('dear.test.ts')])
  expect(slowest([dear, cheap], 1).at(-1)).toContain('cheap.test.ts')
})
