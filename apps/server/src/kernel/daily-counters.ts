import { type Clock, dayOf } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'

/** Counts what leaves no row of its own, such as errors, by UTC day. What a crash takes along is lost. */
export interface DailyCounters {
  readonly add: (what: string) => void
  readonly flush: () => Promise<void>
}

const KEYS_MAX = 200

/** Counts in memory and writes now and then: a row for each error would make an outage worse. */
export const createDailyCounters = ({ db, clock }: { readonly db: Db; readonly clock: Clock }): DailyCounters => {
  let counts = new Map<string, number>()
  return {
    add: (what) => {
      const key = `${dayOf(clock())} ${what.slice(0, 100)}`
      if (counts.size < KEYS_MAX || counts.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    flush: async () => {
      if (counts.size === 0) return
      const taken = counts
      counts = new Map()
      const rows = [...taken].map(([key, count]) => ({ day: key.slice(0, 10), what: key.slice(11), count }))
      await db.write((tx) =>
        tx
          .insertInto('day_tallies')
          .values(rows.toSorted((a, b) => (a.what < b.what ? -1 : 1)))
          .onConflict((row) =>
            row.columns(['day', 'what']).doUpdateSet((set) => ({
              count: set('day_tallies.count', '+', set.ref('excluded.count')),
            })),
          )
          .execute(),
      )
    },
  }
}
