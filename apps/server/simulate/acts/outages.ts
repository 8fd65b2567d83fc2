import { setTimeout as pause } from 'node:timers/promises'
import type { ActKind, ActContext } from '#simulate/act-context.ts'
import { ads } from './ads.ts'
import { deposits } from './deposits.ts'
import { earning } from './earning.ts'
import { desk } from './moderation.ts'
import { walls } from './postbacks.ts'
import { machine, runOn } from './scheduled-jobs.ts'
import { tasks } from './tasks.ts'
import { withdrawing } from './withdrawing.ts'

/** What may be going on when a node dies. */
const meanwhile: readonly ActKind[] = [
  machine.payouts,
  machine.payouts,
  machine.jobs,
  machine.tasksDue,
  withdrawing.withdraw,
  withdrawing.decideWithdrawal,
  earning.claim,
  earning.redeem,
  tasks.reviewWork,
  tasks.giveTask,
  ads.advertise,
  walls.wallCredits,
  walls.chargeBack,
  deposits.webhook,
  deposits.exchange,
  desk.adjust,
]

const moves = [...new Set(meanwhile.flatMap((kind) => kind.moves))]

/** Does something of which nobody will know whether it was done. */
const halfDone = async (context: ActContext): Promise<void> => {
  const kind = context.dice.pick(meanwhile)
  await kind?.run(context).catch(() => undefined)
}

/** What a broken connection leaves behind in the database is over: committed, or rolled back. */
const calm = async ({ rows }: ActContext): Promise<void> => {
  const busy = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND state <> 'idle' AND backend_type = 'client backend'`
  for (let tries = 0; tries < 500 && (await rows(busy)).length > 0; tries++) await pause(10)
}

const killNode: ActKind = {
  weight: 0.6,
  moves,
  run: async (context) => {
    const { site, dice, record } = context
    record.isTrouble = true
    context.expectAnything()
    const index = dice.whole(0, site.nodes.length - 1)
    const node = site.nodes[index]
    if (node === undefined) return 'there is no node'
    const messages = dice.whole(1, 40)
    node.proxy.cutAfter(messages)
    const others = [...site.nodes]
    // All of it happens at the node that dies.
    site.nodes.splice(0, site.nodes.length, node)
    await halfDone(context)
    node.proxy.cut()
    site.nodes.splice(0, site.nodes.length, ...others)
    await site.replace(index)
    await calm(context)
    return `node ${index} is killed after ${messages} messages to the database`
  },
}

const killWhilePaying: ActKind = {
  weight: 0.8,
  moves: ['withdraw-paid', 'withdraw-fee', 'withdraw-refund', 'debt-repay'],
  run: async (context) => {
    const { site, dice, record } = context
    record.isTrouble = true
    context.expectAnything()
    const index = dice.whole(0, site.nodes.length - 1)
    const node = site.nodes[index]
    if (node === undefined) return 'there is no node'
    const fault = dice.chance(0.5) ? 'killed before' : 'killed after'
    site.payouts.faults.unshift(fault)
    site.payouts.onKill = () => node.proxy.cut()
    await runOn(context, [node], 'payout.run')
    site.payouts.onKill = () => undefined
    const isStruck = node.proxy.wasCut()
    if (!isStruck) site.payouts.faults.splice(site.payouts.faults.indexOf(fault), 1)
    else await site.replace(index)
    await calm(context)
    return isStruck ? `node ${index} is ${fault} the provider pays` : 'no payout was there to die with'
  },
}

const loseDatabase: ActKind = {
  weight: 0.25,
  moves,
  run: async (context) => {
    const { site, dice, record } = context
    record.isTrouble = true
    context.expectAnything()
    for (const { proxy } of site.nodes) proxy.cutAfter(dice.whole(1, 30))
    await halfDone(context)
    for (const { proxy } of site.nodes) proxy.cut()
    await halfDone(context)
    for (const { proxy } of site.nodes) proxy.mend()
    await calm(context)
    await settled(context)
    return 'the database goes away and comes back'
  },
}

/** Until every node hears again of what the others change. */
const settled = async ({ site }: ActContext): Promise<void> => {
  const wanted = site.nodes.length * LISTENERS
  const listening = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()
    AND query LIKE 'LISTEN%' AND state = 'idle'`
  for (let tries = 0; tries < 300; tries++) {
    const [row] = await site.db.raw(listening)
    if (Number(row?.['count']) >= wanted) return
    await pause(10)
  }
}

/** Settings, closed sources and live pages each listen. */
const LISTENERS = 3

export const trouble = { killNode, killWhilePaying, loseDatabase }
