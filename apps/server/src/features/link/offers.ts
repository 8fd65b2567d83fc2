import type { Contract } from '@runnel/contract'
import type { LinkSort, Shortlink } from '@runnel/contract/earn/link'
import type { Answer } from '@runnel/contract/route'
import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import { dayOf, later, secondsBetween } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { inSeconds, say, type Words } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'

/** Somebody who may be paid for links. */
export interface VisitorContext {
  readonly userId: string
  /** Two letters; null where it is unknown, and then only links for everywhere fit. */
  readonly country: string | null
  readonly now: Date
}

/** A link that this user may be paid for, with how often that happened today. */
interface Offer extends Shortlink {
  readonly count: number
}

const DAY_SECONDS = 86_400

/** The first moment of a UTC day, and of the next. */
export const dayBounds = (now: Date): { start: Date; end: Date } => {
  const start = new Date(`${dayOf(now)}T00:00:00.000Z`)
  return { start, end: later(start, DAY_SECONDS) }
}

/** All that the page of links shows. */
export const linkPage = async (
  db: Read,
  context: VisitorContext,
  settings: Settings,
): Promise<Answer<Contract['link']['list']>> => {
  const [offers, today, held] = await Promise.all([
    offersFor(db, context, settings.link_sort),
    todayOf(db, context),
    heldOf(db, context.userId),
  ])
  return {
    links: offers.map(shown),
    history: offers.filter(({ count }) => count > 0).map(({ _id, count }) => ({ _id, count })),
    settings: {
      sort: settings.link_sort,
      resetsAt: dayBounds(context.now).end.toISOString(),
      visitMinutes: settings.link_visit_minutes,
    },
    linkCount: visitsLeft(offers),
    today,
    held,
  }
}

interface Left {
  readonly linkCount: number
  readonly next: Shortlink | null
}

/** What is left after a visit, and where to go next. */
export const leftFor = async (db: Read, context: VisitorContext): Promise<Left> =>
  leftAmong(await offersFor(db, context, 'auto'))

/** The same where the links were read already. */
export const leftIn = (rows: readonly OfferJson[], now: Date): Left => {
  const read = rows.map((row) => ({ ...row, outUntil: row.outUntil === null ? null : new Date(row.outUntil) }))
  return leftAmong(offersOf(read, { sort: 'auto', now }))
}

const leftAmong = (offers: readonly Offer[]): Left => {
  const next = offers.find((offer) => leftOf(offer) > 0)
  return { linkCount: visitsLeft(offers), next: next === undefined ? null : shown(next) }
}

/** Visits that can still be paid today: the badge. */
export const payableVisits = async (db: Read, context: VisitorContext): Promise<number> =>
  visitsLeft(await offersFor(db, context, 'auto'))

/** The links that pay best for the time, how many visits can still be paid today, and what they all pay together. */
export const bestLinks = async (
  db: Read,
  context: VisitorContext,
  limit: number,
): Promise<{ links: Shortlink[]; count: number; amount: Units }> => {
  const open = (await offersFor(db, context, 'auto')).filter((offer) => leftOf(offer) > 0)
  return {
    links: open
      .toSorted((a, b) => perSecond(b) - perSecond(a))
      .slice(0, limit)
      .map(shown),
    count: visitsLeft(open),
    amount: open.reduce((sum, offer) => sum + leftOf(offer) * offer.reward, 0),
  }
}

interface OfferRow extends Omit<Shortlink, 'closed'> {
  readonly outUntil: Date | null
  readonly count: number
}

/** A row of `link_offers` (migration 0074) as JSON. */
export type OfferJson = Omit<OfferRow, 'outUntil'> & { readonly outUntil: string | null }

const offersFor = async (db: Read, { userId, country, now }: VisitorContext, sort: LinkSort): Promise<Offer[]> => {
  const { rows } = await sql<OfferRow>`
    SELECT * FROM link_offers(${userId}, ${country}, ${dayBounds(now).start})`.execute(asExecutor(db))
  return offersOf(rows, { sort, now })
}

const offersOf = (rows: readonly OfferRow[], { sort, now }: { sort: LinkSort; now: Date }): Offer[] =>
  rows.map(({ outUntil, ...offer }) => ({ ...offer, closed: closedSentence(outUntil, now) })).toSorted(orders[sort])

/** Why a link cannot be opened right now. */
export const closedSentence = (outUntil: Date | null, now: Date): Words | null =>
  outUntil === null || outUntil <= now
    ? null
    : say('link.shortlinkRespondingWillRetried', { wait: inSeconds(secondsBetween(now, outUntil)) })

const perSecond = ({ reward, avgDuration }: Offer): number => reward / Math.max(1, avgDuration)

/** Links that are equal by the rule stay in the owner's order. */
const orders: Readonly<Record<LinkSort, (a: Offer, b: Offer) => number>> = {
  auto: (a, b) => b.priority - a.priority || perSecond(b) - perSecond(a),
  reward: (a, b) => b.reward - a.reward,
  duration: (a, b) => a.avgDuration - b.avgDuration,
}

const shown = ({ count: _count, ...link }: Offer): Shortlink => link

const leftOf = ({ maxView, count, closed }: Offer): number => (closed === null ? Math.max(0, maxView - count) : 0)

const visitsLeft = (offers: readonly Offer[]): number => offers.reduce((sum, offer) => sum + leftOf(offer), 0)

const todayOf = async (db: Read, { userId, now }: VisitorContext): Promise<{ count: number; earned: Units }> => {
  const row = await db
    .selectFrom('day_counters')
    .select(['count', 'earned'])
    .where('user_id', '=', userId)
    .where('day', '=', dayOf(now))
    .where('source', '=', 'link')
    .executeTakeFirst()
  return row ?? { count: 0, earned: 0 }
}

const heldOf = async (db: Read, userId: string): Promise<{ count: number; amount: Units }> => {
  const { rows } = await sql<{ count: number; amount: Units }>`
    SELECT count(*) AS count, coalesce(sum(reward), 0)::bigint AS amount FROM link_visits
    WHERE user_id = ${userId} AND status = 'held'`.execute(asExecutor(db))
  return rows[0] ?? { count: 0, amount: 0 }
}
