import { newId } from '#kernel/id.ts'
import type { TransferKind } from '#money/kinds.ts'
import { type ActKind, NothingToDoError, type ActContext } from '#simulate/act-context.ts'
import type { SiteNode } from '#simulate/node.ts'

/** How often a job that runs by the clock runs, in seconds; the simulator's clock leaps over many strokes at once. */
const periodOf = (cron: string): number => {
  const [minute = '', hour = ''] = cron.split(' ')
  const step = /\/(\d+)$/.exec(minute)?.[1]
  if (step !== undefined) return Number(step) * 60
  if (minute === '*') return 60
  return hour === '*' ? 3_600 : 86_400
}

/** Kinds that jobs move by themselves. */
const byJobs: readonly TransferKind[] = [
  'withdraw-paid',
  'withdraw-fee',
  'withdraw-refund',
  'deposit',
  'deposit-fee',
  'campaign-refund',
  'ptc-return',
  'ptc-fee-return',
  'task',
  'task-fee',
  'task-refund',
  'offerwall',
  'referral',
  'leaderboard',
  'debt-cover',
  'debt-repay',
  'waived',
]

/** Runs a job on some nodes at once; what it throws is an error of ours unless something was cut meanwhile. */
export const runOn = async (context: ActContext, nodes: readonly SiteNode[], name: string): Promise<void> => {
  const runs = nodes.map(async ({ workers }) => {
    const found = workers.find(({ job }) => job.name === name)
    await found?.run({}, newId())
  })
  for (const result of await Promise.allSettled(runs)) {
    if (result.status === 'rejected' && !context.record.isTrouble) {
      context.problem(`the job ${name} failed: ${String(result.reason).slice(0, 300)}`)
    }
  }
}

const JOBS_AT_ONCE = 5

const jobs: ActKind = {
  weight: 14,
  moves: byJobs,
  run: async (context) => {
    const { site, dice } = context
    context.expectAnything()
    const now = site.clock().getTime()
    const { lastRun } = site.known
    const due = (site.nodes[0]?.workers ?? []).filter(({ job }) => {
      if (job.cron === undefined) return false
      const period = periodOf(job.cron) * 1_000
      return Math.floor((lastRun.get(job.name) ?? 0) / period) < Math.floor(now / period)
    })
    const names: string[] = []
    for (let count = 0; count < JOBS_AT_ONCE; count++) {
      const chosen = dice.pick(due.filter(({ job }) => !names.includes(job.name)))
      if (chosen === undefined) break
      names.push(chosen.job.name)
      lastRun.set(chosen.job.name, now)
      await runOn(context, dice.chance(0.2) ? site.nodes : [context.node()], chosen.job.name)
    }
    if (names.length === 0) throw new NothingToDoError()
    await site.hearClosed()
    return `jobs run: ${names.join(', ')}`
  },
}

const payouts: ActKind = {
  weight: 10,
  moves: ['withdraw-paid', 'withdraw-fee', 'withdraw-refund', 'debt-repay'],
  run: async (context) => {
    const { site, dice } = context
    context.expectAnything()
    await runOn(
      context,
      dice.chance(0.3) ? site.nodes : [context.node()],
      dice.chance(0.85) ? 'payout.run' : 'payout.look',
    )
    return 'payouts are sent'
  },
}

const tasksDue: ActKind = {
  weight: 4,
  moves: ['task', 'task-fee', 'task-refund', 'debt-repay'],
  run: async (context) => {
    const { site, dice } = context
    context.expectAnything()
    await runOn(context, dice.chance(0.3) ? site.nodes : [context.node()], 'tasks.due')
    return 'tasks that are due are settled'
  },
}

/** Letters and whatever else was put into the queue. */
const drain: ActKind = {
  weight: 1,
  moves: byJobs,
  run: async (context) => {
    context.expectAnything()
    const { queue, workers } = context.node()
    const done = await queue.drain(workers, context.site.clock())
    return `${done} jobs of the queue are done`
  },
}

export const machine = { jobs, payouts, tasksDue, drain }
