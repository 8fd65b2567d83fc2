import cluster, { type Worker } from 'node:cluster'
import type { Log } from '#kernel/log.ts'
import { StartupError } from '#kernel/startup-error.ts'
import { reclaimConnections } from './reclaim-connections.ts'
import type { FromProcess, ToProcess } from './siblings.ts'

interface StartInput {
  readonly count: number
  /** The program of each process; its number is its only argument. */
  readonly program: string
  readonly env: Readonly<Record<string, string>>
  readonly log: Pick<Log, 'info' | 'warn'>
}

interface Processes {
  /** Resolves once the first process serves; rejects when it cannot, which it has explained by itself. */
  readonly ready: Promise<void>
  /** Asks all to stop and waits; false: one of them did not end as it should. */
  readonly stop: () => Promise<boolean>
}

interface Slot {
  readonly number: number
  worker: Worker | undefined
  isReady: boolean
  startedAt: number
  /** Ends in a row, each soon after its start. */
  failures: number
}

const SOON_MS = 60_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** Longer than requests and jobs are waited for, shorter than service managers wait. */
const STOP_MS = 45_000

/**
 * Starts the processes of a node and keeps them running. They share the port: this process accepts connections and
 * hands them out in turn, so that each gets as many, and those that wait outlive a process that dies. It serves none
 * itself. The first process starts alone: whatever keeps it from serving would keep all others from it.
 */
export const startProcesses = ({ count, program, env, log }: StartInput): Processes => {
  cluster.schedulingPolicy = cluster.SCHED_RR
  const slots = Array.from({ length: count }, (_, index) => emptySlot(index + 1))
  const first = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<boolean>()
  const office = createOffice(slots)
  let state: 'starting' | 'running' | 'stopping' = 'starting'
  let endedWell = true

  const start = (slot: Slot): void => {
    if (state === 'stopping') return
    cluster.setupPrimary({ exec: program, args: [String(slot.number)], execArgv: withoutLifeline(process.execArgv) })
    const worker = cluster.fork(env)
    reclaimConnections(worker)
    Object.assign(slot, { worker, isReady: false, startedAt: Date.now() })
    worker.on('message', (message: FromProcess) => {
      office.hear(slot, message)
      if (message.kind !== 'ready' || state !== 'starting') return
      state = 'running'
      first.resolve()
      slots.slice(1).forEach(start)
    })
    // A message that could not be sent; whether the process is gone, `exit` tells.
    worker.on('error', () => undefined)
    worker.once('exit', (code, signal) => ended(slot, { code, signal }))
  }
  const ended = (slot: Slot, how: { readonly code: number | null; readonly signal: string | null }): void => {
    const wasReady = slot.isReady
    office.leave(slot)
    if (state === 'stopping') {
      // The jobs are given to no other process: it is finishing its requests, and would exit when they don’t start.
      endedWell &&= how.code === 0 || !wasReady
      if (isEmpty(slots)) stopped.resolve(endedWell)
      return
    }
    office.handOver()
    if (state === 'starting') {
      first.reject(new StartupError('Runnel couldn’t be started.'))
    } else {
      const seconds = pauseOf(slot) / 1_000
      log.warn({ process: slot.number, ...how }, `a worker process exited; restarting it in ${seconds} s`)
      setTimeout(start, seconds * 1_000, slot)
    }
  }
  start(slots[0] ?? emptySlot(1))
  return {
    ready: first.promise,
    stop: () => {
      state = 'stopping'
      signalAll(slots, 'SIGTERM')
      setTimeout(() => signalAll(slots, 'SIGKILL'), STOP_MS).unref()
      if (isEmpty(slots)) stopped.resolve(endedWell)
      return stopped.promise
    },
  }
}

const emptySlot = (number: number): Slot => ({
  number,
  worker: undefined,
  isReady: false,
  startedAt: 0,
  failures: 0,
})

const isEmpty = (slots: readonly Slot[]): boolean => slots.every(({ worker }) => worker === undefined)

const signalAll = (slots: readonly Slot[], signal: NodeJS.Signals): void => {
  for (const { worker } of slots) worker?.process.kill(signal)
}

/** A process that ends again and again is started ever more seldom. */
const pauseOf = (slot: Slot): number => {
  slot.failures = Date.now() - slot.startedAt < SOON_MS ? slot.failures + 1 : 1
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (slot.failures - 1))
}

/** Passes messages between the processes, and sees to it that one of them does the jobs. */
const createOffice = (slots: readonly Slot[]) => {
  let doesJobs: Slot | undefined
  const send = ({ worker }: Slot, message: ToProcess): void => {
    // To one that ends just now nothing needs to be told any more.
    if (worker?.isConnected() === true) worker.send(message, () => undefined)
  }
  const othersOf = (slot: Slot): Slot[] => slots.filter((other) => other !== slot && other.isReady)
  const handOver = (): void => {
    if (doesJobs !== undefined) return
    doesJobs = slots.find(({ isReady }) => isReady)
    if (doesJobs !== undefined) send(doesJobs, { kind: 'work' })
  }
  return {
    hear: (slot: Slot, message: FromProcess): void => {
      if (message.kind === 'ready') {
        slot.isReady = true
        handOver()
      }
      if (message.kind === 'tell') for (const other of othersOf(slot)) send(other, message)
      if (message.kind === 'ask') for (const other of othersOf(slot)) send(other, { ...message, from: slot.number })
      if (message.kind === 'answer') {
        const asker = slots.find(({ number }) => number === message.to)
        if (asker !== undefined) send(asker, message)
      }
    },
    leave: (slot: Slot): void => {
      Object.assign(slot, { worker: undefined, isReady: false })
      if (doesJobs === slot) doesJobs = undefined
    },
    handOver,
  }
}

/** The line to run.mjs is the primary's; that of the other processes ends with it. */
const withoutLifeline = (args: readonly string[]): string[] =>
  args.filter((arg, index) => arg !== '--import' && args[index - 1] !== '--import')
