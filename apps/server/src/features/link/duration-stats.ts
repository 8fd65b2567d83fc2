import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { LEARN_FROM_AT_MOST, durationStatsFrom } from './visit-timing.ts'

/** Learns anew what each link takes, from its last trusted visits that were paid. Returns what it did. */
export const updateDurationStats = async ({ db, clock }: { db: Db; clock: Clock }): Promise<Words> => {
  const providers = await db.read
    .selectFrom('link_providers')
    .select(['id', 'median_seconds', 'floor_seconds', 'learnt_from'])
    .where('removed_at', 'is', null)
    .execute()
  let changed = 0
  for (const provider of providers) {
    const visits = await db.read
      .selectFrom('link_visits')
      .select('seconds')
      .where('provider_id', '=', provider.id)
      .where('trusted', '=', true)
      .where('status', '=', 'paid')
      .where('arrived_at', '<=', clock())
      .orderBy('arrived_at', 'desc')
      .limit(LEARN_FROM_AT_MOST)
      .execute()
    const learnt = durationStatsFrom(visits.map(({ seconds }) => Number(seconds)))
    if (learnt === undefined || isSame(provider, learnt)) continue
    const set = { median_seconds: learnt.median, floor_seconds: learnt.floor, learnt_from: learnt.visits }
    await db.write((tx) => tx.updateTable('link_providers').set(set).where('id', '=', provider.id).execute())
    changed += 1
  }
  return say('owner.job.shortlinksUpdated', { changed, all: providers.length })
}

interface Known {
  readonly median_seconds: number | null
  readonly floor_seconds: number | null
  readonly learnt_from: number
}

const isSame = (known: Known, { median, floor, visits }: { median: number; floor: number; visits: number }): boolean =>
  known.median_seconds === median && known.floor_seconds === floor && known.learnt_from === visits
