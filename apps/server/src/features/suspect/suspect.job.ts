import { lookAround, lookForCompanions, type Looking } from '#guard/look.ts'
import { forgetPlaces } from '#guard/retain.ts'
import { makeStaleDue, refreshScores, takeDue } from '#guard/suspects.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Writing } from '#kernel/context.ts'
import type { Db, Tx } from '#kernel/db.ts'
import type { Live } from '#kernel/live.ts'
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
  worker(suspectsJudge, async () => `${await judgeDue(rooms)} accounts judged`),
  worker(suspectsLook, async () => {
    const { db, clock, settings } = rooms
    const now = clock()
    const looked = await lookAround(db, lookingOf(settings, now))
    await makeStaleDue(db, now)
    const ended = await db.write((tx) => endExpired(tx, now))
    return `${looked} accounts looked at, ${ended} measures ended`
  }),
  worker(suspectsSync, async () => `${await lookForCompanions(rooms.db, rooms.clock())} accounts move together`),
  worker(placesForget, async () => {
    const days = rooms.settings.current().risk_retention_days
    return `${await forgetPlaces(rooms.db, { days, now: rooms.clock() })} rows forgotten`
  }),
]

const lookingOf = (settings: SuspectJobRooms['settings'], now: Date): Looking => {
  const { faucet_timer: timerSeconds, risk_hosting_networks: nets } = settings.current()
  return { timerSeconds, hostingNets: nets.split('\n').map((line) => line.trim()), now }
}

/** A few hundred at a time, each in a transaction of its own. */
const judgeDue = async ({ db, clock, settings, live, enqueue }: SuspectJobRooms): Promise<number> => {
  let judged = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const told = new Set<string>()
    const count = await db.write(async (tx) => {
      const now = clock()
      const scored = await refreshScores(tx, await takeDue(tx), now)
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
    judged += count
    if (count === 0) break
  }
  return judged
}

const enqueueIn =
  (tx: Tx, enqueue: Enqueue): Writing['enqueue'] =>
  (job, payload, options) =>
    enqueue(tx, job, payload, options)
