import { dayOf } from '#kernel/clock.ts'
import type { Services } from '#kernel/services.ts'
import { greetDevice } from './start-session.ts'

/** Uses that a node remembers; a call of one that it knows costs no trip to the database. */
const KEPT = 50_000

/**
 * Notes once a day that a session is used on another device than it was opened on, and tells its user about one that is
 * new: no sign-in shows that a session was carried elsewhere. A device whose cookie did not come back is none: a
 * program that keeps no cookies would have another one at every call.
 */
export const createDeviceNotes = ({ db, live }: Pick<Services, 'db' | 'live'>): Services['noteDevice'] => {
  const noted = new Set<string>()
  return async ({ caller, visitor, now }) => {
    if (visitor.isNewDevice || caller.deviceId === null || caller.deviceId === visitor.deviceId) return
    const use = `${caller.id} ${visitor.deviceId} ${dayOf(now)}`
    if (noted.has(use)) return
    if (noted.size >= KEPT) noted.clear()
    noted.add(use)
    const told: string[] = []
    await db.write((tx) => greetDevice({ tx, visitor, now, notifyLive: (id) => void told.push(id) }, caller.id))
    for (const id of told) live.notify(id)
  }
}
