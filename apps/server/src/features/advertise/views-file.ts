import { dayOf } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { headOf } from '#kernel/reads/csv-heads.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { findOwn } from './report.ts'

/** Rows that one file may have; the contract says so too. */
const ROWS_MAX = 100_000

const header = (['time', 'country', 'device', 'network_hash', 'seconds_watched', 'status', 'paid_units'] as const).map(
  headOf,
)

interface Asked {
  readonly id: string
  readonly userId: string
  readonly now: Date
}

/** The views of a campaign as rows of a file, newest first. */
export const viewsFile = async (
  db: Read,
  { id, userId, now }: Asked,
  secrets: Pick<Secrets, 'hmac'>,
): Promise<{ filename: string; rows: string[][] }> => {
  await findOwn(db, { id, userId })
  const views = await db
    .selectFrom('ptc_views')
    .select(['opened_at', 'country', 'device', 'ip_net', 'watched_ms', 'status', 'price'])
    .where('campaign_id', '=', id)
    .orderBy('id', 'desc')
    .limit(ROWS_MAX)
    .execute()
  const hashOf = hashing(secrets, id)
  const rows = views.map((view) => [
    view.opened_at.toISOString(),
    view.country ?? '??',
    view.device,
    // One that is forgotten has none: all of them would look like one network.
    view.ip_net === 'unknown' ? '' : hashOf(view.ip_net),
    (view.watched_ms / 1_000).toFixed(1),
    view.status,
    String(view.status === 'paid' ? view.price : 0),
  ])
  return { filename: `views-${id}-${dayOf(now)}.csv`, rows: [header, ...rows] }
}

const SHOWN_DIGITS = 16

/** The same network has the same hash within one campaign and another in the next, so that nobody can be followed. */
const hashing = (secrets: Pick<Secrets, 'hmac'>, campaignId: string): ((net: string) => string) => {
  const known = new Map<string, string>()
  return (net) => {
    const hash =
      known.get(net) ?? secrets.hmac('campaign views', `${campaignId} ${net}`).toString('hex').slice(0, SHOWN_DIGITS)
    known.set(net, hash)
    return hash
  }
}
