import type { Contract } from '@runnel/contract'
import { RELIABILITY_DAYS } from '@runnel/contract/constants'
import type { ListedWall, Offer, Wall, WallReliability } from '@runnel/contract/earn/offerwall'
import type { Input, Result } from '@runnel/contract/route'
import { sql } from 'kysely'
import { dayOf, later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { staleWhileRevalidate } from '#kernel/reads/stale-while-revalidate.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import { isPollfish } from './frame.ts'
import { allWalls, findWall, type WallRow } from './wall.ts'

interface WallQuery {
  readonly userId: string
  readonly country: string | null
}

/** The walls that are open to a user: switched on, for their country and level. */
export const wallsFor = async (db: Read, asking: WallQuery & { now: Date }): Promise<ListedWall[]> => {
  const [open, reliability] = await Promise.all([openWalls(db, asking), reliabilityOf(db, asking.now)])
  return open.map((wall) => ({ ...wallView(wall), reliability: reliability.get(wall.id) ?? null }))
}

/** The same as they are stored. */
export const openWalls = async (db: Read, asking: WallQuery): Promise<WallRow[]> => {
  const [walls, level] = await Promise.all([allWalls(db), levelOf(db, asking.userId)])
  return walls.filter((wall) => isOpen(wall, { ...asking, level }))
}

/** One of them, or 404. */
export const wallFor = async (db: Read, { id, ...asking }: WallQuery & { id: string }): Promise<WallRow> => {
  const [wall, level] = await Promise.all([findWall(db, id), levelOf(db, asking.userId)])
  return isOpen(wall, { ...asking, level }) ? wall : refuse('notFound', 'NOT_FOUND', say('offerwall.offerwallFound'))
}

const isOpen = (wall: WallRow, { country, level }: WallQuery & { level: number }): boolean => {
  const isHere = wall.countries.length === 0 || (country !== null && wall.countries.includes(country))
  return wall.enabled && isHere && level >= wall.min_level
}

const levelOf = async (db: Read, userId: string): Promise<number> => {
  const row = await db.selectFrom('users').select('level').where('id', '=', userId).executeTakeFirstOrThrow()
  return row.level
}

export const wallView = (wall: WallRow): Wall => ({
  _id: wall.id,
  name: wall.name,
  preset: wall.preset,
  conditions: wall.conditions,
  holdAbove: wall.hold_above,
  holdDays: wall.hold_days,
  page: isPollfish(wall) ? 'pollfish' : 'frame',
})

type Offers = Contract['offerwall']['offers']

/** A page of a user's offers, newest first. */
export const offersOf = async (
  db: Read,
  { userId, status, page, limit }: Input<Offers>['query'] & { userId: string },
): Promise<Result<Offers>> => {
  const matching = db
    .selectFrom('offers')
    .innerJoin('offerwalls', 'offerwalls.id', 'offers.wall_id')
    .where('offers.user_id', '=', userId)
    .$if(status !== undefined, (query) => query.where('offers.status', '=', status ?? 'held'))
  const [rows, counted] = await Promise.all([
    matching
      .selectAll('offers')
      .select('offerwalls.name as wall')
      .orderBy('offers.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  const items = rows.map((row): Offer => ({
    _id: row.id,
    wall: row.wall,
    offer: row.offer,
    amount: row.amount,
    status: row.status,
    heldUntil: row.held_until?.toISOString() ?? null,
    reason: row.charge_reason,
    createdAt: row.created_at.toISOString(),
    chargedBack: (row.taken ?? 0) + (row.debt ?? 0),
    chargedBackAt: row.charged_back_at?.toISOString() ?? null,
  }))
  return { items, totalItems: counted.count }
}

const DAY_SECONDS = 86_400
/** From fewer credits nothing can be said of a wall, and from fewer tied clicks nothing of its speed. */
const CREDITS_MIN = 5

interface ReliabilityRow extends WallReliability {
  readonly wallId: string
}

/** How each wall has kept its word, by its id; walls with too few credits are missing. */
const reliabilityOf = async (db: Read, now: Date): Promise<ReadonlyMap<string, WallReliability>> => {
  const rows = await readReliability(db, dayOf(later(now, -RELIABILITY_DAYS * DAY_SECONDS)))
  return new Map(rows.map(({ wallId, ...reliability }) => [wallId, reliability]))
}

const readReliability = staleWhileRevalidate(
  async (db: Read, since: string): Promise<readonly ReliabilityRow[]> => {
    const { rows } = await sql<ReliabilityRow>`
    SELECT wall_id AS "wallId", count(*)::int AS credits,
      count(*) FILTER (WHERE status = 'charged-back')::int AS "chargeBacks",
      CASE WHEN count(clicked_at) >= ${CREDITS_MIN} THEN
        round(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM created_at - clicked_at)))::int
      END AS "medianSeconds"
    FROM offers WHERE NOT by_hand AND created_at >= ${since}::date AT TIME ZONE 'UTC'
    GROUP BY wall_id HAVING count(*) >= ${CREDITS_MIN}`.execute(asExecutor(db))
    return rows
  },
  (since) => since,
)
