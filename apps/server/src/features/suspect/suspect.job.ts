import { lookAround, lookForCompanions, type Looking } from '#guard/look.ts'
import { forgetPlaces } from '#guard/retain.ts'
import { makeStaleDue, refreshScores, seeDue, takeDue, takeOneDue } from '#guard/suspects.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Writing } from '#kernel/context.ts'
import type { Db, Tx } from '#kernel/db.ts'
import type { Live } from '#kernel/live.ts'
import { type OneByOne, oneByOne } from '#kernel/one-by-one.ts'
import { defineJob, type Enqueue, worker, type Worker } from '#kernel/queue.ts'
import type { SettingsRoom } from '#kernel/settings.ts'

import { actOn } from './act.ts'
import { endExpired } from './measures.ts'

/** Computes the scores of those against whom something new speaks, and does what they ask for. */
export const suspectsJudge = defineJob('suspects.judge', { cron: '* * * * *', expireSeconds: 300 })
/** Looks at who was here since the last time: places, addresses, pace. */
export const suspectsLook = defineJob('suspects.look', { cron: '*/10 * * * *', expireSeconds: 900 })
/** Looks for accounts that move together. */
export const suspectsSync = defineJob('suspects.sync', { cron: '50 * * * *', expireSeconds: 900 })
/** Forgets networks, devices and what hit the traps when their days are over. */
export const placesForget = defineJob('places.forget', { cron: '15 3 * * *', expireSeconds: 1_800 })

export interface SuspectJobRooms {
  readonly db: Db
  readonly clock: Clock
  readonly settings: Pick<SettingsRoom, 'current'>
  readonly live: Pick<Live, 'tell'>
  readonly enqueue: Enqueue
}

const ROUNDS = 40

export const suspectWorkers = (rooms: SuspectJobRooms): readonly Worker[] => [
  worker(suspectsJudge, () => judgeDue(rooms)),
  worker(suspectsLook, async () => {
    const { db, clock, settings } = rooms
    const now = clock()
    const looked = await lookAround(db, lookingOf(settings, now))
    await makeStaleDue(db, now)
    const ended = await db.write((tx) => endExpired(tx, now))
    return `${looked} accounts checked, ${ended} restrictions lifted`
  }),
  worker(
    suspectsSync,
    async () => `${await lookForCompanions(rooms.db, rooms.clock())} accounts with synchronized activity`,
  ),
  worker(placesForget, async () => {
    const days = rooms.settings.current().risk_retention_days
    return `${await forgetPlaces(rooms.db, { days, now: rooms.clock() })} rows forgotten`
  }),
]

const lookingOf = (settings: SuspectJobRooms['settings'], now: Date): Looking => {
  const { faucet_timer: timerSeconds, risk_hosting_networks: nets } = settings.current()
  return { timerSeconds, hostingNets: nets.split('\n').map((line) => line.trim()), now }
}

/** So many that cannot be judged are nobody's fault: the run ends. */
const FAILED_AT_MOST = 20

/** A few hundred at a time; where one of them cannot be judged each for itself, so that it stops no other. */
const judgeDue = async (rooms: SuspectJobRooms): Promise<string> => {
  const each = oneByOne()
  const left: string[] = []
  let judged = 0
  for (let round = 0; round < ROUNDS && each.failed() < FAILED_AT_MOST; round += 1) {
    const count = await judge(rooms, (tx) => takeDue(tx, left)).catch(() => undefined)
    if (count === 0) break
    judged += count ?? (await judgeEach(rooms, each, left))
  }
  return each.end(`${judged} accounts judged`)
}

/** Puts those who cannot be judged to the ones that are left for the next run. */
const judgeEach = async (rooms: SuspectJobRooms, each: OneByOne, left: string[]): Promise<number> => {
  let judged = 0
  for (const id of await seeDue(rooms.db, left)) {
    if (each.failed() >= FAILED_AT_MOST) break
    const count = await each.try(() => judge(rooms, (tx) => takeOneDue(tx, id)))
    if (count === undefined) left.push(id)
    judged += count ?? 0
  }
  return judged
}

/** Judges those who are taken, in one transaction; gives how many. */
const judge = async (
  { db, clock, settings, live, enqueue }: SuspectJobRooms,
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
      tell: (userId: string): void => void told.add(userId),
      enqueue: enqueueIn(tx, enqueue),
    }
    await actOn(acting, scored)
    return scored.length
  })
  for (const userId of told) live.tell(userId)
  return count
}

const enqueueIn =
  (tx: Tx, enqueue: Enqueue): Writing['enqueue'] =>
  (job, payload, options) =>
    enqueue(tx, job, payload, options)
