import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'

export type ServerEvent = 'refresh'

/** Notifies open pages that something of their user changed, on whichever node they are connected. */
export interface EventBus {
  /** Call after the commit; several calls within the same moment travel together. */
  readonly notify: (userId: string) => void
  /** News of the last seconds come at once: what a page loaded before it subscribed may be older than they are. */
  readonly subscribe: (userId: string, heard: (event: ServerEvent) => void) => () => void
  readonly close: () => Promise<void>
}

const CHANNEL = 'runnel_live'
const GATHER_MS = 40
/** A page asks for its first answers up to this long before its stream is open. */
const RECENT_MS = 15_000
/** Each id is 36 characters and a payload may have 8,000 bytes. */
const IDS_IN_PAYLOAD = 200

/**
 * Opens the event bus. NOTIFY takes a lock that makes commits wait for one another, so it is never part of a
 * request's transaction: news is gathered and sent in one statement of its own. News lost in a crash costs nothing,
 * since pages also ask `refresh`.
 */
export const openEventBus = async ({ db, log }: { db: Db; log: Log }): Promise<EventBus> => {
  const listeners = new Map<string, Set<(event: ServerEvent) => void>>()
  const recent = createRecent()
  let gathered = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const send = async (): Promise<void> => {
    timer = undefined
    const ids = [...gathered]
    gathered = new Set()
    for (let from = 0; from < ids.length; from += IDS_IN_PAYLOAD) {
      await db.raw('SELECT pg_notify($1, $2)', [CHANNEL, ids.slice(from, from + IDS_IN_PAYLOAD).join(' ')])
    }
  }
  const deaf = await db.listen(CHANNEL, (payload) => {
    for (const userId of payload.split(' ')) {
      recent.add(userId)
      for (const heard of listeners.get(userId) ?? []) heard('refresh')
    }
  })
  return {
    notify: (userId) => {
      gathered.add(userId)
      timer ??= setTimeout(() => {
        send().catch((error: unknown) => log.warn({ err: String(error) }, 'could not send live updates'))
      }, GATHER_MS)
    },
    subscribe: (userId, heard) => {
      const set = listeners.get(userId) ?? new Set()
      listeners.set(userId, set.add(heard))
      if (recent.has(userId)) heard('refresh')
      return () => {
        set.delete(heard)
        if (set.size === 0) listeners.delete(userId)
      }
    },
    close: async () => {
      clearTimeout(timer)
      await deaf()
    },
  }
}

/** Whom the last seconds' news was for, the oldest first. */
const createRecent = () => {
  const heardAt = new Map<string, number>()
  return {
    add: (userId: string): void => {
      const now = performance.now()
      heardAt.delete(userId)
      heardAt.set(userId, now)
      for (const [oldest, at] of heardAt) {
        if (now - at < RECENT_MS) break
        heardAt.delete(oldest)
      }
    },
    has: (userId: string): boolean => performance.now() - (heardAt.get(userId) ?? Number.NEGATIVE_INFINITY) < RECENT_MS,
  }
}
