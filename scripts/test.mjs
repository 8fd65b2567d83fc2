import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testFreshMachines } from './fresh/machines.mjs'
import { bundledNode, program } from './root.mjs'
import { Failed, show, step } from './step.mjs'
import { overBudget, slowest } from './tests/costs.mjs'

/** `--slow` lists so many of the files that take longest. */
const SLOW_FILES = 25
const projects = ['contract', 'server', 'web', 'scripts']

/**
 * `npm test` runs everything; `npm test -- server faucet` only the server's tests whose file name holds "faucet";
 * `npm test -- e2e` only the journeys in a browser; `npm test -- fresh` only the starts on other machines. The word
 * `long` repeats random tests more often, and `--slow` lists the test files that take longest. The last line is the
 * count.
 */
export const testAll = async ({ args: words, build }) => {
  const args = words.filter((word) => !['long', '--slow'].includes(word))
  const isSlowAsked = words.includes('--slow')
  if (words.includes('long')) process.env.TEST_LONG = '1'
  const wanted = projects.filter((project) => args.includes(project))
  const filters = args.filter((arg) => ![...projects, 'e2e', 'fresh'].includes(arg))
  const journeys = !args.length || args.includes('e2e')
  const machines = !args.length || args.includes('fresh')
  const tests = !args.length || wanted.length || !(journeys || machines)
  const total = { passed: 0, failed: 0 }
  try {
    // The tests of the server look at the documents that it serves, and the journeys at the whole site.
    const needsNoSite = wanted.length && wanted.every((project) => ['contract', 'web'].includes(project))
    if (!needsNoSite || journeys || machines) await build()
    if (tests) await step('Tests', () => runVitest({ wanted, filters, total, isSlowAsked }))
    if (journeys) await step('Journeys in a browser', () => runJourneys({ filters, total }))
    if (machines) await step('Starts on other machines', () => testFreshMachines({ filters, total }))
    return 0
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    return 1
  } finally {
    console.log(`${total.passed} passed, ${total.failed} failed`)
  }
}

const runVitest = async ({ wanted, filters, total, isSlowAsked }) => {
  const folder = mkdtempSync(join(tmpdir(), 'runnel-report-'))
  const report = join(folder, 'report.json')
  // The web's tests are two projects: those that replace a module run apart.
  const chosen = wanted.flatMap((project) => ['--project', `${project}*`])
  try {
    await show(bundledNode, [program('vitest/vitest.mjs'), 'run', ...chosen, ...filters], {
      env: { RUNNEL_TEST_REPORT: report },
    })
  } finally {
    if (existsSync(report)) addReport(JSON.parse(readFileSync(report, 'utf8')), { total, isSlowAsked })
    else total.failed++
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A file that takes more than its budget counts as a failure. */
const addReport = ({ passed, failed, files }, { total, isSlowAsked }) => {
  const costly = overBudget(files)
  total.passed += passed
  total.failed += failed + costly.length
  if (isSlowAsked) console.log(slowest(files, SLOW_FILES).join('\n'))
  if (costly.length) console.log(costly.join('\n'))
  if (costly.length) throw new Failed('Test files take more than they may.')
}

const runJourneys = async ({ filters, total }) => {
  let text = ''
  const notice = (chunk) => {
    text += chunk
  }
  let failure
  await show(bundledNode, ['e2e/run.ts', ...filters], { notice }).catch((error) => {
    failure = error
  })
  const count = [...text.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1)
  total.passed += Number(count?.[1] ?? 0)
  total.failed += Number(count?.[2] ?? 0)
  if (failure && !Number(count?.[2])) total.failed++
  if (failure) throw failure
  if (!count) throw new Failed('The journeys did not tell how many passed.')
}
