import type { PtcAd, PtcHistory } from '@runnel/contract/earn/ptc'
import { CompiledQuery } from 'kysely'
import { dayOf } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import type { CampaignRow } from '#kernel/tables/advertising.ts'
import { inDebtText } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import type { Viewer } from './viewer.ts'

/** As many ads are listed, and counted, at most. */
const ADS_MAX = 200

/**
 * The ads that fit a viewer, each with the viewer's last view of it where that still stands in the way. Ads of somebody
 * in debt wait until it is repaid:
 * $1 the viewer, $2 the country or null, $3 the class of the device, $4 now.
 */
const FITTING = `
  FROM users u
  JOIN campaigns c ON c.status = 'active' AND c.views_left > 0 AND c.user_id <> u.id AND c.min_level <= u.level
    AND c.device IN ('any', $3) AND (cardinality(c.countries) = 0 OR $2::text = ANY (c.countries))
    AND NOT ${inDebtText('c.user_id')}
  LEFT JOIN ptc_claims l ON l.user_id = u.id AND l.campaign_id = c.id AND l.available_at > $4
  WHERE u.id = $1`

const AD = 'c.id, c.kind, c.title, c.description, c.reward, c.timer, c.views_left'
/** Best pay per second first; of those that pay alike, the larger reward. */
const BEST_FIRST = 'c.reward::float8 / c.timer DESC, c.reward DESC, c.id'

const LIST_SQL = `
  SELECT ${AD}, l.claimed_at, l.available_at ${FITTING}
  ORDER BY l.user_id IS NOT NULL, ${BEST_FIRST} LIMIT ${ADS_MAX}`

const COUNT_SQL = `SELECT count(*)::integer AS count FROM (SELECT ${FITTING} AND l.user_id IS NULL LIMIT ${ADS_MAX}) v`

/** Counted over all that fit but the ad $5; also what the benchmark gives to pgbench. */
export const NEXT_SQL = `
  SELECT ${AD}, count(*) OVER ()::integer AS viewable ${FITTING} AND l.user_id IS NULL AND c.id <> $5
  ORDER BY ${BEST_FIRST} LIMIT 1`

type AdRow = Pick<CampaignRow, 'id' | 'kind' | 'title' | 'description' | 'reward' | 'timer' | 'views_left'>
type ListedRow = AdRow & ({ claimed_at: null; available_at: null } | { claimed_at: Date; available_at: Date })

export interface Listed {
  readonly ads: PtcAd[]
  readonly history: PtcHistory[]
  readonly ptcCount: number
}

/** The ads that a viewer can be paid for now, and behind them those that come back. */
export const listAds = async (db: Read, viewer: Viewer): Promise<Listed> => {
  const rows = await run<ListedRow>(db, LIST_SQL, valuesOf(viewer))
  const history = rows.flatMap((row) =>
    row.claimed_at === null ? [] : [historyOf({ adId: row.id, at: row.claimed_at, until: row.available_at })],
  )
  return { ads: rows.map(adOf), history, ptcCount: rows.length - history.length }
}

/** How many ads a viewer can be paid for now: asked for with every page, so one statement and nothing else. */
export const countAds = async (db: Read, viewer: Viewer): Promise<number> => {
  const [row] = await run<{ count: number }>(db, COUNT_SQL, valuesOf(viewer))
  return row?.count ?? 0
}

/** The best ad for a viewer beside this one, and how many there are. */
export const nextAd = async (
  db: Read,
  viewer: Viewer,
  campaignId: string,
): Promise<{ next: PtcAd | null; ptcCount: number }> => {
  const [row] = await run<AdRow & { viewable: number }>(db, NEXT_SQL, [...valuesOf(viewer), campaignId])
  return row === undefined
    ? { next: null, ptcCount: 0 }
    : { next: adOf(row), ptcCount: Math.min(row.viewable, ADS_MAX) }
}

const BEST_SQL = `
  SELECT ${AD}, count(*) OVER ()::integer AS viewable, sum(c.reward) OVER ()::bigint AS worth
  ${FITTING} AND l.user_id IS NULL ORDER BY ${BEST_FIRST} LIMIT $5`

/** The ads that pay a viewer best, how many there are in all, and what they all pay together. */
export const bestAds = async (
  db: Read,
  viewer: Viewer,
  limit: number,
): Promise<{ ads: PtcAd[]; count: number; amount: Units }> => {
  const rows = await run<AdRow & { viewable: number; worth: Units }>(db, BEST_SQL, [...valuesOf(viewer), limit])
  return { ads: rows.map(adOf), count: rows[0]?.viewable ?? 0, amount: rows[0]?.worth ?? 0 }
}

/** What a viewer has been paid for ads on this UTC day. */
export const todayOf = async (db: Read, { userId, now }: Viewer): Promise<{ count: number; earned: Units }> => {
  const row = await db
    .selectFrom('day_counters')
    .select(['count', 'earned'])
    .where('user_id', '=', userId)
    .where('day', '=', dayOf(now))
    .where('source', '=', 'ptc')
    .executeTakeFirst()
  return row ?? { count: 0, earned: 0 }
}

/** An ad as viewers see it. */
export const adOf = (row: AdRow): PtcAd => ({
  _id: row.id,
  kind: row.kind,
  title: row.title,
  description: row.description,
  reward: row.reward,
  timer: row.timer,
  remaining: row.views_left,
})

export const historyOf = ({ adId, at, until }: { adId: string; at: Date; until: Date }): PtcHistory => ({
  adId,
  claimTime: at.toISOString(),
  availableOn: until.toISOString(),
})

const valuesOf = ({ userId, country, device, now }: Viewer): unknown[] => [userId, country, device, now]

/** Asks a statement that is written out: these are asked too often to be built each time. */
const run = async <Row>(db: Read, text: string, values: unknown[]): Promise<Row[]> => {
  const { rows } = await db.getExecutor().executeQuery<Row>(CompiledQuery.raw(text, values))
  return rows
}
