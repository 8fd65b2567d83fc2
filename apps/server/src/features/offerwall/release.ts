import type { Settings } from '@runnel/contract/settings/settings'
import { closedBy } from '#features/outflow/outflow.ts'
import { notify } from '#features/user/user.ts'
import type { ClosedSourcesCache } from '#kernel/cache/closed-sources.ts'
import type { Clock } from '#kernel/clock.ts'
import { JobError } from '#kernel/collect-errors.ts'
import type { Db, Tx } from '#kernel/db.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import type { Log } from '#kernel/log.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { payHeld } from './pay.ts'

export interface ReleaseDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly live: Pick<EventBus, 'notify'>
  readonly settings: Pick<SettingsStore, 'current'>
  readonly closed: Pick<ClosedSourcesCache, 'current'>
}

/** Offers that one run releases, at most; the next goes on. */
const AT_MOST = 2_000

/** Makes spendable what was held long enough. Each offer has its own transaction: one in trouble stops no other. */
export const releaseOffers = async ({ db, clock, log, live, settings, closed }: ReleaseDeps): Promise<Words> => {
  const now = clock()
  const stop = closedBy({ closed: closed.current(), now }, 'offerwall')
  if (stop?.code === 'PAUSED_FOR_CHECK') return say('owner.job.offersPaused')
  const due = await db.read
    .selectFrom('offers')
    .select('id')
    .where('status', '=', 'held')
    .where('held_until', '<=', now)
    .orderBy('held_until')
    .limit(AT_MOST)
    .execute()
  const counts = { released: 0, failed: 0 }
  for (const { id } of due) {
    try {
      const userId = await db.write((tx) => release(tx, { id, now, settings: settings.current() }))
      if (userId === undefined) continue
      counts.released += 1
      live.notify(userId)
    } catch (error) {
      counts.failed += 1
      log.error({ offer: id, err: String(error) }, 'could not release an offer')
    }
  }
  if (counts.failed > 0) throw new JobError(say('owner.job.offersFailed', { failed: counts.failed, all: due.length }))
  return say('owner.job.offersReleased', { count: counts.released })
}

interface ReleaseInput {
  readonly id: string
  readonly now: Date
  readonly settings: Settings
}

/** Releases one offer, unless somebody else released it or its wall took it back meanwhile; tells whose it is. */
const release = async (tx: Tx, { id, now, settings }: ReleaseInput): Promise<string | undefined> => {
  const row = await tx
    .updateTable('offers')
    .from('offerwalls')
    .set({ status: 'credited', credited_at: now, held_until: null })
    .whereRef('offerwalls.id', '=', 'offers.wall_id')
    .where('offers.id', '=', id)
    .where('offers.status', '=', 'held')
    .returning(['offers.user_id as userId', 'offers.amount', 'offers.offer', 'offerwalls.name as wall'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { userId, amount, offer, wall } = row
  await payHeld({ tx, settings, now }, { id, amount })
  await notify(tx, { userId, kind: 'offer-released', values: { wall, offer, amount }, now })
  return userId
}
