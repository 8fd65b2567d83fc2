import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Bar } from './bar.ts'

const root = join(import.meta.dirname, '../..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

interface Whole {
  readonly bar: string
  readonly goal: string
  /** Files of server tests, and the words by which those meant are called: all of them, where there are none. */
  readonly file: string
  readonly name: string
}

/** What only the whole server on its database can show. */
const bars: readonly Whole[] = [
  {
    bar: 'E2 units that accounts without revenue withdraw below the minimum, in `balanced`, by HTTP',
    goal: 'none',
    file: 'src/features/faucet/allowance.test.ts',
    name: 'is withdrawn from the minimum on',
  },
  {
    bar: 'E3 units beyond the budget or the allowance that claims at once are paid, over a day and several clocks',
    goal: 'none',
    file: 'src/features/faucet/',
    name: 'at once',
  },
  {
    bar: 'E4 units paid ahead of revenue that are moved on to another account, by HTTP',
    goal: 'none',
    file: 'src/features/faucet/allowance.test.ts',
    name: 'not exchanged',
  },
  {
    bar: 'E5 bonus, challenges, coupons and shortlinks that pay beyond the allowance, by HTTP',
    goal: 'none',
    file: 'src/features/faucet/allowance.test.ts',
    name: 'the other rewards',
  },
  {
    bar: 'E5 ads that a farm watches: what a returned view leaves, by HTTP',
    goal: 'none',
    file: 'src/features/ptc/review.test.ts',
    name: '',
  },
  {
    bar: 'T4 examples of ties that come out otherwise than in ANTIBOT.md 4.2',
    goal: 'none',
    file: 'src/guard/suspicion/tie-score.test.ts',
    name: '',
  },
  {
    bar: 'C1 drawn actions that vanish by reloads, devices, sessions and hours, by HTTP',
    goal: 'none',
    file: 'src/guard/trust/draw.test.ts',
    name: 'shopping for a draw',
  },
  {
    bar: 'T2 events, traps and marks that cost pay, access or a withdrawal, each against a running server',
    goal: 'none',
    file: 'src/guard/check/events.test.ts',
    name: 'one event costs nobody more',
  },
  {
    bar: 'T5 units beyond the share of their network for ten accounts behind one address, in a day of a turned clock',
    goal: 'none',
    file: 'src/features/faucet/budget.test.ts',
    name: 'ten fresh accounts on one address',
  },
  {
    bar: 'A2 pay with and without pictures that differs',
    goal: 'none',
    file: 'src/guard/check/work.test.ts',
    name: 'paid the same',
  },
  {
    bar: 'D1 a second account of the same FaucetPay user, by another address, that no reviewer sees',
    goal: 'none',
    file: 'src/features/withdraw/destination/payout-account.test.ts',
    name: 'of one account are one',
  },
]

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
}

/** Runs the tests that hold these bars. */
export const wholeBars = async (): Promise<Bar[]> => {
  const measured: Bar[] = []
  for (const one of bars) measured.push(await measure(one))
  return measured
}

const measure = async ({ bar, goal, file, name }: Whole): Promise<Bar> => {
  const folder = await mkdtemp(join(tmpdir(), 'runnel-bar-'))
  const report = join(folder, 'report.json')
  try {
    const chosen = ['--project', 'server', file, ...(name === '' ? [] : ['-t', name])]
    const args = [vitest, 'run', '--reporter=json', `--outputFile=${report}`, ...chosen]
    // Tests that failed end it with 1, and are in its report all the same.
    await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 64 << 20 }).catch(() => undefined)
    // The reporter's own shape.
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(await readFile(report, 'utf8')) as Report
    const isHeld = failed === 0 && passed > 0
    const measured = isHeld ? `none in ${passed} tests` : `${failed} of ${passed + failed} tests failed`
    return { bar, goal, measured, held: isHeld }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
