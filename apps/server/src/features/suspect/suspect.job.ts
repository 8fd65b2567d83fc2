import { purgeSightings } from '#guard/suspicion/data-retention.ts'
import { scanRecentActivity, scanSyncedAccounts, type ScanOptions } from '#guard/suspicion/suspect-scan.ts'
import {
  markStaleScoresDue,
  refreshScores,
  listDueScores,
  lockDueScores,
  lockDueScore,
} from '#guard/suspicion/suspects.ts'
import type { Clock } from '#kernel/clock.ts'
import { type ErrorCollector, createErrorCollector } from '#kernel/collect-errors.ts'
import type { WriteAccess } from '#kernel/context.ts'
import type { Db, Tx } from '#kernel/db.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import { defineJob, type Enqueue, worker, type Worker } from '#kernel/queue.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { applyAutomaticRestrictions } from './automatic-restrictions.ts'
import { endExpired } from './restrictions.ts'

/** Computes the scores of those against whom something new speaks, and does what they ask for. */
export const suspectsJudge = defineJob('suspects.judge', { cron: '* * * * *', expireSeconds: 300 })
/** Looks at who was here since the last time: places, addresses, pace. */
export const suspectsLook = defineJob('suspects.look', { cron: '*/10 * * * *', expireSeconds: 900 })
/** Looks for accounts that move together. */
export const suspectsSync = defineJob('suspects.sync', { cron: '50 * * * *', expireSeconds: 900 })
/** Forgets networks, devices and what hit the traps when their days are over. */
export const placesForget = defineJob('places.forget', { cron: '15 3 * * *', expireSeconds: 1_800 })

export interface SuspectJobDeps {
  readonly db: Db
  readonly clock: Clock
  readonly settings: Pick<SettingsStore, 'current'>
  readonly live: Pick<EventBus, 'notify'>
  readonly enqueue: Enqueue
}

const ROUNDS = 40

export const suspectWorkers = (deps: SuspectJobDeps): readonly Worker[] => [
  worker(suspectsJudge, () => scoreDueAccounts(deps)),
  worker(suspectsLook, async () => {
    const { db, clock, settings } = deps
    const now = clock()
    const looked = await scanRecentActivity(db, scanOptions(settings, now))
    await markStaleScoresDue(db, now)
    const ended = await db.write((tx) => endExpired(tx, now))
    return say('owner.job.accountsChecked', { checked: looked, lifted: ended })
  }),
  worker(suspectsSync, async () =>
    say('owner.job.accountsSynced', { count: await scanSyncedAccounts(deps.db, deps.clock()) }),
  ),
  worker(placesForget, async () => {
    const days = deps.settings.current().risk_retention_days
    return say('owner.job.rowsDeleted', { count: await purgeSightings(deps.db, { days, now: deps.clock() }) })
  }),
]

const scanOptions = (settings: SuspectJobDeps['settings'], now: Date): ScanOptions => {
  const { faucet_timer: timerSeconds, risk_hosting_networks: hostingNets } = settings.current()
  return { timerSeconds, hostingNets, now }
}

/** So many that cannot be judged are nobody's fault: the run ends. */
const FAILED_AT_MOST = 20

/** A few hundred at a time; where one of them cannot be judged each for itself, so that it stops no other. */
const scoreDueAccounts = async (deps: SuspectJobDeps): Promise<Words> => {
  const each = createErrorCollector()
  const left: string[] = []
  let judged = 0
  for (let round = 0; round < ROUNDS && each.failed() < FAILED_AT_MOST; round += 1) {
    const count = await scoreAccounts(deps, (tx) => lockDueScores(tx, left)).catch(() => undefined)
    if (count === 0) break
    judged += count ?? (await scoreEachAccount(deps, each, left))
  }
  return each.end(say('owner.job.accountsScored', { count: judged }))
}

/** Puts those who cannot be judged to the ones that are left for the next run. */
const scoreEachAccount = async (deps: SuspectJobDeps, each: ErrorCollector, left: string[]): Promise<number> => {
  let judged = 0
  for (const id of await listDueScores(deps.db, left)) {
    if (each.failed() >= FAILED_AT_MOST) break
    const count = await each.try(() => scoreAccounts(deps, (tx) => lockDueScore(tx, id)))
    if (count === undefined) left.push(id)
    judged += count ?? 0
  }
  return judged
}

/** Judges those who are taken, in one transaction; returns how many. */
const scoreAccounts = async (
  { db, clock, settings, live, enqueue }: SuspectJobDeps,
  taken: (tx: Tx) => Promise<string[]>,
): Promise<number> => {
  const told = new Set<string>()
  const count = await db.write(async (tx) => {
    const now = clock()
    told.clear()
    const scored = await refreshScores(tx, await taken(tx), now)
    const acting = {
      tx,
      now,
      settings: settings.current(),
      notifyLive: (userId: string): void => void told.add(userId),
      enqueue: enqueueIn(tx, enqueue),
    }
    await applyAutomaticRestrictions(acting, scored)
    return scored.length
  })
  for (const userId of told) live.notify(userId)
  return count
}

const enqueueIn =
  (tx: Tx, enqueue: Enqueue): WriteAccess['enqueue'] =>
  (job, payload, options) =>
    enqueue(tx, job, payload, options)
