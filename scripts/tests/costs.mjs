import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '#scripts/root.mjs'

/**
 * Processor time of one test file, with the programs that it starts. The dearest, which starts servers that are set up
 * wrong, takes 60 to 80 s: a slower machine must not turn it red.
 */
export const CPU_BUDGET_SECONDS = 150

/** A reporter of Vitest that writes how many tests passed and what each file cost, as JSON, to `path`. */
export class CostReporter {
  constructor(path) {
    this.path = path
  }

  onTestRunEnd(modules, unhandledErrors) {
    const count = (module, state) => [...module.children.allTests(state)].length
    const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
    // A file that cannot be loaded, or whose hooks fail, fails without a failed test, and counts as one.
    const failuresOf = (module) => count(module, 'failed') || Number(module.state() === 'failed')
    const report = {
      passed: sum(modules.map((module) => count(module, 'passed'))),
      failed: sum(modules.map(failuresOf)) + unhandledErrors.length,
      files: modules.map(costOf),
    }
    writeFileSync(this.path, JSON.stringify(report))
  }
}

const costOf = (module) => {
  const { duration, collectDuration } = module.diagnostic()
  return {
    path: relative(root, module.moduleId),
    wallSeconds: (duration + collectDuration) / 1000,
    cpuSeconds: module.meta().cpuSeconds ?? 0,
  }
}

/** The files that take longest, a line each. */
export const slowest = (files, count) => {
  const rows = files.toSorted((a, b) => b.wallSeconds - a.wallSeconds).slice(0, count)
  const seconds = (value) => value.toFixed(1).padStart(7)
  return [
    '   wall     cpu   seconds; time of the shared database is not counted',
    ...rows.map(({ path, wallSeconds, cpuSeconds }) => `${seconds(wallSeconds)} ${seconds(cpuSeconds)}   ${path}`),
  ]
}

/** A sentence for each file that takes more processor time than it may. */
export const overBudget = (files) =>
  files
    .filter(({ cpuSeconds }) => cpuSeconds > CPU_BUDGET_SECONDS)
    .map(
      ({ path, cpuSeconds }) =>
        `${path} took ${cpuSeconds.toFixed(0)} s of processor time; ${CPU_BUDGET_SECONDS} s are allowed.`,
    )
